// What verifying says of books with something of everything in them, changed in one place each.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { VerifyProblem } from '../../../../src/domain/ledger/index.ts'
import * as rated from '../../../../src/domain/ledger/metering/verify-rated-passages.ts'
import { checkClosedPeriods } from '../../../../src/domain/ledger/payouts/check-period.ts'
import { verifyPlans } from '../../../../src/domain/ledger/plans/verify-plans.ts'
import { verifyHeads } from '../../../../src/domain/ledger/proofs/verify-heads.ts'
import { verifyEvents } from '../../../../src/domain/ledger/verify/verify-events.ts'
import { verifyTransfers } from '../../../../src/domain/ledger/verify/verify-transfers.ts'
import { ownerOf } from '../../../support/open-test-payouts.ts'
import { openWholeLedger, type WholeLedger } from '../../../support/open-whole-ledger.ts'
import * as signed from '../../../support/said-of-signed-ledger.ts'
import * as said from '../../../support/said-of-whole-ledger.ts'
import { shared } from '../../../support/shared.ts'

async function open() {
  const books = await openWholeLedger()
  const one = (sql: string) => books.store.raw.prepare(sql).pluck().get() as string
  const head = one('SELECT lower(hex(hash)) FROM transfer WHERE seq = 35')
  const eventId = one('SELECT event_id FROM meter_event WHERE seq = 7')
  const receipt = books.receiptFor(ownerOf(books.buyer), eventId)
  const dispose = async () => books[Symbol.dispose]()
  return Object.assign(books, { head, receipt, [Symbol.asyncDispose]: dispose })
}
type Books = Awaited<ReturnType<typeof open>>
const { fact } = shared(open)

type Problems = readonly VerifyProblem[]
const within =
  (verify: (db: WholeLedger['store']['db']) => Iterable<Problems>) =>
  ({ store }: Books) =>
    [...verify(store.db)].flat()

type Part = [
  of: string,
  rows: readonly (readonly string[])[],
  tell: (books: Books) => Problems | Promise<Problems>,
]
const parts: Part[] = [
  ['transfers', said.saidOfTransfers, within(verifyTransfers)],
  ['events', said.saidOfEvents, within(verifyEvents)],
  ['rated passages', said.saidOfRated, within(rated.verifyRatedPassages)],
  ['plans', said.saidOfPlans, within(verifyPlans)],
  ['statements', signed.saidOfPeriods, within(checkClosedPeriods)],
  ['heads', signed.saidOfHeads, within(verifyHeads)],
  [
    'since a head',
    signed.saidOfSince,
    async ({ verifySince, head }) => (await verifySince(head)).problems,
  ],
  [
    'against a receipt',
    signed.saidOfAgainst,
    ({ verifyAgainst, receipt }) => verifyAgainst(receipt),
  ],
]

fact('books with everything in them are sound', async (books) => {
  const { ok, problems, transfers, events } = await books.verify()
  assert.equal([books.told(problems), ok, transfers, events], [[], true, 84, 55])
})

for (const [of, rows, tell] of parts) {
  for (const [title = '', sql = '', ...lines] of rows) {
    fact(`${of}, ${title}: ${lines.length} problems`, async (books) => {
      assert.equal(await books.with(sql, async () => tell(books)), lines)
    })
  }
}

fact('of a month alone the same is said', async (books) => {
  const sql = 'UPDATE payout_statement SET gross_cents = 131 WHERE tenant_id = {due}'
  const wrong = 'payout_statement -: due 2026-03 shows gross 131, its events give 130'
  assert.equal(await books.with(sql, () => books.checkPeriod('2026-03')), [wrong])
  assert.equal(await books.with(sql, () => books.checkPeriod('2026-04')), [])
})

fact('since a head it says how much it read, and a hundred problems at most', async (books) => {
  const { ok, transfers, events, head } = await books.verifySince(books.head)
  assert.equal([ok, transfers, events, head.length], [true, 49, 40, 64])
  const sql = 'UPDATE meter_event SET hash = randomblob(32); UPDATE transfer SET ref = ref || 1'
  assert.is(
    (await books.with(sql, async () => (await books.verifySince(books.head)).problems)).length,
    100,
  )
})

test.run()
