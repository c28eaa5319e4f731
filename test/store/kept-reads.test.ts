import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../src/base/clock.ts'
import { keptRead } from '../../src/store/kept-reads.ts'
import { openStore, openStoreToRead } from '../../src/store/open.ts'
import type { Db, Tx } from '../../src/store/tx.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const plans = `('tnt_1', 'One', 'eu', 'free', 1), ('tnt_2', 'Two', 'eu', 'free', 1)`

function opened() {
  const folder = temporaryFolder()
  const store = openStore({ dir: folder.path, clock: systemClock })
  store.raw.exec(`INSERT INTO tenant (tenant_id, name, region, plan, created_at) VALUES ${plans}`)
  let asked = 0
  const planOf = keptRead((db: Db, id: string) => {
    asked += 1
    return db.get<{ plan: string }>(sql`SELECT plan FROM tenant WHERE tenant_id = ${id}`)?.plan
  })
  const close = () => {
    store.close()
    folder[Symbol.dispose]()
  }
  const dir = folder.path
  return { store, dir, planOf, asked: () => asked, [Symbol.dispose]: close }
}

const change = (tx: Tx, plan: string) => tx.run(sql`UPDATE tenant SET plan = ${plan}`)

test('what did not change is read once, for each key', () => {
  using scene = opened()
  const { store, planOf, asked } = scene
  for (let i = 0; i < 3; i++) {
    assert.is(planOf(store.db, 'tnt_1'), 'free')
    assert.is(planOf(store.db, 'tnt_2'), 'free')
  }
  assert.is(asked(), 2)
  assert.is(planOf(store.db, 'tnt_3'), undefined)
})

test('a change counts at once: of this connection, of another one, in a trigger', async () => {
  using scene = opened()
  const { store, planOf } = scene
  assert.is(planOf(store.db, 'tnt_1'), 'free')
  await store.write((tx) => change(tx, 'pro'))
  assert.is(planOf(store.db, 'tnt_1'), 'pro')
  const other = new Database(store.file)
  other.exec(`UPDATE tenant SET plan = 'starter'`)
  assert.is(planOf(store.db, 'tnt_1'), 'starter')
  other.exec('DELETE FROM tenant')
  other.close()
  assert.is(planOf(store.db, 'tnt_1'), undefined)
  store.raw.exec(`INSERT INTO tenant (tenant_id, name, region, plan, created_at) VALUES ${plans}`)
  assert.is(planOf(store.db, 'tnt_1'), 'free')
  store.raw.exec(`CREATE TABLE lever (n INTEGER); CREATE TRIGGER moved AFTER INSERT ON lever
    BEGIN UPDATE tenant SET plan = 'pro'; END; INSERT INTO lever VALUES (1)`)
  assert.is(planOf(store.db, 'tnt_1'), 'pro')
})

test('a change that is taken back is seen within its transaction alone', async () => {
  using scene = opened()
  const { store, planOf } = scene
  assert.is(planOf(store.db, 'tnt_1'), 'free')
  const failed = store.write((tx) => {
    change(tx, 'pro')
    assert.is(planOf(tx, 'tnt_1'), 'pro')
    throw new RangeError('taken back')
  })
  const beside = store.write((tx) => planOf(tx, 'tnt_1'))
  await failed.then(assert.unreachable, (error) => assert.instance(error, RangeError))
  assert.is(await beside, 'free')
  assert.is(planOf(store.db, 'tnt_1'), 'free')
})

test('who only reads keeps nothing', () => {
  using scene = opened()
  const { dir, planOf, asked } = scene
  const reader = openStoreToRead({ dir, locks: false, anySchema: false })
  for (let i = 0; i < 2; i++) assert.is(planOf(reader.db, 'tnt_1'), 'free')
  reader.close()
  assert.is(asked(), 2)
})

test.run()
