import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../src/base/ids.ts'
import { openReview, type StoredInspection } from '../../../src/domain/review/index.ts'
import { memberOf, openTestCatalog, testSecrets } from '../../support/open-test-catalog.ts'
import { refusal } from '../../support/refusal.ts'
import { testPrincipal } from '../../support/test-principal.ts'

const inspection: StoredInspection = {
  sniffedContentType: 'application/pdf',
  warnings: ['Declared as text/plain, looks like application/pdf.'],
  textSample: 'Der Transformator',
  pageCount: 4,
  durationMs: null,
}

test('the detail joins the object, its dataset, its tenant and what was found in it', async () => {
  using room = await openTestReview()
  const { objectId, dataset, reviewer, target } = room
  const detail = room.review.detail(reviewer, target)
  assert.is(detail.object.objectId, objectId)
  assert.is(detail.dataset.datasetId, dataset.datasetId)
  assert.is(detail.tenantName, `name of ${target.tenantId}`)
  assert.is(detail.inspection, undefined)
  room.inspections.set(objectId, inspection)
  assert.equal(room.review.detail(reviewer, target).inspection, inspection)
})

test('only the session of a platform admin reviews', async () => {
  using room = await openTestReview()
  const { catalog, review, target, owner } = room
  const apiKey = testPrincipal({ isPlatformAdmin: true })
  for (const principal of [owner, apiKey]) {
    const cmd = catalog.as(principal)
    const attempts = [
      () => review.queue(principal, { limit: 1 }),
      () => review.detail(principal, target),
      () => review.preview(principal, target),
      () => review.approve(cmd, target),
      () => review.reject(cmd, { ...target, reason: 'x' }),
    ]
    for (const attempt of attempts) {
      assert.is((await refusal(soon(attempt))).name, 'Forbidden', String(attempt))
    }
  }
  assert.is(catalog.getObject(owner, target).status, 'staged')
})

test('an approval and its job are one', async () => {
  using room = await openTestReview()
  const { catalog, review, reviewer, target, objectId } = room
  const cmd = catalog.as(reviewer)
  const full = {
    ...cmd,
    write: <T>(fn: Parameters<typeof cmd.write<T>>[0]) =>
      cmd.write((tx) => {
        fn(tx)
        throw new Error('disk full')
      }) as Promise<T>,
  }
  await refusal(review.approve(full, target))
  assert.is(catalog.getObject(room.owner, target).status, 'staged')
  assert.not(catalog.jobs().includes(`ingest-object ${objectId}`))
  await review.approve(cmd, target)
  assert.is(catalog.getObject(room.owner, target).status, 'active')
  assert.ok(catalog.jobs().includes(`ingest-object ${objectId}`))
})

test('of two decisions at once the first holds', async () => {
  using room = await openTestReview()
  const { catalog, review, reviewer, target } = room
  const [approval, rejection] = await Promise.allSettled([
    review.approve(catalog.as(reviewer), target),
    review.reject(catalog.as(reviewer), { ...target, reason: 'x' }),
  ])
  assert.is(approval.status, 'fulfilled')
  assert.is(rejection.status === 'rejected' && rejection.reason.name, 'Conflict')
  assert.is(catalog.getObject(room.owner, target).status, 'active')
})

test('the queue leaves out what is in a dataset on its way out', async () => {
  using room = await openTestReview()
  const { catalog, review, reviewer, owner, dataset } = room
  assert.is(review.queue(reviewer, { limit: 10 }).total, 1)
  catalog.store.raw.prepare("UPDATE dataset SET status = 'pending_deletion'").run()
  const queue = review.queue(reviewer, { limit: 10 })
  assert.equal(queue, { items: [], total: 0, expiringSoon: 0, nextCursor: null })
  assert.is((await refusal(soon(() => catalog.getDataset(owner, dataset)))).name, 'NotFound')
})

/** As a promise, so that what is thrown at once is a rejection too. */
async function soon(attempt: () => unknown): Promise<unknown> {
  return attempt()
}

async function openTestReview() {
  const catalog = openTestCatalog()
  const { store, links } = catalog
  const inspections = new Map<ObjectId, StoredInspection>()
  const review = openReview({
    store,
    clock: store.clock,
    secrets: testSecrets,
    catalog,
    links,
    inspectionOf: (_db, objectId) => inspections.get(objectId),
    userNamesOf: () => new Map(),
    tenantNameOf: (_db, tenantId) => `name of ${tenantId}`,
  })
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const objectId = await catalog.staged(owner, dataset)
  return {
    catalog,
    review,
    inspections,
    owner,
    dataset,
    objectId,
    reviewer: memberOf(catalog.tenant('Operator').tenantId, { isPlatformAdmin: true }),
    target: { tenantId: owner.tenantId, objectId },
    [Symbol.dispose]: () => catalog[Symbol.dispose](),
  }
}

test.run()
