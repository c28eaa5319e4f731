// A search node is a process like any other: it starts by its command, and may die at any time.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../support/free-port.ts'
import { runCommand } from '../support/run-command.ts'
import { type RunningNode, runNode } from '../support/run-node.ts'
import { nodeToken, openSearchCell } from '../support/search-cell.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

test('nodes die under load: no search fails, and nobody finds what is not theirs', async () => {
  using folder = temporaryFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await using cell = await openSearchCell({
    config: { searchNodes: [url], embeddingModel: 'none', searchRatePerMinute: 1_000_000 },
  })
  const provider = await cell.signUp('Provider')
  const buyer = await cell.signUp('Buyer')
  const listed = cell.shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const hidden = cell.shelves.dataset(provider.tenantId)
  await cell.shelves.object(listed, ['a boiler', 'another boiler'])
  await cell.shelves.object(hidden, ['a secret boiler'])
  cell.store.raw.exec("UPDATE tenant SET plan = 'unlimited'")
  const key = await cell.key(buyer)
  const answers = { right: 0, wrong: [] as unknown[] }
  let isOver = false
  const searching = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const headers = { 'x-api-key': key }
      const { status, body } = await cell.call('GET', '/search?q=boiler', { headers })
      if (status === 200 && body.total === 2) answers.right += 1
      else answers.wrong.push({ status, body })
      // So there is always one under way, and the machine has time for the node that starts.
      await sleep(10)
    }
  })
  const dir = join(folder.path, 'node')
  const answered = async () => {
    const text = await fetch(`${url}/metrics`).then((answer) => answer.text())
    return Number(/\{end="answered"\} (\d+)/.exec(text)?.[1])
  }
  /** It keeps what it has, and goes on when there is room. */
  async function fillDisk(node: RunningNode): Promise<void> {
    const passages = async () => {
      const text = await fetch(`${url}/metrics`).then((answer) => answer.text())
      return Number(/^kontor_search_node_passages (\d+)/m.exec(text)?.[1])
    }
    const before = await passages()
    node.limitFiles(1)
    const texts = Array.from({ length: 40 }, (_, k) => `a valve ${k} `.repeat(99))
    await cell.shelves.object(listed, texts)
    const full = /the copy cannot be written: the disk is full/
    await untilSo('it says so', () => full.test(node.said()))
    assert.is(await passages(), before)
    node.limitFiles('unlimited')
    await untilSo('it has the others, too', async () => (await passages()) === before + 40)
    assert.not.match(node.said(), /everything is copied anew/)
  }
  for (const signal of ['SIGKILL', 'SIGKILL', 'SIGTERM'] as const) {
    const node = runNode({ cell: cell.url, port, dir })
    await untilSo('the node answers searches', async () => {
      return (await answered().catch(() => 0)) > 10
    })
    if (signal === 'SIGTERM') await fillDisk(node)
    const code = await node.end(signal)
    if (signal === 'SIGTERM') assert.is(code, 0)
    assert.not.match(node.said(), new RegExp(nodeToken))
    assert.match(node.said(), /The search node listens on http:\/\/127\.0\.0\.1:\d+ and keeps its/)
    const before = answers.right
    await untilSo('searches go on without it', () => answers.right > before + 10)
  }
  isOver = true
  await Promise.all(searching)
  assert.equal(answers.wrong, [])
})

test('a node does not start without a token, or without a server', async () => {
  const lacks = await runCommand({ args: ['search-node', '--cell', 'http://127.0.0.1:1'] })
  assert.is(lacks.code, 2)
  assert.match(lacks.err.join('\n'), /A search node needs KONTOR_SEARCH_NODE_TOKEN/)
  const nowhere = await runCommand({ args: ['search-node', '--token', nodeToken] })
  assert.is(nowhere.code, 2)
  assert.match(nowhere.err.join('\n'), /--cell is required/)
})

test('addresses of nodes without a token are refused', async () => {
  const args = ['config', '--search-nodes', 'http://127.0.0.1:1']
  const { code, err } = await runCommand({ args })
  assert.is(code, 2)
  assert.match(err.join('\n'), /KONTOR_SEARCH_NODES needs KONTOR_SEARCH_NODE_TOKEN/)
})

test.run()
