import * as assert from 'uvu/assert'
import { type VerifyPart, verifyLedger } from '../../src/domain/ledger/index.ts'
import type { Db } from '../../src/store/tx.ts'

type Books = {
  store: { db: Db }
  /** With a whole application, its links are compared with the ledger too. */
  rooms?: { delivery: { verifyLinks: VerifyPart }; wallet?: { verifyEntries: VerifyPart } }
}

/** Every money test ends here: all hashes fit, all balances follow, every charge is metered. */
export function assertLedgerBalances({ store, rooms }: Books): void {
  const { problems, ok } = verifyLedger(store.db, partsOf(rooms))
  assert.equal({ ok, problems }, { ok: true, problems: [] })
}

function partsOf(rooms: Books['rooms']): VerifyPart[] {
  if (!rooms) return []
  return [rooms.delivery.verifyLinks, ...(rooms.wallet ? [rooms.wallet.verifyEntries] : [])]
}
