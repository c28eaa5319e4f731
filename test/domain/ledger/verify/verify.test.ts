import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type VerifyProblem,
  verifyGently,
  verifyLedger,
  verifySlices,
} from '../../../../src/domain/ledger/index.ts'
import { startMs } from '../../../support/fake-clock.ts'
import { downloadOf, openTestLedger, type TestLedger } from '../../../support/open-test-ledger.ts'
import { saidOf } from '../../../support/said-of-ledger.ts'
import { shared } from '../../../support/shared.ts'

/** Two grants, two searches, one paid and one free download. */
async function openUsedLedger(): Promise<TestLedger> {
  const ledger = openTestLedger()
  const nowMs = ledger.store.clock.nowMs()
  const buyer = await ledger.tenant({ credits: 100 })
  const provider = await ledger.tenant({ credits: 1 })
  await ledger.store.write((tx) => {
    for (const searchId of ['srch_1', 'srch_2'] as const) {
      ledger.recordSearch(tx, { tenantId: buyer, searchId, paramsHash: 'a', nowMs })
    }
    const parties = { buyer, provider, priceCents: 25 }
    ledger.chargeDownload(tx, downloadOf(parties, { n: 1, nowMs }))
    ledger.chargeDownload(tx, downloadOf({ ...parties, priceCents: 0 }, { n: 2, nowMs }))
  })
  return ledger
}

/** What a hand on the file could do: no trigger and no constraint stands in the way. */
function tamper({ store }: TestLedger, sql: string): void {
  const { raw } = store
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const name of triggers.all()) raw.exec(`DROP TRIGGER ${name}`)
  raw.pragma('foreign_keys = OFF')
  raw.pragma('ignore_check_constraints = ON')
  raw.exec(sql)
}

const books = shared(async () => {
  const ledger = await openUsedLedger()
  tamper(ledger, '')
  return Object.assign(ledger, { [Symbol.asyncDispose]: async () => ledger[Symbol.dispose]() })
})

/** What is said of the books as they would be with this change, which is then taken back. */
function problemsAfter(ledger: TestLedger, sql: string): VerifyProblem[] {
  const { raw } = ledger.store
  raw.exec('SAVEPOINT change')
  try {
    raw.exec(sql)
    return problemsOf(ledger)
  } finally {
    raw.exec('ROLLBACK TO change; RELEASE change')
  }
}

function problemsOf({ store }: TestLedger): VerifyProblem[] {
  const { ok, problems } = verifyLedger(store.db)
  assert.is(ok, problems.length === 0)
  return problems
}

/** Where something is wrong and what, each once: names and numbers are another matter. */
function saidBy(problems: VerifyProblem[]): string[] {
  const plain = problems.map(({ check, seq, message }) =>
    `${check} ${seq ?? '-'}: ${message}`
      .replace(/[a-z]+_[0-9a-z]{26}/g, 'T')
      .replace(String(startMs + 1), 'later')
      .replaceAll(String(startMs), 'then'),
  )
  return [...new Set(plain)]
}

test('a sound ledger has no problems, a count and a head', async () => {
  using ledger = await openUsedLedger()
  const { hash } = ledger.store.raw
    .prepare('SELECT hash FROM transfer ORDER BY seq DESC LIMIT 1')
    .get() as { hash: Buffer }
  const expected = { ok: true, transfers: 4, events: 4, head: hash.toString('hex'), problems: [] }
  assert.equal(verifyLedger(ledger.store.db), expected)
})

test('an empty ledger is sound', () => {
  using ledger = openTestLedger()
  const { ok, transfers } = verifyLedger(ledger.store.db)
  assert.equal({ ok, transfers }, { ok: true, transfers: 0 })
})

/** Every column of the two chains; each value differs from what is there. */
const changes = {
  transfer: {
    seq: 99,
    transfer_id: "'x'",
    group_id: "'x'",
    phase: "'hold'",
    debit_account_id: 'credit_account_id + 1',
    credit_account_id: 'debit_account_id + 5',
    amount_minor: 'amount_minor + 1',
    hold_seq: 1,
    code: "'x'",
    ref: "'x'",
    body_hash: 'randomblob(32)',
    created_at: 'created_at + 1',
    debit_after: 'debit_after + 1',
    credit_after: 'credit_after - 1',
    prev: 'randomblob(32)',
    hash: 'randomblob(32)',
    blind: 'randomblob(16)',
  },
  meter_event: {
    seq: 99,
    event_id: "'x'",
    kind: "'citation'",
    buyer_tenant_id: "'x'",
    provider_tenant_id: "'x'",
    dataset_id: "'x'",
    asset_id: "'x'",
    api_key_id: "'x'",
    search_id: "'x'",
    quantity: 2,
    price_version: 'price_version + 1',
    charge_cents: 'charge_cents + 1',
    provider_share_bp: 5,
    provider_cents: 'provider_cents + 1',
    gross_after_cents: 'gross_after_cents + 1',
    period: "'2027-01'",
    created_at: 'created_at + 1',
    prev: 'randomblob(32)',
    hash: 'randomblob(32)',
    blind: 'randomblob(16)',
  },
}

test('the tables below name every column', () => {
  using ledger = openTestLedger()
  for (const [table, columns] of Object.entries(changes)) {
    const names = ledger.store.raw.prepare(`SELECT name FROM pragma_table_info('${table}')`)
    assert.equal(Object.keys(columns), names.pluck().all())
  }
})

for (const [table, columns] of Object.entries(changes)) {
  for (const [column, value] of Object.entries(columns)) {
    const title = `${table}: another ${column} in row 3 is found there, and all that follows`
    books.fact(title, (ledger) => {
      const sql = `UPDATE ${table} SET ${column} = ${value} WHERE seq = 3`
      assert.equal(saidBy(problemsAfter(ledger, sql)), saidOf[table]?.[column])
    })
  }
}

const counts: [title: string, sql: string][] = [
  ['a limit that is none', "UPDATE account SET may_go_negative = 2 WHERE owner <> 'world'"],
  ['a purchase of a later day', "UPDATE tally SET amount = amount + 86400000 WHERE kind = 'paid'"],
  ['a purchase of another month', "UPDATE tally SET period = '2026-02' WHERE kind = 'paid'"],
  ['a purchase by somebody else', "UPDATE tally SET tenant_id = 'x' WHERE kind = 'paid'"],
  ['a purchase that is gone', "DELETE FROM tally WHERE kind = 'paid'"],
  ['a count of nothing', "UPDATE tally SET kind = 'x' WHERE kind = 'searches'"],
]
for (const [title, sql] of counts) {
  books.fact(`beside the chains, ${title} is found`, (ledger) => {
    assert.ok(problemsAfter(ledger, sql).length > 0)
  })
}

test('a check whose arithmetic stops is a problem, and those after it go on', async () => {
  using ledger = await openUsedLedger()
  const stops = () => {
    throw new Error('more than was earned')
  }
  const last = () => [[{ check: 'last', seq: null, message: 'is asked' }]]
  const { problems, transfers } = verifyLedger(ledger.store.db, [stopping(stops), last])
  assert.equal(
    problems.map(({ check, message }) => `${check} ${message}`),
    ['ledger cannot be worked out: more than was earned', 'last is asked'],
  )
  assert.is(transfers, 4)
})

function stopping(stop: () => never): () => Iterable<VerifyProblem[]> {
  return function* () {
    yield stop()
  }
}

/** Every value of both chains as bytes, to be changed in one bit at any place. */
type Cell = { table: string; column: string; seq: number; value: unknown }

function cellsOf({ store }: TestLedger): Cell[] {
  return Object.entries(changes).flatMap(([table, columns]) =>
    (store.raw.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[]).flatMap(
      (row) =>
        Object.keys(columns)
          .filter((column) => row[column] !== null)
          .map((column) => ({ table, column, seq: row.seq as number, value: row[column] })),
    ),
  )
}

function withBitChanged(value: unknown, bit: number): unknown {
  // Far from the numbers of other rows, which the database would not take.
  if (typeof value === 'number') return value + 2 ** (10 + (bit % 30))
  const bytes = Buffer.from(value as string | Buffer)
  if (bytes.length === 0) return 'x'
  // The lowest seven: a text stays one.
  const at = bit % bytes.length
  bytes[at] = (bytes[at] as number) ^ (1 << (bit % 7))
  return typeof value === 'string' ? bytes.toString('latin1') : bytes
}

books.fact('one changed bit, anywhere in transfers and events, is found', (ledger) => {
  const { raw } = ledger.store
  const cells = cellsOf(ledger)
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 10_000 }), (pick, bit) => {
      const { table, column, seq, value } = cells[pick % cells.length] as Cell
      raw.exec('SAVEPOINT flip')
      raw
        .prepare(`UPDATE ${table} SET ${column} = ? WHERE seq = ?`)
        .run(withBitChanged(value, bit), seq)
      const { ok } = verifyLedger(ledger.store.db)
      raw.exec('ROLLBACK TO flip; RELEASE flip')
      assert.is(ok, false, `${table}.${column} of ${seq}`)
    }),
    { numRuns: 500 },
  )
  assert.equal(problemsOf(ledger), [])
})

const accountChanges = {
  posted: 'posted + 1',
  held: 'held + 1',
  version: 'version + 1',
  owner: "'tnt_thief'",
  kind: "'x'",
  unit: "'SOL'",
  may_go_negative: 1,
}

for (const [column, value] of Object.entries(accountChanges)) {
  books.fact(`account: another ${column} is found`, (ledger) => {
    const sql = `UPDATE account SET ${column} = ${value} WHERE kind = 'earned'`
    assert.ok(problemsAfter(ledger, sql).length > 0)
  })
}

const deeds: [name: string, sql: string, check: string][] = [
  [
    'two balances that change hands',
    'UPDATE account SET posted = posted + iif(account_id = 2, 5, -5) WHERE account_id IN (2, 3)',
    'account',
  ],
  [
    'accounts that change hands',
    "UPDATE account SET owner = owner || 'x' WHERE kind IN ('earned', 'balance')",
    'transfer',
  ],
  ['a removed transfer', 'DELETE FROM transfer WHERE seq = 2', 'transfer'],
  ['a last transfer that was cut off', 'DELETE FROM transfer WHERE seq = 4', 'account'],
  ['a removed event', 'DELETE FROM meter_event WHERE seq = 2', 'meter_event'],
  ['a last event that was cut off', 'DELETE FROM meter_event WHERE seq = 3', 'transfer'],
  ['a removed search', 'DELETE FROM meter_event WHERE seq = 1', 'search_count'],
  [
    'a search count that was lowered',
    "UPDATE tally SET amount = 1 WHERE kind = 'searches'",
    'search_count',
  ],
  [
    'a search count out of nothing',
    "INSERT INTO tally VALUES ('x', '2026-03', 'searches', '', 1)",
    'search_count',
  ],
  [
    'a spend of child keys out of nothing',
    "INSERT INTO spent_below VALUES ('x', '2026-03', 'key_1', 1)",
    'spent_below',
  ],
  ['a removed account', "DELETE FROM account WHERE kind = 'earned'", 'transfer'],
]

for (const [name, sql, check] of deeds) {
  books.fact(`${name} is found`, (ledger) => {
    const checks = problemsAfter(ledger, sql).map((problem) => problem.check)
    assert.ok(checks.includes(check), JSON.stringify(checks))
  })
}

books.fact('a charge whose event is missing is found in each of its transfers', (ledger) => {
  const message = 'charges without a metered event'
  const said = problemsAfter(ledger, 'DELETE FROM meter_event')
  const found = said.filter((problem) => problem.message === message)
  assert.equal(
    found.map(({ seq }) => seq),
    [3, 4],
  )
})

test('no more than a hundred problems are listed', async () => {
  using ledger = await openUsedLedger()
  const { buyer, provider } = {
    buyer: await ledger.tenant({ credits: 999 }),
    provider: 'tnt_p' as const,
  }
  const nowMs = ledger.store.clock.nowMs()
  await ledger.store.write((tx) => {
    for (let n = 10; n < 80; n++) {
      ledger.chargeDownload(tx, downloadOf({ buyer, provider, priceCents: 2 }, { n, nowMs }))
    }
  })
  tamper(ledger, "UPDATE transfer SET ref = 'x'")
  assert.is(problemsOf(ledger).length, 100)
})

test('writes between two slices on the same connection raise no false alarm', async () => {
  using ledger = openTestLedger()
  const buyer = await ledger.tenant({ credits: 100_000, plan: 'unlimited' })
  const nowMs = ledger.store.clock.nowMs()
  let n = 0
  const more = (count: number) =>
    ledger.store.write((tx) => {
      for (const end = n + count; n < end; n++) {
        const parties = { buyer, provider: 'tnt_p' as const, priceCents: 3 }
        ledger.chargeDownload(tx, downloadOf(parties, { n, nowMs }))
        ledger.recordSearch(tx, { tenantId: buyer, searchId: `srch_${n}`, paramsHash: 'a', nowMs })
      }
    })
  await more(700)
  const slices = verifySlices(ledger.store.db)
  for (;;) {
    const step = slices.next()
    if (step.done) {
      assert.equal(step.value.problems, [])
      assert.ok(step.value.events > 1400)
      break
    }
    await more(5)
  }
})

test('verifying gently lets other work run and finds the same', async () => {
  using ledger = await openUsedLedger()
  let others = 0
  const spin = () => {
    others++
    next = setImmediate(spin)
  }
  let next = setImmediate(spin)
  const report = await verifyGently(ledger.store.db)
  clearImmediate(next)
  assert.ok(others >= 2)
  assert.equal(report, verifyLedger(ledger.store.db))
})

test('checks that another room adds are part of the report', async () => {
  using ledger = await openUsedLedger()
  const problem = { check: 'link', seq: 3, message: 'x' }
  const { ok, problems } = verifyLedger(ledger.store.db, [() => [[], [problem]]])
  assert.equal({ ok, problems }, { ok: false, problems: [problem] })
})

test.run()
