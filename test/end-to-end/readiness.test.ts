// Whoever is told that the server is ready is answered: its first search, in each mode.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { gateName } from '../support/held-threads.ts'
import { prose } from '../support/inspections.ts'
import { publish } from '../support/market.ts'
import { putMarketInto, putStockInto } from '../support/market-folder.ts'
import { isPackaged } from '../support/program.ts'
import { runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

const searching = /keywords in memory|search by meaning/
const heldThreads = new URL('../support/held-threads.ts', import.meta.url).href

test('it is ready when the first search of each mode is answered, and not before', async () => {
  using folder = temporaryFolder()
  const { at, asset } = await putStockInto(folder.path)
  await using server = await runServer({
    dir: folder.path,
    settings: { KONTOR_SEARCH_TIMEOUT_MS: '5000' },
    flags: [...process.execArgv, '--import', heldThreads],
  })
  const { call, key } = at(server)
  assert.is((await call('GET', '/health')).status, 200)
  // The packaged file takes no flags: there nothing is held.
  if (!isPackaged()) {
    const early = await call('GET', '/readyz')
    assert.is(early.status, 503)
    assert.ok(Number(early.headers.get('retry-after')) > 0)
  }

  writeFileSync(join(folder.path, gateName), '')
  await untilSo('it is ready', async () => (await call('GET', '/readyz')).status === 200)
  const search = (mode: string) => `/search?q=heat&mode=${mode}`
  const paths = [...['keyword', 'semantic', 'hybrid'].map(search), '/search/suggest?q=he']
  // At once: none of them may need a thread that has yet to begin.
  const answers = await Promise.all(paths.map((path) => call('GET', path, { as: key })))
  assert.equal(
    answers.map(({ status, body }) => [status, body.mode]),
    [
      [200, 'keyword'],
      [200, 'semantic'],
      [200, 'hybrid'],
      [200, undefined],
    ],
  )
  // The passages are embedded behind it: until then it is said that this is to come.
  const similar = async () => call('GET', `/asset/${asset.objectId}/similar`, { as: key })
  assert.ok([200, 503].includes((await similar()).status))
  await untilSo('things alike are found', async () => (await similar()).body.mode === 'semantic')
})

test('a house without a passage is ready; what searches begins with the first one', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using server = await runServer({ dir: folder.path })
  const market = at(server)
  const { call } = market
  await untilSo('it is ready', async () => (await call('GET', '/readyz')).status === 200)
  assert.not.match(server.output(), searching)
  await publish(market, { bytes: prose(2) })
  await untilSo('the threads have begun', () => searching.test(server.output()))
})

test.run()
