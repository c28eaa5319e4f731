import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { verifyLedger } from '../../../src/domain/ledger/index.ts'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { downloadOf, openTestLedger, type TestLedger } from '../../support/open-test-ledger.ts'

/** One grant, one search and one charged download. */
async function openUsedLedger(): Promise<TestLedger> {
  const ledger = openTestLedger()
  const nowMs = ledger.store.clock.nowMs()
  const buyer = await ledger.tenant({ credits: 100 })
  const provider = await ledger.tenant()
  await ledger.store.write((tx) => {
    ledger.recordSearch(tx, { tenantId: buyer, searchId: 'srch_1', paramsHash: 'a', nowMs })
    ledger.chargeDownload(tx, downloadOf({ buyer, provider, priceCents: 25 }, { n: 1, nowMs }))
  })
  return ledger
}

const appendOnly = /append-only/
const byTransfer = /balances move by transfers alone/

/** What anybody with the database open for writing may try. */
const attempts: [sql: string, refusal: RegExp][] = [
  ['UPDATE transfer SET amount_minor = 1 WHERE seq = 1', appendOnly],
  ['UPDATE transfer SET ref = ref', appendOnly],
  ['UPDATE OR IGNORE transfer SET amount_minor = 1', appendOnly],
  ['DELETE FROM transfer WHERE seq = 1', appendOnly],
  ['DELETE FROM transfer', appendOnly],
  ['INSERT OR REPLACE INTO transfer SELECT * FROM transfer WHERE seq = 1', /follows the last one/],
  [
    `INSERT OR REPLACE INTO transfer SELECT (SELECT max(seq) + 1 FROM transfer), transfer_id,
      group_id, phase, debit_account_id, credit_account_id, 1, hold_seq, code, ref, body_hash,
      created_at, debit_after, credit_after,
      (SELECT hash FROM transfer ORDER BY seq DESC LIMIT 1), randomblob(32), NULL
      FROM transfer WHERE seq = 1`,
    /this transfer exists/,
  ],
  ['UPDATE account SET posted = posted + 1', byTransfer],
  ['UPDATE account SET posted = posted + 1, version = version + 1', byTransfer],
  [`UPDATE account SET posted = posted + 1, version = (SELECT max(seq) FROM transfer)`, byTransfer],
  ["UPDATE account SET owner = 'tnt_x' WHERE account_id = 2", byTransfer],
  ['UPDATE account SET may_go_negative = 1', byTransfer],
  ['DELETE FROM account', /never deleted/],
  ['INSERT OR REPLACE INTO account SELECT * FROM account', /open empty and once/],
  [
    `INSERT OR REPLACE INTO account (account_id, unit, owner, kind, may_go_negative)
      SELECT account_id, unit, owner, kind, may_go_negative FROM account`,
    /open empty and once/,
  ],
  [
    `INSERT OR REPLACE INTO account (unit, owner, kind, may_go_negative)
      SELECT unit, owner, kind, may_go_negative FROM account`,
    /open empty and once/,
  ],
  [
    `INSERT INTO account (unit, owner, kind, may_go_negative, posted)
      VALUES ('CREDIT', 'tnt_x', 'balance', 0, 5)`,
    /open empty and once/,
  ],
  [
    `INSERT INTO account (unit, owner, kind, may_go_negative)
      VALUES ('CREDIT', 'tnt_x', 'balance', 1)`,
    /CHECK constraint failed/,
  ],
  ['UPDATE meter_event SET charge_cents = 0', appendOnly],
  ['DELETE FROM meter_event', appendOnly],
  ['INSERT OR REPLACE INTO meter_event SELECT * FROM meter_event', /follows the last one/],
]

for (const [sql, expected] of attempts) {
  test(`refused: ${sql.replace(/\s+/g, ' ').slice(0, 90)}`, async () => {
    using ledger = await openUsedLedger()
    assert.throws(() => ledger.store.raw.exec(sql), expected)
    assertLedgerBalances(ledger)
  })
}

for (const [sql] of attempts.filter(([text]) => text.includes('OR REPLACE'))) {
  const shown = sql.replace(/\s+/g, ' ').slice(0, 70)
  test(`refused without recursive_triggers too: ${shown}`, async () => {
    using ledger = await openUsedLedger()
    ledger.store.raw.pragma('recursive_triggers = OFF')
    assert.throws(() => ledger.store.raw.exec(sql))
    assertLedgerBalances(ledger)
  })
}

test('the store sets recursive_triggers, so that a replaced row counts as deleted', async () => {
  using ledger = await openUsedLedger()
  const { raw } = ledger.store
  assert.is(raw.pragma('recursive_triggers', { simple: true }), 1)
  raw.exec('DROP TRIGGER account_opens_empty')
  const replace = `INSERT OR REPLACE INTO account (account_id, unit, owner, kind, may_go_negative)
    SELECT account_id, unit, owner, kind, may_go_negative FROM account WHERE posted > 0 LIMIT 1`
  assert.throws(() => raw.exec(replace), /never deleted/)
  raw.pragma('recursive_triggers = OFF')
  raw.exec(replace)
  assert.is(verifyLedger(ledger.store.db).ok, false)
})

for (const orIgnore of ['', 'OR IGNORE', 'OR REPLACE']) {
  test(`an overdraft is refused by the database: INSERT ${orIgnore}`, async () => {
    using ledger = await openUsedLedger()
    const { raw } = ledger.store
    const [from, to] = raw
      .prepare("SELECT account_id FROM account WHERE owner <> 'world' ORDER BY posted DESC LIMIT 2")
      .pluck()
      .all()
    const overdraft = raw.prepare(`INSERT ${orIgnore} INTO transfer
      SELECT max(seq) + 1, 'x', 'x', 'post', ?, ?, 1000000, NULL, 'x', 'x', randomblob(32), 0,
        (SELECT posted - 1000000 FROM account WHERE account_id = ?),
        (SELECT posted + 1000000 FROM account WHERE account_id = ?),
        (SELECT hash FROM transfer ORDER BY seq DESC LIMIT 1), randomblob(32), NULL FROM transfer`)
    assert.throws(() => overdraft.run(from, to, from, to))
    assertLedgerBalances(ledger)
  })
}

test('a transfer out of turn is refused', async () => {
  using ledger = await openUsedLedger()
  const inserting = (place: { seq: string; prev: string }) => `
    INSERT INTO transfer SELECT ${place.seq}, 'x', 'x', 'post', 1, 2, 1, NULL, 'x', 'x',
      randomblob(32), 0, 0, 0, (SELECT ${place.prev} FROM transfer ORDER BY seq DESC LIMIT 1),
      randomblob(32), NULL FROM transfer`
  for (const place of [
    { seq: 'max(seq) + 2', prev: 'hash' },
    { seq: 'max(seq) + 1', prev: 'prev' },
    { seq: 'NULL', prev: 'hash' },
  ]) {
    assert.throws(() => ledger.store.raw.exec(inserting(place)), /follows the last one/)
  }
})

test('a transfer whose id does not begin with its group is refused', async () => {
  using ledger = await openUsedLedger()
  const insert = ledger.store.raw.prepare(`INSERT INTO transfer
    SELECT max(seq) + 1, ?, 'dl:1', 'post', world, owned, 1, NULL, 'x', 'x', randomblob(32), 0,
      (SELECT posted - 1 FROM account WHERE account_id = world),
      (SELECT posted + 1 FROM account WHERE account_id = owned),
      (SELECT hash FROM transfer ORDER BY seq DESC LIMIT 1), randomblob(32), NULL
    FROM transfer, (SELECT min(iif(owner = 'world', account_id, NULL)) AS world,
      min(iif(owner = 'world', NULL, account_id)) AS owned FROM account)`)
  for (const id of ['dl:2', 'dl:10', 'xdl:1', 'dl:1;x']) {
    assert.throws(() => insert.run(id), /CHECK constraint failed/, id)
  }
  assertLedgerBalances(ledger)
  assert.is(insert.run('dl:1:x').changes, 1)
})

test.run()
