import { setOutcome } from '../queries.ts'
import type { DeliveryRoom } from '../room.ts'
import type { Outcome } from './link.ts'

/**
 * Writes down how a delivery ended, beside whatever else goes on: the client has its bytes or has
 * gone. When the note is lost with the process, the delivery counts as cut off by its end, and the
 * buyer may fetch again for nothing. Settles when it is written down, or cannot be.
 */
export function noteEnd(
  { store, ending, cutsOff }: Pick<DeliveryRoom, 'store' | 'ending' | 'cutsOff'>,
  end: { tokenHash: Buffer; outcome: Outcome },
): Promise<void> {
  const { tokenHash } = end
  const outcome = cutsOff && end.outcome === 'aborted' ? 'failed' : end.outcome
  const noted: Promise<void> = store
    .write((tx) => setOutcome(tx, tokenHash, outcome))
    .catch(() => undefined)
    .finally(() => ending.delete(noted))
  ending.add(noted)
  return noted
}

/** Settles when every end so far is written down; for before closing. */
export async function settled({ ending }: Pick<DeliveryRoom, 'ending'>): Promise<void> {
  while (ending.size > 0) await Promise.all(ending)
}
