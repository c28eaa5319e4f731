import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../../src/base/ids.ts'
import { openUploadSliceMax } from '../../../../src/domain/catalog/index.ts'
import {
  keysOf,
  openTestCatalog,
  sendBytes,
  someText,
  type TestCatalog,
} from '../../../support/open-test-catalog.ts'
import { refusal } from '../../../support/refusal.ts'

const ages: [hours: number, isGone: boolean][] = [
  [0, false],
  [1, false],
  [24.2, false],
  [24.3, true],
  [500, true],
]
for (const [hours, isGone] of ages) {
  test(`an upload without bytes is ${isGone ? 'gone' : 'there'} after ${hours} hours`, async () => {
    using catalog = openTestCatalog()
    const owner = catalog.tenant()
    const objectId = await catalog.initiated(owner, await catalog.dataset(owner))
    catalog.store.clock.advance({ hours })
    assert.is(await catalog.removeOpenUploads(), isGone ? 1 : 0)
    assert.is(statusOf(catalog, objectId), isGone ? undefined : 'initiated')
  })
}

test('bytes that came late keep it open for as long again, and then go by job', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const { clock } = catalog.store
  const objectId = await catalog.initiated(owner, await catalog.dataset(owner))
  clock.advance({ hours: 20 })
  await sendBytes(catalog, { objectId, text: someText })
  clock.advance({ hours: 23 })
  assert.is(await catalog.removeOpenUploads(), 0)
  clock.advance({ hours: 2 })
  assert.is(await catalog.removeOpenUploads(), 1)
  assert.equal(catalog.jobs(), [`purge-blob ${objectId}`])
  assert.is((await keysOf(catalog)).length, 1)
})

test('its removal is an event of the system', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const { datasetId } = await catalog.dataset(owner)
  const objectId = await catalog.initiated(owner, { datasetId })
  catalog.store.clock.advance({ hours: 30 })
  await catalog.removeOpenUploads()
  const last = 'SELECT * FROM audit_event ORDER BY audit_no DESC'
  const event = catalog.store.raw.prepare(last).get() as Record<string, unknown>
  assert.equal(
    [event.action, event.actor_type, event.subject_id, event.tenant_id, event.details],
    ['upload.expired', 'system', objectId, owner.tenantId, `{"dataset_id":"${datasetId}"}`],
  )
})

test('what is confirmed stays, however old it is', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const kept = [await catalog.staged(owner, dataset), await catalog.indexed(owner, dataset)]
  catalog.store.clock.advance({ hours: 10_000 })
  assert.is(await catalog.removeOpenUploads(), 0)
  assert.equal(
    kept.map((objectId) => statusOf(catalog, objectId)),
    ['staged', 'active'],
  )
})

test('bytes that are still on their way when it goes are refused and removed', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const objectId = await catalog.initiated(owner, await catalog.dataset(owner))
  let goOn = () => {}
  const waiting = new Promise<void>((done) => {
    goOn = done
  })
  async function* slow() {
    yield Buffer.from('a')
    await waiting
  }
  const link = { purpose: 'upload', objectId, limitBytes: 9, expiresAtMs: 0 } as const
  const receiving = refusal(catalog.receiveBytes(catalog.anonymous(), { link, source: slow() }))
  catalog.store.clock.advance({ hours: 30 })
  assert.is(await catalog.removeOpenUploads(), 1)
  goOn()
  assert.is((await receiving).name, 'LinkInvalid')
  assert.equal(await keysOf(catalog), [])
})

test('more than a slice takes several', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const many = Array.from({ length: openUploadSliceMax + 1 }, () =>
    catalog.initiated(owner, dataset),
  )
  await Promise.all(many)
  catalog.store.clock.advance({ hours: 30 })
  assert.is(await catalog.removeOpenUploads(), openUploadSliceMax)
  assert.is(await catalog.removeOpenUploads(), 1)
  assert.is(await catalog.removeOpenUploads(), 0)
})

function statusOf({ store: { raw } }: TestCatalog, objectId: ObjectId): unknown {
  return raw.prepare('SELECT status FROM object WHERE object_id = ?').pluck().get(objectId)
}

test.run()
