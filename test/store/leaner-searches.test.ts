// Migration 0051: retrievals of before become one row for each search, and say what they said.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId, type RetrievalEventId, type SearchId } from '../../src/base/ids.ts'
import { cents } from '../../src/base/money.ts'
import { eventHash, genesis } from '../../src/domain/ledger/books/chain.ts'
import { verifyLedger } from '../../src/domain/ledger/index.ts'
import type { RetrievalRow } from '../../src/domain/ledger/metering/answers.ts'
import { eventIdOf } from '../../src/domain/ledger/metering/meter-retrieval.ts'
import { eventAfter } from '../../src/domain/ledger/record-event.ts'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { insertRow } from '../support/insert-row.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const clock = fakeClock()
const createdAt = clock.nowMs()
const [first, second] = [newId('srch', createdAt), newId('srch', createdAt)]

function rowAt(searchId: SearchId, place: number, more: Partial<RetrievalRow> = {}): RetrievalRow {
  return {
    retrievalEventId: retrieval(searchId, place),
    searchId,
    buyerTenantId: 'tnt_b',
    apiKeyId: 'key_1',
    providerTenantId: 'tnt_p',
    datasetId: 'dset_1',
    assetId: 'obj_1',
    passageId: `psg_${place}`,
    rate: 'standard',
    providerShareBp: 6000,
    chargeCents: cents(0),
    eventId: null,
    createdAt,
    ...more,
  }
}

function retrieval(searchId: SearchId, place: number): RetrievalEventId {
  return `ret_${searchId.slice('srch_'.length)}_${place}`
}

/** Twelve places, so that 10 comes after 2; those of the second search cost nothing any more. */
function rowsOfBefore(): { rated: RetrievalRow[]; free: RetrievalRow[] } {
  const places = Array.from({ length: 12 }, (_, place) => place)
  const rated = places.map((n) => rowAt(first, n, { assetId: `obj_${n % 2}` }))
  const eventId = eventIdOf(rated, 0, 'hex')
  for (const row of rated) row.eventId = eventId
  return { rated, free: [0, 1].map((n) => rowAt(second, n, { apiKeyId: null })) }
}

/** A search of before with its passages at the price of nothing, cited and told of. */
function fill(store: Store): void {
  const { rated, free } = rowsOfBefore()
  const buyerTenantId = 'tnt_b' as const
  const shared = { buyerTenantId, searchId: first, priceVersion: 1, atMs: createdAt }
  const period = new Date(createdAt).toISOString().slice(0, 7)
  const searched = eventAfter(
    { seq: 0, hash: genesis },
    { ...shared, kind: 'search', eventId: `search:${first}`, period },
    null,
  )
  const retrieved = {
    ...shared,
    kind: 'retrieval_standard' as const,
    eventId: rated[0]?.eventId ?? '',
    period,
    providerTenantId: 'tnt_p',
    datasetId: 'dset_1',
    quantity: rated.length,
  }
  const event = eventAfter(searched, retrieved, null)
  assert.equal(event.hash, eventHash({ prev: searched.hash, seq: 2, body: event }, 1))
  for (const { blind: _, ...row } of [searched, event]) insertRow(store, 'meter_event', row)
  for (const row of [...rated, ...free]) insertRow(store, 'retrieval', row)
  const retrievalEventId = retrieval(first, 10)
  const about = { retrievalEventId, buyerTenantId, chargeCents: 0, createdAt }
  insertRow(store, 'citation', { citationId: 'cit_1', ...about, passageId: 'psg_10', rated: 1 })
  insertRow(store, 'outcome', { outcomeId: 'out_1', ...about, revenueCents: 5, note: 'sold' })
}

const kept = ['retrieval', 'rated_passage', 'citation', 'outcome', 'meter_event']

/** What of a row was there before; that it has no blind, its hash shows. */
function contents({ raw }: Store) {
  return kept.map((table) => {
    const rows = raw.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as object[]
    return rows.map((row) => ({ ...row, blind: undefined }))
  })
}

test('retrievals, citations and outcomes of before are there after the upgrade', () => {
  using folder = temporaryFolder()
  const migrations = shippedMigrations()
  const before = migrations.filter(({ number }) => number < 51)
  const old = openStore({ dir: folder.path, clock, migrations: before })
  fill(old)
  const was = contents(old)
  old.close()
  const store = openStore({ dir: folder.path, clock })
  try {
    const is = contents(store)
    for (const [n, table] of kept.entries()) assert.equal(is[n], was[n], table)
    const counted = 'SELECT tenant_id, kind, amount FROM tally'
    assert.equal(store.raw.prepare(counted).raw().all(), [['tnt_b', 'searches', 1]])
    assert.is(store.raw.prepare('SELECT count(*) FROM answer').pluck().get(), 2)
    assert.equal(verifyLedger(store.db).problems, [])
    const again = "INSERT INTO citation SELECT 'cit_2', retrieval_event_id, buyer_tenant_id,"
    const cite = `${again} passage_id, 0, 0, 1 FROM retrieval WHERE passage_id =`
    assert.throws(() => store.raw.exec(`${cite} 'psg_10'`), /UNIQUE/)
    store.raw.exec(`${cite} 'psg_11'`)
    assert.throws(() => store.raw.exec('DELETE FROM citation'), /append-only/)
    assert.throws(() => store.raw.exec("UPDATE outcome SET note = 'x'"), /append-only/)
    assert.equal(store.raw.pragma('foreign_key_check'), [])
    assert.is(store.raw.pragma('integrity_check', { simple: true }), 'ok')
  } finally {
    store.close()
  }
})

test.run()
