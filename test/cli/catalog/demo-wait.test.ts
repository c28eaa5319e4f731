// How long the demo waits for the indexing, on a clock that the test sets forward.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { waitUntilIndexed } from '../../../src/cli/catalog/demo/acts/wait-until-indexed.ts'
import { DemoFailed } from '../../../src/cli/catalog/demo/demo-failed.ts'
import { openStage } from '../../../src/cli/catalog/demo/stage.ts'

const count = 6
const secondsPerAnswer = 40

/** Waits beside a server that has indexed as many as `indexedAfter` says for each answer. */
async function wait(indexedAfter: (answers: number) => number): Promise<number> {
  let answers = 0
  const realNow = Date.now
  const server = createServer((_request, response) => {
    answers += 1
    const now = realNow() + answers * secondsPerAnswer * 1000
    Date.now = () => now
    const assets = Array.from({ length: count }, (_, i) => ({
      asset_id: `obj_${i}`,
      filename: `${i}.txt`,
      error: null,
      status: i < indexedAfter(answers) ? 'indexed' : 'pending',
    }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ assets, next_cursor: null, has_more: false }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const baseUrl = `http://127.0.0.1:${port}`
    const stage = openStage({ baseUrl, terminal: false, out: () => {} })
    const story = { stage } as Parameters<typeof waitUntilIndexed>[0]
    await waitUntilIndexed(story, { key: { name: 'ada', credential: 'k' }, count })
    return answers * secondsPerAnswer
  } finally {
    Date.now = realNow
    server.closeAllConnections()
    server.close()
  }
}

test('the demo waits for as long as documents go on being indexed', async () => {
  const seconds = await wait((answers) => Math.floor(answers / 2))
  assert.ok(seconds >= 480, `${seconds} s`)
})

test('the demo gives up when none was indexed for two minutes', async () => {
  try {
    await wait((answers) => Math.min(answers, 2))
    assert.unreachable()
  } catch (error) {
    assert.instance(error, DemoFailed)
    assert.is((error as DemoFailed).message, 'indexing must end')
  }
})

test.run()
