// What the threads that search tell of SQL that takes long: here every statement does.
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { SlowStatement } from '../../../src/base/slow-watch.ts'
import { openKeywordThreads } from '../../../src/engine/embedded-engine.ts'
import { openHotThread } from '../../../src/engine/threads/hot-thread.ts'
import { openVectorThread } from '../../../src/engine/threads/vector-thread.ts'
import { callerOf, jobOf, openTestSearch } from '../../support/open-test-search.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

function openWatch() {
  const all: SlowStatement[] = []
  const slow = { slowMs: 0.000_1, onSlow: (one: SlowStatement) => void all.push(one) }
  const ofTable = ({ sql }: SlowStatement) => /^(SELECT|WITH) .* FROM /i.test(sql)
  return { slow, told: () => until('a statement is told', () => all.find(ofTable)) }
}

test('a thread that searches the database tells of slow statements', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), ['a boiler'])
  const { told, slow } = openWatch()
  const { file } = search.store
  await using pool = openKeywordThreads({ file, threads: 1, timeLimitMs: 120_000, slow })
  await pool.search(jobOf(callerOf(tenantId), 'boiler'))
  assert.type((await told()).ms, 'number')
})

test('the thread that has the keywords in memory tells of slow statements', async () => {
  using search = openTestSearch()
  await search.object(search.dataset(search.tenant()), ['a boiler'])
  const { told, slow } = openWatch()
  await using _hot = openHotThread({ file: search.store.file, memoryMb: 64, slow })
  assert.type((await told()).ms, 'number')
})

test('the thread that has the vectors tells of slow statements', async () => {
  using search = openTestSearch()
  using folder = temporaryFolder()
  const { told, slow } = openWatch()
  const vectorStore = {
    register: async () => {},
    keep: async () => {},
    noteSnapshot: async () => {},
    forgetOld: async () => false,
    lastChange: () => 0,
  }
  await using vectors = openVectorThread({
    file: search.store.file,
    folder: join(folder.path, 'vectors'),
    slow,
    vectorStore,
    source: { folder: null, queryPrefix: '', passagePrefix: '', cutoff: null },
    timeLimitMs: 120_000,
    onState() {},
    onProblem() {},
  })
  vectors.start()
  assert.type((await told()).ms, 'number')
})

test.run()
