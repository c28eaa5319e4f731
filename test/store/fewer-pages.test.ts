// Migration 0052: what was counted and shown before is there after it, found in another way.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId, type SearchId } from '../../src/base/ids.ts'
import { cents } from '../../src/base/money.ts'
import { genesis } from '../../src/domain/ledger/books/chain.ts'
import { verifyLedger } from '../../src/domain/ledger/index.ts'
import { answerOf, type RetrievalRow } from '../../src/domain/ledger/metering/answers.ts'
import { eventIdOf } from '../../src/domain/ledger/metering/meter-retrieval.ts'
import { findRetrieval } from '../../src/domain/ledger/metering/queries.ts'
import { countPayingBuyers } from '../../src/domain/ledger/metering/tallies.ts'
import { eventAfter } from '../../src/domain/ledger/record-event.ts'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { insertRow } from '../support/insert-row.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const clock = fakeClock()
const createdAt = clock.nowMs()
const newSearch = () => newId('srch', createdAt)
/** Its event has an id of long ago, as ids are now, or there is none. */
const [old, recent, retried] = [newSearch(), newSearch(), newSearch()]
const retrievalOf = (searchId: SearchId) => `ret_${searchId.slice('srch_'.length)}_0` as const

function shown(searchId: SearchId, more: Partial<RetrievalRow> = {}): RetrievalRow {
  return {
    retrievalEventId: retrievalOf(searchId),
    searchId,
    buyerTenantId: 'tnt_b',
    apiKeyId: 'key_1',
    providerTenantId: 'tnt_p',
    datasetId: 'dset_1',
    assetId: 'obj_1',
    passageId: 'psg_1',
    rate: 'standard',
    providerShareBp: 6000,
    chargeCents: cents(0),
    eventId: null,
    createdAt,
    ...more,
  }
}

/** Two searches with an event each, the later one for a cent, and one that was retried. */
function fill(store: Store): void {
  const paid = shown(recent, { chargeCents: cents(1) })
  paid.eventId = eventIdOf([paid], 0)
  const period = new Date(createdAt).toISOString().slice(0, 7)
  const shared = {
    buyerTenantId: 'tnt_b',
    apiKeyId: 'key_1',
    priceVersion: 1,
    atMs: createdAt,
    period,
  } as const
  const first = eventAfter(
    { seq: 0, hash: genesis },
    { ...shared, kind: 'search', eventId: `search:${old}`, searchId: old },
    null,
  )
  const again = { kind: 'search' as const, eventId: `ret:${recent}`, searchId: recent }
  const second = eventAfter(first, { ...shared, ...again }, null)
  const price = { chargeCents: 1, grossAfterCents: 1, providerShareBp: 6000 }
  const bought = {
    kind: 'retrieval_standard' as const,
    eventId: paid.eventId,
    searchId: recent,
    providerTenantId: 'tnt_p',
    datasetId: 'dset_1',
  }
  const charged = eventAfter(second, { ...shared, ...bought, ...price }, null)
  for (const { blind: _, ...row } of [first, second, charged]) insertRow(store, 'meter_event', row)
  for (const row of [shown(old), paid, shown(retried)]) {
    // Every passage named its terms then.
    insertRow(store, 'answer', {
      ...answerOf([row]),
      passages: JSON.stringify([[row.passageId, 0]]),
    })
  }
}

const kept = ['retrieval', 'rated_passage', 'meter_event']

/** What of a row was there before; that it has no blind, its hash shows. */
function contents({ raw }: Store) {
  return kept.map((table) => {
    const rows = raw.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as object[]
    return rows.map((row) => ({ ...row, blind: undefined }))
  })
}

function upgraded(check: (store: Store, was: ReturnType<typeof contents>) => void): void {
  using folder = temporaryFolder()
  const before = shippedMigrations().filter(({ number }) => number < 52)
  const store = openStore({ dir: folder.path, clock, migrations: before })
  fill(store)
  const was = contents(store)
  store.close()
  const now = openStore({ dir: folder.path, clock })
  try {
    check(now, was)
  } finally {
    now.close()
  }
}

test('counts and retrievals of before are there after the upgrade', () => {
  upgraded((store, was) => {
    const is = contents(store)
    for (const [n, table] of kept.entries()) {
      assert.ok(was[n]?.length, table)
      assert.equal(is[n], was[n], table)
    }
    const month = new Date(createdAt).toISOString().slice(0, 7)
    assert.equal(store.raw.prepare('SELECT * FROM tally').raw().all(), [
      ['tnt_b', month, 'paid', 'dset_1', createdAt],
      ['tnt_b', month, 'searches', '', 2],
      ['tnt_b', month, 'spent', 'key_1', 1],
    ])
    assert.is(store.raw.pragma('integrity_check', { simple: true }), 'ok')
    // The charge has no transfers and the first card is free: all else follows from the events.
    const problems = verifyLedger(store.db).problems.map(({ message }) => message)
    assert.equal(problems, ['was never charged', 'costs 1 and not 0'])
  })
})

test('an answer of before has the number of its event, or one below zero', () => {
  upgraded(({ raw, db }) => {
    const numbers = raw.prepare('SELECT answer_no FROM answer ORDER BY search_id').pluck().all()
    assert.equal(numbers, [1, 2, -1])
    for (const searchId of [old, recent, retried]) {
      const asked = {
        tenantId: 'tnt_b',
        retrievalEventId: retrievalOf(searchId),
      } as const
      assert.is(findRetrieval(db, asked)?.searchId, searchId)
    }
  })
})

test('who paid for a dataset before is counted', () => {
  upgraded(({ db }) => {
    const asked = {
      datasetId: 'dset_1',
      exceptTenantId: 'tnt_x',
      limit: 9,
    } as const
    assert.is(countPayingBuyers(db, { ...asked, sinceMs: createdAt - 1 }), 1)
    assert.is(countPayingBuyers(db, { ...asked, sinceMs: createdAt }), 0)
    assert.is(countPayingBuyers(db, { ...asked, exceptTenantId: 'tnt_b', sinceMs: 0 }), 0)
  })
})

test.run()
