// What a cell reads for its search nodes: nothing, while nothing was written.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openFeedDoor } from '../../../src/adapters/search-nodes/feed-door.ts'
import { openSearchFeed } from '../../../src/composition/search-nodes/feed.ts'
import { openTestStore } from '../../support/open-test-store.ts'
import { nodeToken } from '../../support/search-cell.ts'
import { untilSo } from '../../support/until.ts'

/** A cell whose news the test brings. */
async function openDoor() {
  const news = { moment: 0, looks: 0, isThere: false }
  const door = openFeedDoor<number>({
    token: nodeToken,
    papers: undefined,
    version: '1',
    after: () => {
      news.looks += 1
      return { isThere: news.isThere }
    },
    moment: () => news.moment,
    isNothing: (portion) => !(portion as { isThere: boolean }).isThere,
    onProblem: (error) => {
      throw error
    },
    onRefused: () => {},
  })
  const server = createServer((req, res) => void door.answer(req, res)).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${nodeToken}` },
      body: JSON.stringify({ version: '1', position: 1, passages: 1 }),
    })
    return (await answer.json()) as { isThere: boolean }
  }
  const close = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { news, ask, [Symbol.asyncDispose]: close }
}

test('a node that waits has the cell look once, and again when something was written', async () => {
  await using door = await openDoor()
  assert.equal(await door.ask(), { isThere: false })
  assert.is(door.news.looks, 1)
  const waiting = door.ask()
  await untilSo('it waits', () => door.news.looks === 2)
  Object.assign(door.news, { moment: 1, isThere: true })
  assert.equal(await waiting, { isThere: true })
  assert.is(door.news.looks, 3)
})

test('the moment is another one after whatever was written, by whomever', () => {
  using store = openTestStore()
  const feed = openSearchFeed(store)
  const moments = [feed.moment()]
  const isAnother = () => {
    moments.push(feed.moment())
    return moments.at(-1) !== moments.at(-2)
  }
  feed.after(undefined, { passages: 1 })
  assert.not(isAnother(), 'to read changes nothing')
  store.raw.exec('CREATE TABLE thing (n INTEGER); INSERT INTO thing VALUES (1)')
  assert.ok(isAnother(), 'a row')
  store.raw.exec('UPDATE thing SET n = 2')
  assert.ok(isAnother(), 'a change')
  store.raw.exec('DELETE FROM thing')
  assert.ok(isAnother(), 'all rows at once')
  const other = new Database(join(store.dir, 'kontor.db'))
  other.exec('INSERT INTO thing VALUES (3)')
  other.close()
  assert.ok(isAnother(), 'by another connection')
  assert.not(isAnother())
})

test.run()
