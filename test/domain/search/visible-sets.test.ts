// What threads keep of who may see what is what the rules say, after whatever changed.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { marketCatalogue } from '../../../src/domain/search/index.ts'
import type { Visibility } from '../../../src/engine/index.ts'
import { openVisibleSets } from '../../../src/engine/searcher/visible-sets.ts'
import { callerOf, openTestSearch } from '../../support/open-test-search.ts'

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

/** Two houses that offer, two that look, and things to turn over. */
async function openScene() {
  const search = openTestSearch()
  const tenants = Array.from({ length: 4 }, () => search.tenant())
  const datasets = Array.from({ length: 4 }, (_, i) =>
    search.dataset(tenants[i % 2] ?? '', { visibility: i === 0 ? 'restricted' : 'listed' }),
  )
  const objects: string[] = []
  for (const dataset of [...datasets, ...datasets]) {
    objects.push((await search.object(dataset, ['heat pump'])).objectId)
  }
  const { raw, db } = search.store
  const sets = openVisibleSets(marketCatalogue)
  const [first] = datasets
  const narrow = { mode: 'allow_list', datasetIds: first ? [first.datasetId] : [] } as const
  const viewers: Visibility[] = [
    'public',
    ...tenants.map(callerOf),
    ...tenants.slice(2).map((tenantId) => ({ tenantId, datasetAccess: narrow })),
  ]
  return {
    search,
    tenants,
    datasets: datasets.map(({ datasetId }) => datasetId),
    objects,
    change: () => marketCatalogue.changeOf(db),
    kept: () => viewers.map((viewer) => sets(db, viewer)),
    asked: () => viewers.map((viewer) => marketCatalogue.visible(db, viewer)),
    run: (sql: string, ...values: unknown[]) => raw.prepare(sql).run(...values),
    [Symbol.dispose]: () => search[Symbol.dispose](),
  }
}

const columns = {
  dataset: {
    status: ['draft', 'active', 'paused', 'active', 'suspended', 'active'],
    visibility: ['private', 'restricted', 'listed'],
    monetization_mode: ['open', 'premium'],
  },
  object: {
    index_state: ['none', 'queued', 'indexed', 'failed', 'removing', 'indexed'],
    taken_down_at: [null, 7, null],
  },
} as const

test('what is kept of who sees what is what the rules say, whatever changed', async () => {
  using scene = await openScene()
  const { tenants, datasets, objects, run } = scene
  const roll = dice(20_261_125)
  const pick = <T>(things: readonly T[]) => things[roll(things.length)] as T
  const set = (table: 'dataset' | 'object', ids: readonly string[]) => {
    const column = pick(Object.keys(columns[table]))
    const value = pick((columns[table] as Record<string, readonly unknown[]>)[column] ?? [])
    run(`UPDATE ${table} SET ${column} = ? WHERE ${table}_id = ?`, value, pick(ids))
  }
  const access =
    'INSERT OR IGNORE INTO dataset_access (dataset_id, tenant_id, granted_by, granted_at)'
  const suspension = `INSERT OR IGNORE INTO tenant_suspension VALUES (?, 0, 'late')`
  const sold = 'UPDATE object SET exclusive_to = ? WHERE object_id = ? AND exclusive_to IS NULL'
  const deeds = [
    () => set('dataset', datasets),
    () => set('dataset', datasets),
    () => set('object', objects),
    () => set('object', objects),
    () => run(`${access} VALUES (?, ?, 'x', 0)`, pick(datasets), pick(tenants)),
    () => run('DELETE FROM dataset_access WHERE dataset_id = ?', pick(datasets)),
    () => run(suspension, pick(tenants)),
    () => run('DELETE FROM tenant_suspension'),
    () => run(sold, pick(tenants), pick(objects)),
  ]
  const different = new Set<string>()
  for (let i = 0; i < 500; i++) {
    pick(deeds)()
    assert.equal(scene.kept(), scene.asked())
    different.add(JSON.stringify(scene.asked()))
  }
  assert.ok(different.size > 50, `${different.size} states were seen`)
})

test('names and titles change no sight, and those who see the same share it', async () => {
  using scene = await openScene()
  const { run, datasets, objects } = scene
  const [third, fourth] = scene.kept().slice(3)
  assert.is(third, fourth)
  const before = scene.change()
  run(`UPDATE dataset SET name = 'Pumps', status = status, updated_at = 9`)
  run(`UPDATE object SET title = 'Pump', index_state = index_state`)
  assert.is(scene.change(), before)
  assert.is(scene.kept()[3], third)
  run(`UPDATE dataset SET visibility = 'private' WHERE dataset_id = ?`, datasets[1])
  assert.is(scene.change(), before + 1)
  run('UPDATE object SET taken_down_at = 1 WHERE object_id = ?', objects[2])
  assert.is(scene.change(), before + 2)
  run(`UPDATE object SET status = 'deleted' WHERE object_id = ?`, objects[3])
  assert.is(scene.change(), before + 3)
  assert.equal(scene.kept(), scene.asked())
})

test('what is new counts, and what goes to somebody else', async () => {
  using scene = await openScene()
  const { search, run, tenants } = scene
  const holds = (deed: () => unknown) => {
    const before = JSON.stringify(scene.kept())
    deed()
    assert.equal(scene.kept(), scene.asked())
    assert.is.not(JSON.stringify(scene.kept()), before)
  }
  const [house = '', other = '', buyer = ''] = tenants
  let newest = search.dataset(house)
  holds(() => {
    newest = search.dataset(house, { visibility: 'listed' })
  })
  run(`INSERT INTO tenant_suspension VALUES (?, 0, 'late')`, house)
  holds(() => run('UPDATE tenant_suspension SET tenant_id = ?', other))
  holds(() => run('DELETE FROM tenant_suspension'))
  run(`UPDATE dataset SET visibility = 'restricted'`)
  const access = 'INSERT INTO dataset_access (dataset_id, tenant_id, granted_by, granted_at)'
  holds(() => run(`${access} VALUES (?, ?, 'x', 0)`, newest.datasetId, buyer))
  holds(() => run('UPDATE dataset_access SET tenant_id = ?', other))
  const before = scene.change()
  await search.object(newest, ['half read'], { state: 'failed' })
  assert.ok(scene.change() > before)
  assert.equal(scene.kept(), scene.asked())
})

test.run()
