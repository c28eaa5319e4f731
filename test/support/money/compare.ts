import * as assert from 'uvu/assert'
import { verifyLedger } from '../../../src/domain/ledger/index.ts'
import { type Books, openBooks } from './books.ts'
import { Model } from './model.ts'
import type { Operation } from './operations.ts'

export type Simulation = {
  books: Books
  /** Applies operations to both, and fails at the first difference. */
  run(operations: Iterable<Operation>): Promise<void>
  /** Compares every balance and statement, and verifies the ledger from the first row on. */
  finish(): { transfers: number; events: number }
  [Symbol.dispose](): void
}

/** The ledger and its model side by side; every account is compared from time to time. */
export async function openSimulation({ comparedEvery = 250 } = {}): Promise<Simulation> {
  const books = await openBooks()
  const model = new Model(books.clock.nowMs())
  let done = 0
  return {
    books,
    async run(operations) {
      for (const operation of operations) {
        const wanted = model.apply(operation)
        const got = await books.apply(operation)
        assert.equal(got, wanted, `operation ${done}: ${JSON.stringify(operation)}`)
        done += 1
        if (done % comparedEvery === 0) compareBalances(books, model)
      }
    },
    finish() {
      compareBalances(books, model)
      compareStatements(books, model)
      const { problems, transfers, events } = verifyLedger(books.store.db)
      assert.equal(problems, [])
      return { transfers, events }
    },
    [Symbol.dispose]: () => books[Symbol.dispose](),
  }
}

function compareBalances({ ledger }: Books, { balances }: Model): void {
  const got = new Map(
    ledger
      .balances()
      .filter(({ posted }) => posted !== 0)
      .map(({ owner, kind, posted }) => [`${owner.replace('tnt_', '')} ${kind}`, posted]),
  )
  const wanted = new Map([...balances].filter(([, posted]) => posted !== 0))
  assert.equal(new Map([...got].sort()), new Map([...wanted].sort()))
  assert.is(
    [...got.values()].reduce((sum, posted) => sum + posted, 0),
    0,
    'all accounts together are zero',
  )
}

function compareStatements({ store }: Books, { statements }: Model): void {
  const rows = store.raw.prepare(
    `SELECT tenant_id, period, status, gross_cents, seller_cents, reversed_cents
     FROM payout_statement JOIN payout_progress USING (payout_statement_id)
     ORDER BY payout_statement_id`,
  )
  const wanted = statements.map(({ provider, period, status, gross, seller, reversed }) => [
    ...[`tnt_${provider}`, period, status, gross, seller, reversed],
  ])
  assert.equal(rows.raw().all(), wanted)
}
