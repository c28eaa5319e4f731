// The database of a search node: what it has is what the database of a server has, or less.
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { copySchema } from '../../../src/store/search-feed/copy-schema.ts'
import { openTestStore } from '../../support/open-test-store.ts'

type Raw = InstanceType<typeof Database>
type Part = { name: string; sql: string }

function partsOf(raw: Raw, type: 'index' | 'trigger' | 'table'): Part[] {
  const text = 'SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL'
  return raw.prepare(text).all(type) as Part[]
}

/** Without comments, and with one blank where there are several. */
const bare = (sql: string | undefined) => sql?.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()

function openBoth() {
  const store = openTestStore()
  const copy = new Database(':memory:')
  copy.exec(copySchema)
  return {
    copy,
    server: store.raw,
    [Symbol.dispose]() {
      copy.close()
      store[Symbol.dispose]()
    },
  }
}

test('its indexes and triggers are those of a server', () => {
  using both = openBoth()
  for (const type of ['index', 'trigger'] as const) {
    const known = new Map(partsOf(both.server, type).map(({ name, sql }) => [name, bare(sql)]))
    for (const { name, sql } of partsOf(both.copy, type)) assert.is(bare(sql), known.get(name))
  }
})

test('its tables have columns of those of a server, of the same types', () => {
  using both = openBoth()
  const columnsOf = (raw: Raw, table: string) =>
    (raw.pragma(`table_info(${table})`) as { name: string; type: string }[]).map(
      ({ name, type }) => `${name} ${type}`,
    )
  const own = new Set(['feed_position'])
  const virtual = (sql: string) => sql.startsWith('CREATE VIRTUAL')
  for (const { name, sql } of partsOf(both.copy, 'table')) {
    if (own.has(name) || /^passage_fts_/.test(name) || name.startsWith('sqlite_')) continue
    const there = partsOf(both.server, 'table').find((one) => one.name === name)
    if (virtual(sql)) assert.is(bare(sql), bare(there?.sql))
    const known = new Set(columnsOf(both.server, name))
    for (const column of columnsOf(both.copy, name)) assert.ok(known.has(column), column)
  }
})

test('of passages and vectors it has every column', () => {
  using both = openBoth()
  for (const table of ['passage', 'passage_vector', 'embedding_model', 'index_change']) {
    const names = (raw: Raw) =>
      (raw.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
    assert.equal(names(both.copy), names(both.server))
  }
})

test.run()
