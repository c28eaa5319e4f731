import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../src/base/ids.ts'
import { findAsset } from '../../../src/domain/catalog/index.ts'
import { expirySliceMax, openReview } from '../../../src/domain/review/index.ts'
import {
  memberOf,
  openTestCatalog,
  type TestCatalog,
  testSecrets,
} from '../../support/open-test-catalog.ts'
import { refusal } from '../../support/refusal.ts'

const hourMs = 3_600_000

const windows: [reviewWindowHours: number, hours: number, status: string][] = [
  [72, 0, 'staged'],
  [72, 71.9, 'staged'],
  [72, 72, 'expired'],
  [72, 1_000, 'expired'],
  [48, 47.9, 'staged'],
  [48, 48, 'expired'],
]
for (const [reviewWindowHours, hours, status] of windows) {
  test(`with a window of ${reviewWindowHours} hours it is ${status} after ${hours}`, async () => {
    using room = await openReviewRoom({ reviewWindowHours })
    room.clock.advance({ hours })
    assert.is(await room.review.expireOverdue(), status === 'expired' ? 1 : 0)
    assert.is(room.record().status, status)
  })
}

test('an expired object has its state, no decision, and an audit event by the system', async () => {
  using room = await openReviewRoom()
  const { clock, catalog, objectId, target } = room
  const deadlineMs = clock.nowMs() + 72 * hourMs
  clock.advance({ hours: 80 })
  await room.review.expireOverdue()
  const { status, reviewState, reviewedAtMs, reviewedBy, indexState } = room.record()
  assert.equal(
    { status, reviewState, reviewedAtMs, reviewedBy, indexState },
    {
      status: 'expired',
      reviewState: 'expired',
      reviewedAtMs: null,
      reviewedBy: null,
      indexState: 'none',
    },
  )
  const event = catalog.store.raw
    .prepare("SELECT * FROM audit_event WHERE action = 'review.expired'")
    .get() as Record<string, unknown>
  assert.is(event.subject_id, objectId)
  assert.is(event.tenant_id, target.tenantId)
  assert.is(event.actor_type, 'system')
  assert.is(event.at, clock.nowMs())
  assert.is(JSON.parse(String(event.details)).review_expires_at, deadlineMs)
})

test('the bytes of an expired object are kept for seven days from then', async () => {
  using room = await openReviewRoom()
  room.clock.advance({ hours: 100 })
  await room.review.expireOverdue()
  const dueAt = room.catalog.store.raw
    .prepare("SELECT run_after_at FROM job WHERE kind = 'purge-blob'")
    .pluck()
    .get()
  assert.is(dueAt, room.clock.nowMs() + 7 * 24 * hourMs)
})

test('what is decided in time does not expire', async () => {
  using room = await openReviewRoom()
  const { review, catalog, owner, dataset, reviewer, target } = room
  const second = { ...target, objectId: await catalog.staged(owner, dataset) }
  await review.approve(catalog.as(reviewer), target)
  await review.reject(catalog.as(reviewer), { ...second, reason: 'x' })
  const open = await catalog.received(owner, dataset)
  room.clock.advance({ hours: 100 })
  assert.is(await review.expireOverdue(), 0)
  assert.is(room.record().status, 'active')
  assert.is(room.record(second.objectId).status, 'rejected')
  assert.is(room.record(open).status, 'initiated')
})

test('an expired object is out of the queue, not to decide on, and a rejected asset', async () => {
  using room = await openReviewRoom()
  const { review, catalog, reviewer, owner, target, objectId } = room
  room.clock.advance({ hours: 72 })
  await review.expireOverdue()
  assert.is(review.queue(reviewer, { limit: 10 }).total, 0)
  assert.is((await refusal(review.approve(catalog.as(reviewer), target))).name, 'Conflict')
  assert.is(findAsset(catalog.store.db, owner, objectId)?.state, 'rejected')
  assert.throws(() => catalog.objectDownload(owner, { objectId }), /No such object/)
})

test('expiring again changes nothing', async () => {
  using room = await openReviewRoom()
  room.clock.advance({ hours: 72 })
  await room.review.expireOverdue()
  const events = room.catalog.store.raw.prepare('SELECT count(*) FROM audit_event').pluck()
  const before = events.get()
  assert.is(await room.review.expireOverdue(), 0)
  assert.is(events.get(), before)
})

test('a slice takes those that wait longest, and says when it is full', async () => {
  using room = await openReviewRoom()
  const { catalog, owner, dataset, review } = room
  room.clock.advance({ seconds: 1 })
  const later = Array.from({ length: expirySliceMax }, () => catalog.staged(owner, dataset))
  await Promise.all(later)
  room.clock.advance({ hours: 72 })
  assert.is(await review.expireOverdue(), expirySliceMax)
  assert.is(room.record().status, 'expired')
  assert.is(await review.expireOverdue(), 1)
  assert.is(await review.expireOverdue(), 0)
})

test('an object and its event expire together or not at all', async () => {
  using room = await openReviewRoom()
  room.catalog.store.raw.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON main.audit_event
    BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
  room.clock.advance({ hours: 72 })
  assert.match((await refusal(room.review.expireOverdue())).message, 'disk full')
  assert.is(room.record().status, 'staged')
  assert.not(room.catalog.jobs().some((job) => job.startsWith('purge-blob')))
})

async function openReviewRoom(settings: Parameters<typeof openTestCatalog>[0] = {}) {
  const catalog = openTestCatalog(settings)
  const { store, links } = catalog
  const { clock } = store
  const review = openReview({
    store,
    clock,
    catalog,
    links,
    secrets: testSecrets,
    inspectionOf: () => undefined,
    userNamesOf: () => new Map(),
    tenantNameOf: (_db, tenantId) => tenantId,
  })
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const objectId = await catalog.staged(owner, dataset)
  return {
    catalog,
    review,
    clock,
    owner,
    dataset,
    objectId,
    reviewer: memberOf(catalog.tenant('Operator').tenantId, { isPlatformAdmin: true }),
    target: { tenantId: owner.tenantId, objectId },
    record: (id: ObjectId = objectId) => recordOf(catalog, id),
    [Symbol.dispose]: () => catalog[Symbol.dispose](),
  }
}

function recordOf({ store: { raw } }: TestCatalog, objectId: ObjectId) {
  const columns =
    'status, review_state AS reviewState, reviewed_at AS reviewedAtMs, ' +
    'reviewed_by AS reviewedBy, index_state AS indexState'
  const row = raw.prepare(`SELECT ${columns} FROM object WHERE object_id = ?`).get(objectId)
  return row as Record<string, unknown>
}

test.run()
