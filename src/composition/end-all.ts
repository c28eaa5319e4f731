import type { KeyRing } from '../base/rotation.ts'
import type { Rooms } from '../domain/rooms.ts'

export type Ended = {
  sessions: number
  apiKeys: number
  invitations: number
  resetCodes: number
  allowedPasswords: number
  vouchers: number
  links: number
}

/**
 * Ends all that opens a door or is worth money without a password: what was ended, used or redeemed
 * after a backup was made works again, and nobody knows which. New secrets end what is only signed.
 * Some in each transaction; whatever interrupts it, the next call ends the rest.
 */
export async function endAll({ rooms, ring }: { rooms: Rooms; ring: KeyRing }): Promise<Ended> {
  const access = await rooms.identity.endAccessAsOperator()
  const vouchers = await rooms.ledger.endVouchersAsOperator()
  const links = await rooms.delivery.endUnusedLinks()
  await rooms.ledger.noteSigningKeys(ring.accepted())
  ring.rotate({ overlapMs: 0 })
  await rooms.ledger.noteSigningKeys(ring.accepted())
  return { ...access, vouchers, links }
}
