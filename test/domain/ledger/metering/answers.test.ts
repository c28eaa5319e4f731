// The passages of one search are one row, and read as one row each.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import {
  answerOf,
  type RetrievalRow,
  retrievalsOf,
} from '../../../../src/domain/ledger/metering/answers.ts'
import { openTestLedger, shownBy } from '../../../support/open-test-ledger.ts'

const searchId = newId('srch', 1_700_000_000_000)

function rowAt(place: number, more: Partial<RetrievalRow> = {}): RetrievalRow {
  return {
    retrievalEventId: `ret_${searchId.slice(5)}_${place}`,
    searchId,
    buyerTenantId: 'tnt_b',
    apiKeyId: null,
    providerTenantId: 'tnt_p',
    datasetId: 'dset_1',
    assetId: 'obj_1',
    passageId: `psg_${place}`,
    rate: 'standard',
    providerShareBp: 6000,
    chargeCents: cents(1),
    eventId: 'ret:1:0:x',
    createdAt: 7,
    ...more,
  }
}

const rows = [
  rowAt(0),
  rowAt(1, { assetId: 'obj_2' }),
  rowAt(2, { eventId: null, chargeCents: cents(0) }),
  rowAt(3),
  rowAt(4, { rate: 'premium', providerShareBp: 7000, chargeCents: cents(2), eventId: 'ret:1:1:y' }),
  ...Array.from({ length: 8 }, (_, n) => rowAt(5 + n, { passageId: 'psg_0' })),
]

test('what was put into one row comes out of it as it was', () => {
  assert.equal(retrievalsOf(answerOf(rows)), rows)
})

test('what passages have in common is kept once', () => {
  assert.is(JSON.parse(answerOf(rows).terms).length, 4)
})

test('a passage that is not at its place is refused', () => {
  assert.throws(() => answerOf([rowAt(1)]), /is not at place 0/)
})

test('the database reads the same passages out of the row', async () => {
  using ledger = openTestLedger()
  const [buyer, provider] = [await ledger.tenant({ credits: 100 }), await ledger.tenant()]
  const parts = Array.from({ length: 12 }, (_, n) => ({ n, assetId: `obj_${n % 3}` as const }))
  const passages = shownBy(provider, { searchId, parts })
  const nowMs = ledger.store.clock.nowMs()
  const payer = { tenantId: buyer, apiKeyId: 'key_1' as const }
  await ledger.store.write((tx) => ledger.meterRetrieval(tx, { payer, searchId, passages, nowMs }))
  const { raw } = ledger.store
  const [kept] = raw.prepare('SELECT * FROM answer').all() as Record<string, never>[]
  const ours = retrievalsOf({
    searchId,
    buyerTenantId: buyer,
    apiKeyId: 'key_1',
    createdAt: nowMs,
    passages: kept?.passages ?? '',
    terms: kept?.terms ?? '',
  })
  const theirs = raw.prepare('SELECT * FROM retrieval').all() as Record<string, unknown>[]
  assert.is(ours.length, 12)
  assert.equal(
    theirs.map((row) => Object.values(row)),
    ours.map((row) => [
      ...[row.retrievalEventId, row.searchId, row.buyerTenantId, row.apiKeyId],
      ...[row.providerTenantId, row.datasetId, row.assetId, row.passageId, row.rate],
      ...[row.providerShareBp, row.chargeCents, row.eventId, row.createdAt],
    ]),
  )
})

const column = (name: string, value: string) =>
  `INSERT INTO answer SELECT -2, 'srch_other', buyer_tenant_id, api_key_id,
    ${name === 'passages' ? value : 'passages'}, ${name === 'terms' ? value : 'terms'}, created_at
  FROM answer`

const numbered = (number: string) =>
  `INSERT INTO answer SELECT ${number}, search_id, buyer_tenant_id, api_key_id, passages, terms,
    created_at FROM answer`

const refused: [what: string, sql: string, refusal: RegExp][] = [
  ['the same answer again', 'INSERT OR REPLACE INTO answer SELECT * FROM answer', /append-only/],
  ['a second answer', numbered('-2'), /append-only/],
  ['an answer with the number of nothing', numbered('7'), /another search/],
  ['an answer without a passage', column('passages', "'[]'"), /CHECK/],
  ['a passage without terms', column('passages', `'[["psg_1", 1]]'`), /without terms/],
  ['terms that are no number', column('passages', `'[["psg_1", "0"]]'`), /without terms/],
  ['a passage without an id', column('passages', "'[[null, 0]]'"), /without terms/],
  ['a rate that there is not', column('terms', "json_set(terms, '$[0][3]', 'free')"), /cannot be/],
  ['a share above all', column('terms', "json_set(terms, '$[0][4]', 10001)"), /cannot be/],
  ['a price below zero', column('terms', "json_set(terms, '$[0][5]', -1)"), /cannot be/],
  ['a price that is a text', column('terms', "json_set(terms, '$[0][5]', '1')"), /cannot be/],
  ['a price without an event', column('terms', "json_set(terms, '$[0][6]', null)"), /cannot be/],
  ['a passage of no dataset', column('terms', "json_set(terms, '$[0][1]', null)"), /cannot be/],
  [
    'a price for own content',
    column('terms', "json_set(terms, '$[0][0]', buyer_tenant_id)"),
    /cannot be/,
  ],
  [
    'a citation of another passage',
    `INSERT INTO citation SELECT 'cit_1', retrieval_event_id, buyer_tenant_id, 'x', 0, 0, 1
      FROM retrieval`,
    /no such retrieval/,
  ],
  [
    'an outcome of what was not shown',
    `INSERT INTO outcome SELECT 'out_1', retrieval_event_id || 1, buyer_tenant_id, 1, 0, NULL, 1
      FROM retrieval`,
    /no such retrieval/,
  ],
  [
    "an outcome of another tenant's",
    `INSERT INTO outcome SELECT 'out_1', retrieval_event_id, 'tnt_x', 1, 0, NULL, 1
      FROM retrieval`,
    /no such retrieval/,
  ],
]

for (const [what, sql, refusal] of refused) {
  test(`the database refuses ${what}`, async () => {
    using ledger = openTestLedger()
    const [buyer, provider] = [await ledger.tenant({ credits: 100 }), await ledger.tenant()]
    const passages = shownBy(provider, { searchId, parts: [{ n: 1 }] })
    const nowMs = ledger.store.clock.nowMs()
    const payer = { tenantId: buyer }
    await ledger.store.write((tx) =>
      ledger.meterRetrieval(tx, { payer, searchId, passages, nowMs }),
    )
    assert.throws(() => ledger.store.raw.exec(sql), refusal)
  })
}

test.run()
