// A thread that is ended while it puts vectors into its graph: compiled code that meets the end of
// its thread ends the whole process, and this test with it.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openVectorStore } from '../../../src/engine/index.ts'
import { loadHnsw } from '../../../src/engine/neighbours/hnsw-index.ts'
import { openVectorThread } from '../../../src/engine/threads/vector-thread.ts'
import { callerOf, openTestSearch } from '../../support/open-test-search.ts'
import { sourceOf } from '../../support/open-test-vectors.ts'
import { untilSo } from '../../support/until.ts'

const passages = 400
const ends = 8

test('a thread that is ended while its graph grows ends alone', async () => {
  if (!(await loadHnsw())) return console.log('    hnswlib-node is not compiled here: no graph')
  using shop = openTestSearch()
  const { store } = shop
  const { tenantId } = callerOf(shop.tenant())
  const owner = await shop.object(shop.dataset(tenantId), [])
  const texts = Array.from({ length: passages }, (_, n) => ({ text: `${n} boilers in hall ${n}` }))
  for (let at = 0; at < passages; at += 100) await shop.addTo(owner, texts.slice(at, at + 100))
  const open = () =>
    openVectorThread({
      file: store.file,
      folder: join(store.dir, 'vectors'),
      source: sourceOf(null),
      timeLimitMs: 60_000,
      exactMax: 1,
      snapshotMin: passages * 2,
      vectorStore: openVectorStore({ store, clock: store.clock }),
      onState() {},
      onProblem(error) {
        throw error
      },
    })
  {
    await using first = open()
    await first.settle()
  }
  for (let i = 0; i < ends; i++) {
    await using thread = open()
    thread.start()
    await untilSo('it is ready', () => thread.isReady())
    await delay(i % 10)
  }
  const made = store.raw.prepare('SELECT count(*) FROM passage_vector').pluck().get()
  assert.is(made, passages)
})

test.run()
