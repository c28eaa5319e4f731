import { type SQL, sql } from 'drizzle-orm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../src/base/ids.ts'
import {
  type Caller,
  type Dataset,
  type DatasetStatus,
  type DatasetVisibility,
  datasetStatuses,
  datasetVisibilities,
  findAsset,
  findVisibleObjects,
  hiddenObjectNos,
  isOwnedBy,
  knowsDataset,
  listOwnAssets,
  type MonetizationMode,
  markIngestFailed,
  namesOfVisible,
  restrictionOf,
  type Viewer,
  visibleDatasetNos,
  visibleScope,
} from '../../../src/domain/catalog/index.ts'
import { isOnOfferTo, isOpenTo } from '../../../src/domain/catalog/visibility.ts'
import type { Db } from '../../../src/store/tx.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-test-catalog.ts'

/** Who sees an indexed object: o owner, g a tenant it was opened to, s a stranger, p the public. */
const seenBy: Record<DatasetVisibility, Record<DatasetStatus, string>> = {
  private: {
    draft: 'o',
    ingesting: 'o',
    active: 'o',
    paused: 'o',
    archived: 'o',
    suspended: '',
    pending_deletion: '',
    deleted: '',
  },
  restricted: {
    draft: 'o',
    ingesting: 'o',
    active: 'og',
    paused: 'o',
    archived: 'o',
    suspended: '',
    pending_deletion: '',
    deleted: '',
  },
  listed: {
    draft: 'o',
    ingesting: 'o',
    active: 'ogsp',
    paused: 'o',
    archived: 'o',
    suspended: '',
    pending_deletion: '',
    deleted: '',
  },
}

for (const visibility of datasetVisibilities) {
  for (const status of datasetStatuses) {
    const expected = seenBy[visibility][status]
    test(`${visibility} and ${status} is seen by '${expected}'`, async () => {
      using catalog = openTestCatalog()
      const owner = catalog.tenant()
      const grantee = catalog.tenant()
      const dataset = await catalog.dataset(owner, { visibility })
      const objectId = await catalog.indexed(owner, dataset)
      force(catalog, dataset, { status })
      openTo(catalog, dataset, grantee.tenantId)
      const viewers = { o: owner, g: grantee, s: catalog.tenant(), p: 'public' as const }
      for (const way of Object.values(ways)) {
        const found = Object.entries(viewers)
          .filter(([, viewer]) => way(catalog, { viewer, objectId, dataset }))
          .map(([mark]) => mark)
        assert.is(found.join(''), expected, way.name)
      }
    })
  }
}

type Look = { viewer: Viewer; objectId: ObjectId; dataset: Dataset }
const ways = {
  scope: ({ store: { db } }: TestCatalog, { viewer, dataset }: Look) =>
    visibleScope(db, viewer).datasetNos.includes(dataset.datasetNo),
  visible: ({ store: { db } }: TestCatalog, { viewer, objectId }: Look) =>
    findVisibleObjects(db, viewer, [objectId]).has(objectId),
  number: ({ store: { db } }: TestCatalog, { viewer, dataset }: Look) =>
    visibleDatasetNos(db, viewer).includes(dataset.datasetNo),
  name: ({ store: { db } }: TestCatalog, { viewer, dataset: { datasetId, name } }: Look) =>
    namesOfVisible(db, viewer, [datasetId]).get(datasetId) === name,
  asset: ({ store: { db } }: TestCatalog, { viewer, objectId }: Look) =>
    findAsset(db, viewer, objectId) !== undefined,
}

test('a house works on its own in every state but the deleted ones', async () => {
  using catalog = openTestCatalog()
  const [owner, stranger] = [catalog.tenant(), catalog.tenant()]
  const worksOn = (caller: Caller) =>
    catalog.store.db.all(sql`SELECT 1 FROM dataset WHERE ${isOwnedBy(caller)}`).length
  for (const status of datasetStatuses) {
    const before = worksOn(owner)
    force(catalog, await catalog.dataset(owner, { visibility: 'listed' }), { status })
    const isGone = ['pending_deletion', 'deleted'].includes(status)
    assert.is(worksOn(owner) - before, isGone ? 0 : 1, status)
  }
  assert.is(worksOn(stranger), 0)
})

test('the public sees open datasets only', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const open: MonetizationMode[] = []
  for (const monetizationMode of ['open', 'premium', 'restricted', 'outcome_share'] as const) {
    const dataset = await catalog.dataset(owner, { visibility: 'listed', monetizationMode })
    const objectId = await catalog.indexed(owner, dataset)
    if (findVisibleObjects(catalog.store.db, 'public', [objectId]).size > 0) {
      open.push(monetizationMode)
    }
  }
  assert.equal(open, ['open'])
})

test('names are told of the datasets that were asked for, and of no other one', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const [one, other] = [await catalog.dataset(owner), await catalog.dataset(owner)]
  const named = namesOfVisible(catalog.store.db, owner, [other.datasetId])
  assert.equal([...named.keys()], [other.datasetId])
  assert.not(named.has(one.datasetId))
})

test('a grant counts only while the dataset is restricted', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const grantee = catalog.tenant()
  const dataset = await catalog.dataset(owner, { visibility: 'private' })
  await catalog.indexed(owner, dataset)
  openTo(catalog, dataset, grantee.tenantId)
  assert.equal(visibleScope(catalog.store.db, grantee).datasetNos, [])
})

test('a grant opens that dataset, and no other restricted one', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const [grantee, other] = [catalog.tenant(), catalog.tenant()]
  const opened = await catalog.dataset(owner, { visibility: 'restricted' })
  const shut = await catalog.dataset(owner, { visibility: 'restricted' })
  for (const dataset of [opened, shut]) await catalog.indexed(owner, dataset)
  openTo(catalog, opened, grantee.tenantId)
  openTo(catalog, shut, other.tenantId)
  assert.equal(visibleDatasetNos(catalog.store.db, grantee), [opened.datasetNo])
})

test('of a suspended tenant others see nothing, and it sees its own', async () => {
  using catalog = openTestCatalog()
  const { db, raw } = catalog.store
  const [owner, grantee] = [catalog.tenant(), catalog.tenant()]
  const listed = await catalog.dataset(owner, { visibility: 'listed' })
  const restricted = await catalog.dataset(owner, { visibility: 'restricted' })
  for (const dataset of [listed, restricted]) await catalog.indexed(owner, dataset)
  openTo(catalog, restricted, grantee.tenantId)
  const all = [listed.datasetNo, restricted.datasetNo]
  assert.equal(visibleDatasetNos(db, grantee), all)
  raw
    .prepare('INSERT INTO tenant_suspension (tenant_id, suspended_at, reason) VALUES (?, 0, ?)')
    .run(owner.tenantId, 'unpaid')
  for (const viewer of [grantee, 'public'] as const) {
    assert.equal(visibleDatasetNos(db, viewer), [])
  }
  assert.equal(datasetsWhere(db, isOnOfferTo(grantee)), [])
  assert.equal(datasetsWhere(db, isOpenTo(grantee)), [])
  assert.equal(visibleDatasetNos(db, owner), all)
})

test('on offer is what is active and not private, also where it was not opened', async () => {
  using catalog = openTestCatalog()
  const { db } = catalog.store
  const [owner, buyer] = [catalog.tenant(), catalog.tenant()]
  const [hidden, restricted, listed] = [
    await catalog.dataset(owner, { visibility: 'private' }),
    await catalog.dataset(owner, { visibility: 'restricted' }),
    await catalog.dataset(owner, { visibility: 'listed' }),
  ]
  const draft = await catalog.dataset(owner, { visibility: 'listed' })
  for (const dataset of [hidden, restricted, listed]) await catalog.indexed(owner, dataset)
  const numbers = (...sets: Dataset[]) => sets.map(({ datasetNo }) => datasetNo)
  assert.equal(datasetsWhere(db, isOnOfferTo(buyer)), numbers(restricted, listed))
  const datasetAccess = { mode: 'allow_list' as const, datasetIds: [listed.datasetId] }
  const key = { ...buyer, datasetAccess }
  assert.equal(datasetsWhere(db, isOnOfferTo(key)), numbers(listed))
  // Licences are sold out of whatever is active; what is not is the owner's.
  assert.equal(datasetsWhere(db, isOpenTo(buyer)), numbers(hidden, restricted, listed))
  assert.equal(datasetsWhere(db, isOpenTo(owner)), numbers(hidden, restricted, listed, draft))
})

test('what was sold exclusively shows to its owner and to who bought it', async () => {
  using catalog = openTestCatalog()
  const { db, raw } = catalog.store
  const [owner, buyer, stranger] = [catalog.tenant(), catalog.tenant(), catalog.tenant()]
  const dataset = await catalog.dataset(owner, { visibility: 'listed' })
  const objectId = await catalog.indexed(owner, dataset)
  const open = await catalog.indexed(owner, { ...dataset, text: 'Another text of this archive.' })
  raw
    .prepare('UPDATE object SET exclusive_to = ? WHERE object_id = ?')
    .run(buyer.tenantId, objectId)
  const both = [objectId, open]
  const seen = (viewer: Viewer) => [...findVisibleObjects(db, viewer, both).keys()].sort()
  assert.equal(seen(owner), [...both].sort())
  assert.equal(seen(buyer), [...both].sort())
  assert.equal(seen(stranger), [open])
  assert.equal(seen('public'), [open])
  const hidden = (viewer: Viewer) =>
    hiddenObjectNos(db, { viewer, datasetNos: [dataset.datasetNo] })
  assert.equal(hidden(owner), [])
  assert.equal(hidden(buyer), [])
  assert.equal(hidden(stranger), [numberOf(catalog, objectId)])
  assert.equal(hidden('public'), [numberOf(catalog, objectId)])
})

test('a cursor is bound to the allow list, in whatever order that is', () => {
  const datasetIds = ['dset_2', 'dset_1'] as const
  const list = restrictionOf({ datasetAccess: { mode: 'allow_list', datasetIds } })
  assert.equal(list, ['dset_1', 'dset_2'])
  assert.is(restrictionOf({ datasetAccess: { mode: 'all_available' } }), null)
})

test('an allow list narrows own and listed datasets alike', async () => {
  using catalog = openTestCatalog()
  const { db } = catalog.store
  const owner = catalog.tenant()
  const buyer = catalog.tenant()
  const own = await catalog.dataset(buyer)
  const other = await catalog.dataset(buyer)
  const listed = await catalog.dataset(owner, { visibility: 'listed' })
  await catalog.indexed(owner, listed)
  const key = (...datasets: Dataset[]) => ({
    ...buyer,
    datasetAccess: {
      mode: 'allow_list' as const,
      datasetIds: datasets.map(({ datasetId }) => datasetId),
    },
  })
  const seen = (viewer: Viewer) => visibleScope(db, viewer).datasets.map((one) => one.datasetId)
  assert.equal(seen(buyer), [own.datasetId, other.datasetId, listed.datasetId])
  assert.equal(seen(key(own)), [own.datasetId])
  assert.equal(seen(key(listed)), [listed.datasetId])
  assert.equal(seen(key()), [])
  assert.is(knowsDataset(db, key(own), other.datasetId), false)
})

test('an allow list opens nothing that the tenant does not see', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const secret = await catalog.dataset(owner)
  const datasetAccess = { mode: 'allow_list' as const, datasetIds: [secret.datasetId] }
  const key = { ...catalog.tenant(), datasetAccess }
  assert.equal(visibleScope(catalog.store.db, key).datasets, [])
  assert.is(knowsDataset(catalog.store.db, key, secret.datasetId), false)
})

test('an owner knows its suspended dataset and sees nothing in it', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  force(catalog, dataset, { status: 'suspended' })
  assert.is(knowsDataset(catalog.store.db, owner, dataset.datasetId), true)
  assert.is(knowsDataset(catalog.store.db, catalog.tenant(), dataset.datasetId), false)
})

test('only an indexed object shows, to its owner too', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const states = ['initiated', 'received', 'staged', 'approved', 'indexed'] as const
  const shown: string[] = []
  for (const state of states) {
    const objectId = await catalog[state](owner, dataset)
    if (findVisibleObjects(catalog.store.db, owner, [objectId]).size > 0) shown.push(state)
  }
  assert.equal(shown, ['indexed'])
})

function hiddenFrom(db: Db, viewer: Caller): number[] {
  return hiddenObjectNos(db, { ...visibleScope(db, viewer), viewer })
}

test('what was taken down is seen by nobody', async () => {
  using catalog = openTestCatalog()
  const { db } = catalog.store
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const objectId = await catalog.indexed(owner, dataset)
  catalog.store.raw.prepare('UPDATE object SET taken_down_at = 1').run()
  assert.is(findVisibleObjects(db, owner, [objectId]).size, 0)
  assert.is(findAsset(db, owner, objectId), undefined)
  assert.equal(listOwnAssets(db, owner, { limit: 10 }).assets, [])
  assert.is(hiddenFrom(db, owner).length, 1)
})

test('hidden are the objects on their way into the index or out of it', async () => {
  using catalog = openTestCatalog()
  const { db } = catalog.store
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  await catalog.staged(owner, dataset)
  const onShow = await catalog.indexed(owner, dataset)
  const queued = await catalog.approved(owner, dataset)
  const failed = await catalog.approved(owner, dataset)
  await catalog.store.write((tx) =>
    markIngestFailed(tx, { objectId: failed, error: 'encrypted', nowMs: 0 }),
  )
  const leaving = await catalog.indexed(owner, dataset)
  await catalog.deleteObject(catalog.as(owner), { objectId: leaving })
  const hidden = hiddenFrom(db, owner)
  assert.equal(
    hidden,
    [queued, failed, leaving].map((id) => numberOf(catalog, id)),
  )
  assert.not(hidden.includes(numberOf(catalog, onShow)))
  assert.equal(hiddenFrom(db, catalog.tenant()), [])
})

test('the records of many objects are checked at once', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner, { name: 'Wind' })
  const visible = await catalog.indexed(owner, { ...dataset, title: 'Palas', filename: 'a.txt' })
  const untitled = await catalog.indexed(owner, { ...dataset, filename: 'b.txt' })
  const waiting = await catalog.staged(owner, dataset)
  const found = findVisibleObjects(catalog.store.db, owner, [visible, untitled, waiting, 'obj_x'])
  assert.equal([...found.keys()].sort(), [visible, untitled].sort())
  const { title, datasetName, state, curated, sizeBytes } = found.get(visible) ?? {}
  assert.equal(
    { title, datasetName, state, curated, sizeBytes },
    { title: 'Palas', datasetName: 'Wind', state: 'indexed', curated: false, sizeBytes: 41 },
  )
  assert.is(found.get(untitled)?.title, 'b.txt')
})

function datasetsWhere(db: Db, condition: SQL): number[] {
  const rows = db.all<{ no: number }>(
    sql`SELECT dataset_no AS no FROM dataset WHERE ${condition} ORDER BY dataset_no`,
  )
  return rows.map(({ no }) => no)
}

function force(
  { store }: TestCatalog,
  { datasetId }: Dataset,
  { status }: { status: DatasetStatus },
): void {
  // deleted is reached through pending_deletion alone.
  const set = store.raw.prepare('UPDATE dataset SET status = ? WHERE dataset_id = ?')
  if (status === 'deleted') set.run('pending_deletion', datasetId)
  set.run(status, datasetId)
}

function openTo({ store }: TestCatalog, { datasetId }: Dataset, tenantId: string): void {
  store.raw
    .prepare(
      'INSERT INTO dataset_access (dataset_id, tenant_id, granted_by, granted_at) VALUES (?,?,?,0)',
    )
    .run(datasetId, tenantId, 'usr_1')
}

function numberOf({ store }: TestCatalog, objectId: ObjectId): number {
  const row = store.raw.prepare('SELECT object_no FROM object WHERE object_id = ?')
  return row.pluck().get(objectId) as number
}

test.run()
