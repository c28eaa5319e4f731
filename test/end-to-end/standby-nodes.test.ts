// A search node beside a machine that takes over with fewer records than the node has heard of:
// with S3 and Litestream, where they are there.
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  behindMs,
  type Means,
  meansOfStandby,
  pidIn,
  settingsOfMachines,
} from '../../scripts/soaking/standby.ts'
import { freePort } from '../support/free-port.ts'
import { publish } from '../support/market.ts'
import { putStockInto } from '../support/market-folder.ts'
import { runNode } from '../support/run-node.ts'
import { runServer } from '../support/run-server.ts'
import { nodeToken } from '../support/search-cell.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

const means = await meansOfStandby()
const fact =
  typeof means === 'string'
    ? (title: string, _: (means: Means) => Promise<void>) =>
        test(`${title} (skipped: ${means})`, () => {})
    : (title: string, holds: (means: Means) => Promise<void>) => test(title, () => holds(means))

fact('a node follows the machine that took over, and forgets what was lost', async (means) => {
  using folder = temporaryFolder()
  const [first, second] = [join(folder.path, 'a'), join(folder.path, 'b')]
  const stock = await putStockInto(first)
  mkdirSync(second, { mode: 0o700 })
  for (const name of ['secret.key', 'blobs'])
    cpSync(join(first, name), join(second, name), { recursive: true })
  const [port, nodePort] = [await freePort(), await freePort()]
  const node = `http://127.0.0.1:${nodePort}`
  const settings = {
    ...settingsOfMachines(means, 8),
    KONTOR_RETRIEVAL_STANDARD_CREDITS: '0',
    KONTOR_SEARCH_NODES: node,
    KONTOR_SEARCH_NODE_TOKEN: nodeToken,
  }
  const figure = async (name: string) => {
    const text = await fetch(`${node}/metrics`).then((answer) => answer.text())
    return Number(new RegExp(`^kontor_search_node_${name} (\\d+)`, 'm').exec(text)?.[1])
  }
  const answered = 'searches_total{end="answered"}'.replace(/[{}]/g, '\\$&')

  await using gone = await runServer({ dir: first, port, settings })
  const market = stock.at(gone)
  const dir = join(folder.path, 'node')
  await using following = runNode({ cell: gone.url, port: nodePort, dir })
  const search = async (at: typeof market) => {
    const headers = { 'x-api-key': at.key }
    const { status, body } = await at.call('GET', '/search?q=lost', { headers })
    return status === 200 ? body.total : status
  }
  await untilSo('the node has everything', async () => (await figure('ready').catch(() => 0)) === 1)
  await untilSo(
    'all was shipped',
    async () => (await behindMs({ settings, asked: { means } })) === 0,
  )
  const before = await figure('passages')
  // From here on nothing is shipped.
  process.kill(pidIn(first), 'SIGSTOP')
  await publish(market, { bytes: Buffer.from('What is lost a moment later.') })
  await untilSo('the node has heard of it', async () => (await figure('passages')) > before)
  assert.is(await search(market), 1)
  const next = runServer({ dir: second, port, settings, verb: 'standby' })
  for (const pid of [gone.pid, pidIn(first)]) process.kill(pid, 'SIGKILL')

  await using serving = await next
  const now = stock.at(serving)
  assert.is(await search(now), 0)
  await untilSo('the node has begun anew', () => /everything is copied anew/.test(following.said()))
  await untilSo('it has what was left', async () => (await figure('ready')) === 1)
  assert.is(await figure('passages'), before)
  const had = await figure(answered)
  await untilSo('it answers searches', async () => {
    assert.is(await search(now), 0)
    return (await figure(answered)) > had
  })
})

test.run()
