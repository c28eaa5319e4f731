import { statSync } from 'node:fs'
import { chargesIn, growTo, openBooks } from '../ledger.ts'
import { type Point, pointOf } from './point.ts'

const axis = 'transfers'
const charges = 2_000
const perTurn = 100

/** A charge within a transaction, and a transfer that is verified, in books of each size. */
export async function* transfersAxis(
  log: (line: string) => void,
  sizes: readonly number[],
): AsyncGenerator<Point[]> {
  using books = await openBooks()
  // Commits are not measured here, and making a million rows would be nothing else.
  books.store.raw.pragma('synchronous = OFF')
  for (const size of sizes) {
    log(`  ${size} transfers`)
    await growTo(books, size)
    let before = process.threadCpuUsage()
    for (let done = 0; done < charges; done += perTurn) await chargesIn(books, perTurn)
    const charge = msSince(before) / charges
    before = process.threadCpuUsage()
    const { ok, transfers } = await books.verify()
    if (!ok) throw new Error('the books do not verify')
    const verified = msSince(before) / transfers
    books.store.raw.pragma('wal_checkpoint(TRUNCATE)')
    const disk = statSync(books.store.file).size / transfers
    yield [
      pointOf({ axis, size, curve: 'a charge, all', value: charge }),
      pointOf({ axis, size, curve: 'a transfer verified, all', value: verified }),
      pointOf({ axis, size, curve: 'disk, a transfer', unit: 'bytes', value: disk }),
    ]
  }
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
