import type { Db } from '../../../store/tx.ts'
import { makeGoodWindowMs } from '../limits.ts'
import { listFailedDeliveries } from '../queries.ts'
import type { DeliveryRoom } from '../room.ts'

/**
 * Until when what these links paid for can be had once more for nothing, by the hashes of their
 * tokens: where the delivery failed on our side, and nothing has made that good yet.
 */
export function freeAgainUntil(
  { clock, openedAtMs }: Pick<DeliveryRoom, 'clock' | 'openedAtMs'>,
  db: Db,
  linkHashes: readonly string[],
): Map<string, number> {
  if (linkHashes.length === 0) return new Map()
  const failed = listFailedDeliveries(db, {
    tokenHashes: linkHashes.map((hash) => Buffer.from(hash, 'hex')),
    sinceMs: clock.nowMs() - makeGoodWindowMs,
    processStartMs: openedAtMs,
  })
  return new Map(
    failed.map(({ tokenHash, usedAtMs }) => [
      tokenHash.toString('hex'),
      (usedAtMs ?? 0) + makeGoodWindowMs,
    ]),
  )
}
