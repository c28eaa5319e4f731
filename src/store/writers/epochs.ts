import { max } from 'drizzle-orm'
import type { Db, Tx } from '../tx.ts'
import { writerEpoch } from './tables.ts'

/** The last epoch that wrote into these records; 0: none did. */
export function lastEpoch(db: Db): number {
  return (
    db
      .select({ epoch: max(writerEpoch.epoch) })
      .from(writerEpoch)
      .get()?.epoch ?? 0
  )
}

/** From here on the records are those of this epoch. */
export function beginEpoch(tx: Tx, begun: { epoch: number; host: string; nowMs: number }): void {
  const { epoch, host, nowMs: begunAt } = begun
  if (lastEpoch(tx) < epoch) tx.insert(writerEpoch).values({ epoch, host, begunAt }).run()
}
