import type { UserId } from '../../../base/ids.ts'
import { randomToken, sameBytes } from '../../../base/secrets.ts'
import { deviceLifetimeMs } from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { normaliseEmail } from './email.ts'
import { findUserByEmail } from './queries.ts'

const devicePattern = /^dev_([A-Za-z0-9_-]{22})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/

/**
 * What a device shows that has logged in to an account before: no credential, but a mark that it is
 * not one of the strangers who try. Signed, and kept nowhere.
 */
export function newDeviceToken({ hashes, clock }: IdentityRoom, userId: UserId): string {
  const device = { id: randomToken(16), issuedAtMs: clock.nowMs() }
  const [mark = Buffer.alloc(0)] = hashes.devices(userId, device)
  return `dev_${device.id}.${device.issuedAtMs.toString(36)}.${mark.toString('base64url')}`
}

/**
 * The device that logged in to this account before; undefined for all else that was sent, and for
 * one that is too old. Throws InvalidInput for what is no e-mail address.
 */
export function knownDevice(
  { store, hashes, clock }: IdentityRoom,
  { email, deviceToken }: { email: string; deviceToken?: string | undefined },
): string | undefined {
  const [, id, issued, mark] = devicePattern.exec(deviceToken ?? '') ?? []
  if (!id || !issued || !mark) return undefined
  const issuedAtMs = Number.parseInt(issued, 36)
  if (clock.nowMs() - issuedAtMs >= deviceLifetimeMs) return undefined
  const user = findUserByEmail(store.db, normaliseEmail(email))
  if (!user) return undefined
  const shown = Buffer.from(mark, 'base64url')
  const marks = hashes.devices(user.userId, { id, issuedAtMs })
  return marks.some((one) => sameBytes(one, shown)) ? id : undefined
}
