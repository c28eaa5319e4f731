// Migration 0069: vectors take the room of their numbers, and those of before stay as they are.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const clock = fakeClock()
const vectorBytes = 2 * 512
const count = 600

function addVectors({ raw }: Store): number {
  raw.exec(`INSERT INTO embedding_model
    VALUES (1, '${'a'.repeat(64)}', 'toy', 512, '{}', 'serving', 0)`)
  const pages = () => raw.pragma('page_count', { simple: true }) as number
  const before = pages()
  const insert = raw.prepare('INSERT INTO passage_vector VALUES (1, ?, ?)')
  raw.transaction(() => {
    for (let no = 1; no <= count; no++) insert.run(no, Buffer.alloc(vectorBytes, no % 256))
  })()
  return ((pages() - before) * (raw.pragma('page_size', { simple: true }) as number)) / count
}

test('a vector takes at most half as much again as its numbers', () => {
  using folder = temporaryFolder()
  const store = openStore({ dir: folder.path, clock })
  assert.ok(addVectors(store) < 1.5 * vectorBytes)
  store.close()
})

test('vectors of before are there after it, in their order, and never change', () => {
  using folder = temporaryFolder()
  const before = shippedMigrations().filter(({ number }) => number < 69)
  const old = openStore({ dir: folder.path, clock, migrations: before })
  assert.ok(addVectors(old) > 4 * vectorBytes)
  old.close()
  const { raw, close } = openStore({ dir: folder.path, clock })
  const kept = raw.prepare('SELECT passage_no, vector FROM passage_vector').raw().all()
  const expected = Array.from({ length: count }, (_, i) => [
    i + 1,
    Buffer.alloc(vectorBytes, (i + 1) % 256),
  ])
  assert.equal(kept, expected)
  assert.throws(() => raw.exec("UPDATE passage_vector SET vector = x'00'"), /never changes/)
  assert.is(raw.pragma('integrity_check', { simple: true }), 'ok')
  close()
})

test.run()
