import type { AccountName } from '../../src/domain/ledger/books/account.ts'
import {
  bodyHash,
  genesis,
  hashOfEvent,
  hashOfTransfer,
} from '../../src/domain/ledger/books/chain.ts'
import {
  listAccounts,
  listEventsAfter,
  listTransfersAfter,
} from '../../src/domain/ledger/queries.ts'
import type { Store } from '../../src/store/open.ts'

const all = { seq: 0, limit: 1_000 }

/** Hashes all rows of both chains without blinds, as a server of before 0113 left them. */
export function forgetBlinds({ raw, db }: Pick<Store, 'raw' | 'db'>): void {
  raw.exec('DROP TRIGGER transfer_no_update; DROP TRIGGER meter_event_no_update')
  const names = new Map(listAccounts(db).map((row) => [row.accountId, row as AccountName]))
  const nameOf = (id: number) => names.get(id) as AccountName
  const move = raw.prepare(
    'UPDATE transfer SET blind = NULL, prev = ?, body_hash = ?, hash = ? WHERE seq = ?',
  )
  let prev: Buffer = genesis
  for (const row of listTransfersAfter(db, all)) {
    const sides = { debit: nameOf(row.debitAccountId), credit: nameOf(row.creditAccountId) }
    const before = { ...row, prev, bodyHash: bodyHash({ ...row, ...sides }, 1), blind: null }
    prev = hashOfTransfer(before)
    move.run(before.prev, before.bodyHash, prev, row.seq)
  }
  const meter = raw.prepare('UPDATE meter_event SET blind = NULL, prev = ?, hash = ? WHERE seq = ?')
  prev = genesis
  for (const row of listEventsAfter(db, all)) {
    const before = { ...row, prev, blind: null }
    prev = hashOfEvent(before)
    meter.run(before.prev, prev, row.seq)
  }
}
