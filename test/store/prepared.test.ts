// Statements that are compiled once: whatever is given later is what is written, null included.
import { eq, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  deletesBy,
  deletesReturning,
  findsBy,
  insertsInto,
  insertsReturning,
  later,
  prepared,
  updatesBy,
  updatesWhere,
} from '../../src/store/prepared.ts'
import type { Tx } from '../../src/store/tx.ts'
import { openTestStore } from '../support/open-test-store.ts'

const boats = sqliteTable('boat', {
  boatId: text('boat_id').primaryKey(),
  isAfloat: integer('is_afloat', { mode: 'boolean' }),
  crew: text('crew', { mode: 'json' }).$type<string[]>(),
  metres: integer('metres').notNull().default(7),
})

const insert = insertsInto(boats)
const insertReturning = insertsReturning(boats)
const find = findsBy(boats, boats.boatId)
const update = updatesBy(boats, boats.boatId)
const updateShort = updatesWhere(boats, sql`metres < ${later('most')}`)
const remove = deletesReturning(boats, boats.boatId)
const removeLong = deletesBy(boats, boats.metres)

function openHarbour() {
  const store = openTestStore()
  store.raw.exec(`CREATE TABLE boat (boat_id TEXT PRIMARY KEY, is_afloat INTEGER, crew TEXT,
    metres INTEGER NOT NULL DEFAULT 7) STRICT`)
  const stored = () => store.raw.prepare('SELECT * FROM boat ORDER BY boat_id').all()
  return Object.assign(store, { stored })
}

test('each choice of columns is written as given, and null as null', async () => {
  using harbour = openHarbour()
  await harbour.write((tx) => {
    insert(tx, { boatId: 'a', isAfloat: true, crew: ['Ada'], metres: 9 })
    insert(tx, { boatId: 'b', isAfloat: null, crew: null, metres: 9 })
    insert(tx, { boatId: 'c', isAfloat: false, crew: null, metres: undefined })
    insert(tx, { boatId: 'd', isAfloat: true, crew: [], metres: 8 })
  })
  assert.equal(harbour.stored(), [
    { boat_id: 'a', is_afloat: 1, crew: '["Ada"]', metres: 9 },
    { boat_id: 'b', is_afloat: null, crew: null, metres: 9 },
    { boat_id: 'c', is_afloat: 0, crew: null, metres: 7 },
    { boat_id: 'd', is_afloat: 1, crew: '[]', metres: 8 },
  ])
})

test('what comes back is the row as it is now', async () => {
  using harbour = openHarbour()
  const made = await harbour.write((tx) => insertReturning(tx, { boatId: 'a', crew: ['Ada'] }))
  assert.equal(made, { boatId: 'a', isAfloat: null, crew: ['Ada'], metres: 7 })
  const changed = await harbour.write((tx) => [
    update(tx, 'a', { isAfloat: true }),
    update(tx, 'a', { isAfloat: null, crew: ['Ada', 'Bo'] }),
    update(tx, 'a', { isAfloat: false, crew: null }),
  ])
  assert.equal(changed, [
    { boatId: 'a', isAfloat: true, crew: ['Ada'], metres: 7 },
    { boatId: 'a', isAfloat: null, crew: ['Ada', 'Bo'], metres: 7 },
    { boatId: 'a', isAfloat: false, crew: null, metres: 7 },
  ])
  assert.equal(find(harbour.db, 'a'), changed[2])
  assert.equal(await harbour.write((tx) => remove(tx, 'a')), changed[2])
  assert.is(await harbour.write((tx) => remove(tx, 'a')), undefined)
  assert.is(find(harbour.db, 'a'), undefined)
})

test('all rows that have the value are deleted, and no others', async () => {
  using harbour = openHarbour()
  await harbour.write((tx) => {
    for (const boatId of ['a', 'b']) insert(tx, { boatId, metres: 5 })
    for (const boatId of ['c', 'd']) insert(tx, { boatId, metres: 6 })
    removeLong(tx, 5)
  })
  const left = harbour.stored().map((row) => (row as { boat_id: unknown }).boat_id)
  assert.equal(left, ['c', 'd'])
})

test('a change touches the rows of which the condition holds, and counts them', async () => {
  using harbour = openHarbour()
  const counts = await harbour.write((tx) => {
    for (const metres of [3, 5, 9]) insert(tx, { boatId: `${metres}`, metres })
    return [
      updateShort(tx, { isAfloat: true }, { most: 6 }),
      updateShort(tx, { isAfloat: null }, { most: 4 }),
      updateShort(tx, { metres: 8 }, { most: 1 }),
    ]
  })
  assert.equal(counts, [2, 1, 0])
  const afloat = harbour.stored().map((row) => (row as { is_afloat: unknown }).is_afloat)
  assert.equal(afloat, [null, 1, null])
})

const ports = sqliteTable('port', {
  boatId: text('boat_id').primaryKey(),
  isDeep: integer('is_deep', { mode: 'boolean' }).notNull(),
})

/** All kinds of columns that a row can have; whole tables as well as some of their columns. */
const asks = [
  (db: Tx) => db.select().from(boats).orderBy(boats.boatId).prepare(),
  (db: Tx) => {
    const { boatId, crew } = boats
    const long = sql<number>`${boats.metres} > ${later('most')}`
    const named = {
      boatId,
      crew,
      long,
      two: { long: long.as('l'), isDeep: ports.isDeep },
    }
    const joined = db.select(named).from(boats).leftJoin(ports, eq(ports.boatId, boatId))
    return joined.orderBy(boatId).prepare()
  },
  (db: Tx) =>
    db
      .select({ boats, ports })
      .from(boats)
      .leftJoin(ports, eq(ports.boatId, boats.boatId))
      .where(eq(boats.isAfloat, sql.placeholder('afloat')))
      .prepare(),
  (db: Tx) => db.select({ crew: boats.crew }).from(boats).where(sql`FALSE`).prepare(),
] as const

test('a statement that was made quick gives what drizzle gives', async () => {
  using harbour = openHarbour()
  harbour.raw.exec('CREATE TABLE port (boat_id TEXT PRIMARY KEY, is_deep INTEGER) STRICT')
  await harbour.write((tx) => {
    insert(tx, { boatId: 'a', isAfloat: true, crew: ['Ada'], metres: 9 })
    insert(tx, { boatId: 'b', isAfloat: true, crew: null, metres: 3 })
    tx.insert(ports).values({ boatId: 'a', isDeep: true }).run()
  })
  const tx = harbour.db as Tx
  const given = { most: 5, afloat: 1 }
  for (const make of asks as readonly ((db: Tx) => ReturnType<(typeof asks)[0]>)[]) {
    assert.equal(prepared(make)(tx).all(given), make(tx).all(given))
    assert.equal(prepared(make)(tx).get(given), make(tx).get(given))
  }
})

test('a value that was forgotten is no null', () => {
  using harbour = openHarbour()
  const byName = prepared((db) =>
    db
      .select()
      .from(boats)
      .where(eq(boats.boatId, sql.placeholder('name')))
      .prepare(),
  )
  assert.throws(() => byName(harbour.db).get({}), 'No value for placeholder "name" was provided')
  assert.is(byName(harbour.db).get({ name: undefined }), undefined)
})

test.run()
