import type { Db } from '../../../store/tx.ts'
import { wasDownloadRefunded } from '../../ledger/index.ts'
import { makeGoodWindowMs } from '../limits.ts'
import {
  type FailedDelivery,
  findLink,
  listFailedDeliveries,
  listFailedDeliveriesOf,
} from '../queries.ts'
import type { DeliveryRoom } from '../room.ts'
import type { Link } from './link.ts'

type Asking = Pick<DeliveryRoom, 'clock' | 'openedAtMs'>
type Wanted = Omit<FailedDelivery, keyof ReturnType<typeof failuresOf>>

/** What was paid for and failed on our side within the last day. (our choice, GET /dl) */
export function findOwed(room: Asking, db: Db, wanted: Wanted): Link | undefined {
  const failed = listFailedDeliveriesOf(db, { ...wanted, ...failuresOf(room) })
  return failed.find((link) => !wasGivenBack(db, link))
}

/** Whether the money for this link, or for the first of those that it makes good, was refunded. */
export function wasGivenBack(db: Db, { tokenHash, replaces }: Link): boolean {
  const replaced = replaces ? findLink(db, replaces) : undefined
  if (replaced) return wasGivenBack(db, replaced)
  return wasDownloadRefunded(db, tokenHash.toString('hex'))
}

/**
 * Until when what these links paid for can be had once more for nothing, by the hashes of their
 * tokens: where the delivery failed on our side, and nothing has made that good or was given back.
 */
export function freeAgainUntil(
  room: Asking,
  db: Db,
  linkHashes: readonly string[],
): Map<string, number> {
  if (linkHashes.length === 0) return new Map()
  const failed = listFailedDeliveries(db, {
    tokenHashes: linkHashes.map((hash) => Buffer.from(hash, 'hex')),
    ...failuresOf(room),
  })
  const owed = failed.filter((link) => !wasGivenBack(db, link))
  return new Map(
    owed.map(({ tokenHash, usedAtMs }) => [
      tokenHash.toString('hex'),
      (usedAtMs ?? 0) + makeGoodWindowMs,
    ]),
  )
}

function failuresOf({ clock, openedAtMs }: Asking) {
  return { sinceMs: clock.nowMs() - makeGoodWindowMs, processStartMs: openedAtMs }
}
