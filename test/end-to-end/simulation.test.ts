// The whole market out of one seed: `scripts/soak simulate` runs it at any length. What must hold
// is broken on purpose, one after the other: each is found, and a failing run is made short.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isDead } from '../../scripts/soaking/simulate.ts'
import {
  failureText,
  type Harm,
  runSteps,
  shrink,
  simulate,
} from '../support/simulation/simulate.ts'
import { type Step, stepOf, stepText } from '../support/simulation/steps.ts'

const stepsOfSeed = 80

for (const seed of ['seven', 'ten']) {
  test(`whatever happens in the market of seed ${seed}, what must hold holds`, async () => {
    const simulated = await simulate({ seed, steps: stepsOfSeed })
    assert.is(simulated.failure && failureText(simulated.failure), undefined)
    assert.is(simulated.steps, stepsOfSeed)
    assert.ok(simulated.came.sales > 0, 'nobody bought anything')
  })
}

/** One object goes on sale and is bought; another one waits for review. */
const sale = [
  ...['upload 0 0', 'send 0 0', 'confirm 0 0', 'job 0 0', 'approve 0 0', 'job 0 0', 'job 0 0'],
  ...['upload 1 0', 'send 0 0', 'confirm 0 0', 'grant 0 9 lost-answer 0', 'show 0 0'],
  ...['takeDown 0 0', 'restore 0 0', 'buy 0 0', 'fetch 0 0', 'hide 0 0', 'search 0 0'],
].map(stepOf)

const first = '(SELECT min(object_id) FROM object)'
const last = '(SELECT max(object_id) FROM object)'
/** One object goes on sale, buyer 0 has SOL, and a key that sees nothing. */
const licensed = [
  ...['upload 0 0', 'send 0 0', 'confirm 0 0', 'job 0 0', 'approve 0 0', 'job 0 0', 'job 0 0'],
  ...['license 0 4', 'deposit 0 9', 'buyLicence 0 0', 'list 1 0', 'buyLicence 0 0'],
  ...['narrow 0 2', 'list 0 0', 'rotate 1 0'],
].map(stepOf)

/** It is shown to whoever was let in, for some minutes. */
const restricted = [
  ...['upload 0 0', 'send 0 0', 'confirm 0 0', 'job 0 0', 'approve 0 0', 'job 0 0', 'job 0 0'],
  ...['restrict 0 0', 'list 0 0', 'letIn 0 2', 'list 0 0', 'pass 1 5', 'list 0 0', 'drop 0 0'],
].map(stepOf)

/** A month is settled, released, paid, and taken back. */
const paid = [
  ...['grant 0 199', 'buy 0 0', 'fetch 0 0', 'buy 0 0', 'fetch 0 0', 'payTo 0 0', 'month 0 0'],
  ...['refund 0 0', 'month 0 0', 'payOut 0 0', 'bankPays 0 0', 'refund 1 0', 'decide 0 4'],
].map(stepOf)

/** One is contested while its month is with the bank, which does not carry it out. */
const contested = [
  ...['grant 0 199', 'buy 0 0', 'fetch 0 0', 'buy 0 0', 'fetch 0 0', 'payTo 0 0', 'month 0 0'],
  ...['month 0 0', 'payOut 0 0', 'dispute 0 0', 'decide 0 3', 'payOut 0 0', 'resolve 0 0'],
  ...['payOut 0 0', 'bankPays 0 0'],
].map(stepOf)

/** A buyer pays by the month until it cannot; its key may spend little. */
const planned = [
  ...['plan 0 1', 'month 0 0', 'plan 0 2', 'budget 0 91', 'buy 0 0', 'fetch 0 0', 'buy 0 0'],
  ...['budget 0 1', 'fetch 0 0', 'month 0 0', 'month 0 0', 'month 0 0', 'month 0 0'],
].map(stepOf)

/** A visitor buys and is erased, by a server that is killed in the middle. */
const visited = ['visit 0 3 crash 1', 'month 0 0', 'refund 0 0', 'visit 0 0'].map(stepOf)

/** A provider is erased; who holds a licence has it for a while, and money moves on. */
const ended = [
  ...['license 0 5', 'deposit 0 39', 'buyLicence 0 0', 'grant 0 199', 'buy 0 0', 'fetch 0 0'],
  ...['payTo 0 0', 'month 0 0', 'endProvider 0 1 crash 1', 'buyLicence 0 0', 'list 0 0'],
  ...['upload 0 0', 'month 0 0', 'payOut 0 0', 'refund 0 0', 'endProvider 0 0', 'endProvider 1 3'],
].map(stepOf)

type Broken = [what: string, harm: Harm, found: RegExp, steps?: readonly Step[]]
const harms: readonly Broken[] = [
  [
    'money out of nothing',
    {
      after: 'fetch',
      table: 'account',
      sql: "UPDATE account SET posted = posted + 1 WHERE kind = 'balance'",
    },
    /^money appeared or vanished$/,
  ],
  [
    'credits that changed hands',
    {
      after: 'grant',
      table: 'account',
      sql: `UPDATE account SET posted = posted - 1 WHERE kind = 'balance' AND posted > 0;
        UPDATE account SET posted = posted + (SELECT -sum(posted) FROM account)
        WHERE kind = 'revenue'`,
    },
    /^(buyer \d has \d+ credits, not \d+|money appeared)/,
  ],
  [
    'a link that is good again',
    { after: 'fetch', table: 'dl_link', sql: "UPDATE dl_link SET state = 'minted'" },
    /^0 links were used, 1 downloads metered$/,
  ],
  [
    'a sale that nobody metered',
    {
      after: 'fetch',
      table: 'meter_event',
      sql: "DELETE FROM meter_event WHERE kind = 'download'",
    },
    /^1 links were used, 0 downloads metered$/,
  ],
  [
    'an object that goes back into review',
    {
      after: 'grant',
      table: 'object',
      sql: `UPDATE object SET status = 'staged', index_state = 'none' WHERE object_id = ${first}`,
    },
    /went from active to staged$/,
  ],
  [
    'an object that nobody approved',
    {
      after: 'show',
      table: 'object',
      sql: `UPDATE object SET status = 'active' WHERE object_id = ${last}`,
    },
    /went from staged to active by a step that is not about it$/,
  ],
  [
    'text that is found before its review',
    {
      after: 'show',
      table: 'object',
      sql: `UPDATE object SET index_state = 'indexed' WHERE object_id = ${last}`,
    },
    /is staged and indexed$/,
  ],
  [
    'a take-down that is forgotten',
    { after: 'takeDown', table: 'object', sql: 'UPDATE object SET taken_down_at = NULL' },
    /^sight moved by itself$/,
  ],
  [
    'a hidden dataset that is found',
    { after: 'hide', table: 'dataset', sql: "UPDATE dataset SET visibility = 'listed'" },
    /^a search for quaybx found obj_/,
  ],
  [
    'an object that is lost',
    { after: 'show', table: 'object', sql: `DELETE FROM object WHERE object_id = ${last}` },
    /was staged and is not there any more$/,
  ],
  [
    'a key that does its deed twice',
    {
      after: 'beginning',
      table: 'idempotent_reply',
      sql: `CREATE TRIGGER forgets AFTER INSERT ON idempotent_reply BEGIN
        DELETE FROM idempotent_reply; END; CREATE TRIGGER forgets_too AFTER UPDATE ON
        idempotent_reply BEGIN DELETE FROM idempotent_reply; END`,
    },
    /^buyer 0 has \d+ credits, not \d+$/,
  ],
  [
    'a job that never ends',
    {
      after: 'approve',
      table: 'job',
      sql: "UPDATE job SET state = 'failed' WHERE state = 'queued'",
    },
    /^a job was given up$/,
  ],
  [
    'books that were written anew',
    { after: 'search', table: 'transfer', sql: 'UPDATE transfer SET created_at = created_at + 1' },
    /^the books: transfer content and hash differ$/,
  ],
  [
    'SOL that changed hands',
    {
      after: 'deposit',
      table: 'account',
      sql: `UPDATE account SET posted = posted - 1 WHERE unit = 'SOL' AND kind = 'balance';
        UPDATE account SET posted = posted + 1 WHERE unit = 'SOL' AND kind <> 'balance'`,
    },
    /^buyer@example\.eu has \d+ lamports, not \d+$/,
    licensed,
  ],
  [
    'a licence that is paid twice',
    { after: 'buyLicence', table: 'microip_sale', sql: 'DELETE FROM microip_sale' },
    /^a licence of 0 cost \d+$/,
    licensed,
  ],
  [
    'an exclusive licence that others see',
    { after: 'buyLicence', table: 'object', sql: 'UPDATE object SET exclusive_to = NULL' },
    /is shown with 200$/,
    licensed,
  ],
  [
    'a narrowed key that sees everything',
    {
      after: 'narrow',
      table: 'api_key',
      sql: "UPDATE api_key SET dataset_access_mode = 'all_available'",
    },
    /is shown with 200$/,
    licensed,
  ],
  [
    'an access that does not end',
    { after: 'letIn', table: 'dataset_access', sql: 'UPDATE dataset_access SET expires_at = NULL' },
    /is shown with 200$/,
    restricted,
  ],
  [
    'an object that outlives its dataset',
    {
      after: 'drop',
      table: 'object',
      sql: `UPDATE object SET status = 'active', index_state = 'none';
        UPDATE job SET state = 'done' WHERE state = 'queued'`,
    },
    /is active, and its dataset is gone$/,
    restricted,
  ],
  [
    'a key that does not end',
    {
      after: 'beginning',
      table: 'api_key',
      sql: `CREATE TRIGGER keeps AFTER UPDATE OF revoked_at ON api_key WHEN NEW.revoked_at > 0
        BEGIN UPDATE api_key SET revoked_at = NULL; END`,
    },
    /^a key that was ended was answered with 200$/,
    licensed,
  ],
  [
    'a month that is paid again',
    {
      after: 'bankPays',
      table: 'payout_statement',
      sql: "UPDATE payout_statement SET status = 'approved'",
    },
    /is approved, not paid$/,
    paid,
  ],
  [
    'a statement of what was not earned',
    {
      after: 'beginning',
      table: 'payout_statement',
      sql: `CREATE TRIGGER raises AFTER INSERT ON payout_statement BEGIN
        UPDATE payout_statement SET seller_cents = seller_cents + 1; END`,
    },
    /is settled with \d+, not \d+$/,
    paid,
  ],
  [
    'earnings that somebody else has',
    {
      after: 'fetch',
      table: 'account',
      sql: `UPDATE account SET posted = posted - 1 WHERE kind = 'earned';
        UPDATE account SET posted = posted + 1 WHERE kind = 'revenue'`,
    },
    /^provider 0 is owed \d+ credits, not \d+$/,
    paid,
  ],
  [
    'a payment that goes to the bank twice',
    {
      after: 'bankPays',
      table: 'account',
      sql: `UPDATE account SET posted = posted + 1 WHERE kind = 'payouts';
        UPDATE account SET posted = posted - 1 WHERE kind = 'revenue'`,
    },
    /^\d+ went to the bank, not \d+$/,
    paid,
  ],
  [
    'a contested month that is paid',
    { after: 'dispute', table: 'dispute', sql: "UPDATE dispute SET state = 'rejected'" },
    /^a batch of 0 was answered with 201$/,
    contested,
  ],
  [
    'a month of a plan that is billed again',
    {
      after: 'budget',
      table: 'plan_month',
      sql: "UPDATE plan_month SET period = '2020-01' WHERE state = 'paid'",
    },
    /^a month of starter was billed by a step that is not about it$/,
    planned,
  ],
  [
    'a plan whose months are not billed',
    { after: 'plan', table: 'tenant', sql: "UPDATE tenant SET plan = 'free'" },
    /of buyer 0 was not billed$/,
    planned,
  ],
  [
    'a budget that is forgotten',
    {
      after: 'budget',
      table: 'api_key',
      sql: 'UPDATE api_key SET monthly_budget_credits = NULL',
    },
    /^a key spent \d+ of its \d+$/,
    planned,
  ],
  [
    'an erasure that is forgotten',
    { after: 'visit', table: 'tenant', sql: 'UPDATE tenant SET erased_at = NULL' },
    /^who was erased was billed for \d{4}-\d\d$/,
    visited,
  ],
  [
    'what was erased and is on sale',
    { after: 'endProvider', table: 'object', sql: "UPDATE object SET status = 'active'" },
    /went from deleted to active$/,
    ended,
  ],
  [
    'passages that outlive their tenant',
    {
      after: 'beginning',
      table: 'passage',
      sql: 'CREATE TRIGGER stays BEFORE DELETE ON passage BEGIN SELECT RAISE(IGNORE); END',
    },
    /^\d+ passages of who was erased are left$/,
    ended,
  ],
  [
    'a bank account that outlives its tenant',
    {
      after: 'beginning',
      table: 'payout_account',
      sql: 'CREATE TRIGGER stays BEFORE DELETE ON payout_account BEGIN SELECT RAISE(IGNORE); END',
    },
    /^a batch of 0 was answered with 201$/,
    ended,
  ],
  [
    'a licence that ends with its provider',
    { after: 'endProvider', table: 'object', sql: 'UPDATE object SET bytes_kept_until = 0' },
    /^a licence was answered with 404/,
    ended,
  ],
]

test('what is broken on purpose below holds while nothing is broken', async () => {
  for (const steps of [sale, licensed, restricted, paid, contested, planned, visited, ended]) {
    const { failure } = await runSteps(steps)
    assert.is(failure && failureText(failure), undefined)
  }
})

for (const [what, harm, found, steps = sale] of harms) {
  test(`${what}: found`, async () => {
    const { failure } = await runSteps(steps, { harm })
    assert.match(failure?.what ?? 'nothing was found', found)
  })
}

test('a market in which nobody buys for long shows nothing', () => {
  const lived = (steps: number, sales: number, longestWait: number) =>
    isDead({ steps, came: { sales, longestWait } })
  assert.equal([lived(999, 0, 998), lived(1_000, 0, 999)], [false, true])
  assert.equal([lived(9_000, 100, 4_000), lived(9_000, 100, 4_001)], [false, true])
})

test('a failing run is made as short as it can be, and can be replayed', async () => {
  const [, harm] = harms[0] as (typeof harms)[number]
  const { failure } = await runSteps(
    ['show 0 0', 'grant 0 1', 'show 1 0', 'grant 1 2'].map(stepOf),
    {
      harm: { ...harm, after: 'grant' },
    },
  )
  assert.ok(failure)
  const short = await shrink(failure, { harm: { ...harm, after: 'grant' } })
  assert.equal(short.steps.map(stepText), ['grant 0 1'])
  const again = await runSteps(short.steps.map(stepText).map(stepOf), {
    harm: { ...harm, after: 'grant' },
  })
  assert.is(again.failure?.what, failure.what)
})

test.run()
