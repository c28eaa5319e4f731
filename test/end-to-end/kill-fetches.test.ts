// kill -9 around a fetch. The moment is seen from outside, in the files
// and in the database, so that the program needs no switch for tests.
import { type IncomingMessage, request } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { largePage, prose } from '../support/inspections.ts'
import { leanSettings as settings } from '../support/lean-settings.ts'
import { mint, publish } from '../support/market.ts'
import { putMarketInto } from '../support/market-folder.ts'
import { assertLedgerInOrder, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { watchDatabase } from '../support/watch-database.ts'

const price = 25
const welcome = 500

test('killed during a fetch: charged once, the link is used, a new one is free', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using first = await runServer({ dir: folder.path, settings })
  const market = at(first)
  const bytes = largePage()
  const asset = await publish(market, { filename: 'a.html', contentType: 'text/html', bytes })
  const { body: link } = await mint(market, asset)
  await firstBytes(link.url)
  await first.kill()
  using look = watchDatabase(folder.path)
  assert.equal(look.rows('SELECT state, outcome FROM dl_link'), [{ state: 'used', outcome: null }])

  await using _second = await runServer({ dir: folder.path, port: first.port, settings })
  assert.is((await market.call('GET', link.url)).status, 410)
  const again = (await mint(market, asset)).body
  assert.is(again.estimated_credits, 0)
  assert.is(again.available_credits, welcome - price)
  const { status, bytes: fetched } = await market.call('GET', again.url)
  assert.is(status, 200)
  assert.ok(fetched.equals(bytes))
  assert.is((await mint(market, asset)).body.available_credits, welcome - price)
  await assertLedgerInOrder(folder.path)
})

test('killed at any moment of a fetch: a link is used exactly if it was charged', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using first = await runServer({ dir: folder.path, settings })
  const market = at(first)
  const asset = await publish(market, { bytes: prose(40) })
  using look = watchDatabase(folder.path)
  let server = first
  for (const delayMs of [0, 4, 40]) {
    const { body: link } = await mint(market, asset)
    const answered = market.call('GET', link.url).then(
      ({ status }) => status,
      () => undefined,
    )
    await new Promise((done) => setTimeout(done, delayMs))
    await server.kill()
    const used = Number(look.value("SELECT count(*) FROM dl_link WHERE state = 'used'"))
    assert.is(look.value("SELECT count(*) FROM meter_event WHERE kind = 'download'"), used)
    const answer = await answered
    server = await runServer({ dir: folder.path, port: first.port, settings })
    const next = await market.call('GET', link.url)
    assert.ok(answer === 200 ? next.status === 410 : [200, 410].includes(next.status))
  }
  await server.kill()
  const paid = look.value("SELECT sum(charge_cents) FROM meter_event WHERE kind = 'download'")
  const charged = look.value(
    "SELECT count(*) FROM meter_event WHERE kind = 'download' AND charge_cents > 0",
  )
  assert.is(paid, Number(charged) * price)
  await assertLedgerInOrder(folder.path)
})

/** Resolves with the first bytes of the answer and takes no more of it. */
function firstBytes(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request(url, (answer) => {
      answer
        .on('error', () => {})
        .once('data', () => {
          answer.pause()
          resolve(answer)
        })
    })
    asking.once('error', reject).end()
  })
}

test.run()
