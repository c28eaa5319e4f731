// A new database is made at once, and is what the migrations make one after the other.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { schemaTextOf } from '../../scripts/schema.ts'
import { type Migration, shippedMigrations } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import { wholeSchema } from '../../src/store/whole-schema.ts'
import { type Content, contentOf } from '../support/database-content.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const all = shippedMigrations()

/** What lies in a database that these were applied to in turns. */
function madeBy(...turns: (readonly Migration[])[]) {
  using folder = temporaryFolder()
  for (const migrations of turns) {
    openStore({ dir: folder.path, clock: fakeClock(0), migrations }).close()
  }
  return contentOf(folder.path)
}

test('schema.sql is of the migrations that there are (scripts/schema writes it)', () => {
  assert.is(wholeSchema(all), schemaTextOf(all))
})

test('a new database has what one has that went through every migration', () => {
  const [at, turns] = [madeBy(all), madeBy(all.slice(0, 1), all)]
  // Where in the file a thing begins is nobody's business.
  const placed = ({ rootpage: _, ...rest }: Record<string, unknown>) => rest
  const schema = (content: typeof at) => (content.schema as Record<string, unknown>[]).map(placed)
  assert.equal(schema(at), schema(turns))
  assert.equal(at.pragmas, turns.pragmas)
  assert.equal(rowsOf(at), rowsOf(turns))
})

/** An index of words that is empty is written in two ways, and so is a count that is none. */
function rowsOf({ rows: { sqlite_sequence: counts = [], ...rows } }: Content) {
  const counted = (counts as { seq: number }[]).filter(({ seq }) => seq > 0)
  const kept = Object.entries(rows).filter(([name]) => !name.endsWith('_fts_data'))
  return { counted, ...Object.fromEntries(kept) }
}

test('with other migrations than it is of, they are carried out one after the other', () => {
  const fewer = all.slice(0, 3)
  assert.is(wholeSchema(fewer), undefined)
  const { rows } = madeBy(fewer)
  assert.equal(
    (rows.schema_migration as { name: string }[]).map(({ name }) => name),
    fewer.map(({ name }) => name),
  )
  const altered = all.map((one, at) => (at === 5 ? { ...one, sha256: 'f'.repeat(64) } : one))
  assert.is(wholeSchema(altered), undefined)
})

test.run()
