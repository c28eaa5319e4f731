// SIGTERM while many clients ask for something: whoever was heard is answered whole, nobody else is
// heard, and what was answered is there after the next start.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { prose } from '../support/inspections.ts'
import { leanSettings as settings } from '../support/lean-settings.ts'
import { mint, publish } from '../support/market.ts'
import { putMarketInto } from '../support/market-folder.ts'
import { caller } from '../support/open-test-app.ts'
import { assertLedgerInOrder, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { watchDatabase } from '../support/watch-database.ts'

const clients = 24

type Ask = { url: string; as?: string; body?: unknown }
/** `none`: no byte of an answer came. `cut`: it began and did not end. */
type Outcome = { status: number; length: number } | 'none' | 'cut'

/** Each over a connection of its own, so that none is closed between two requests. */
function ask({ url, as = '', body }: Ask): Promise<Outcome> {
  return new Promise((settle) => {
    const bearer = as.startsWith('kontor_')
      ? { 'x-api-key': as }
      : { authorization: `Bearer ${as}` }
    const text = body === undefined ? undefined : JSON.stringify(body)
    const options = {
      method: text === undefined ? 'GET' : 'POST',
      headers: { ...bearer, ...(text && { 'content-type': 'application/json' }) },
      agent: new Agent({ keepAlive: false }),
    }
    const asking = request(url, options, async (answer) => {
      let length = 0
      try {
        for await (const chunk of answer) length += (chunk as Buffer).length
        settle({ status: answer.statusCode ?? 0, length })
      } catch {
        settle('cut')
      }
    })
    asking.once('error', () => settle('none'))
    asking.end(text)
  })
}

test('SIGTERM under load: what was heard is answered whole, and it ends with 0', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using server = await runServer({ dir: folder.path, settings })
  const market = at(server)
  const bytes = prose(2_000)
  const asset = await publish(market, { bytes })
  const links: string[] = []
  for (let i = 0; i < clients; i++) links.push((await mint(market, asset)).body.url)
  const [answered, outcomes] = [new Set<string>(), [] as Outcome[]]
  const fetched: Outcome[] = []
  let isOver = false

  const client = async (_: unknown, number: number) => {
    for (let i = 0; !isOver; i++) {
      const name = `Set ${number}-${i}`
      const made = { url: `${server.url}/v1/datasets`, as: market.provider.token, body: { name } }
      const outcome = await ask(made)
      if (typeof outcome === 'object' && outcome.status === 201) answered.add(name)
      const search = `${server.url}/search?q=pump&limit=50`
      outcomes.push(outcome, await ask({ url: search, as: market.key }))
      const link = links.pop()
      if (link !== undefined) fetched.push(await ask({ url: link }))
    }
  }
  const running = Array.from({ length: clients }, client)
  while (answered.size < 2 * clients) await sleep(5)
  const { code, output } = await server.stop()
  isOver = true
  await Promise.all(running)

  assert.is(code, 0, output)
  const all = [...outcomes, ...fetched]
  assert.not.ok(all.includes('cut'), 'an answer that began ends')
  const whole = all.filter((outcome) => typeof outcome === 'object')
  assert.equal([...new Set(whole.map(({ status }) => status))].sort(), expected(whole))
  const sold = fetched.filter((one) => typeof one === 'object' && one.status === 200)
  assert.ok(sold.every((one) => (one as { length: number }).length === bytes.length))
  using look = watchDatabase(folder.path)
  const kept = look.rows("SELECT name FROM dataset WHERE name LIKE 'Set %'") as { name: string }[]
  assert.equal(kept.map(({ name }) => name).sort(), [...answered].sort())
  assert.is(look.value("SELECT count(*) FROM dl_link WHERE state <> 'minted'"), sold.length)
  await assertLedgerInOrder(folder.path)
  await using again = await runServer({ dir: folder.path, port: server.port, settings })
  const { status } = await caller(again.url)('GET', '/v1/me', { as: market.provider.token })
  assert.is(status, 200)
})

/** Made, found and sold, and nothing of the kind 500; searches beyond the rate are told so. */
function expected(whole: { status: number }[]): number[] {
  const allowed = [200, 201, 402, 429, 503]
  return allowed.filter((status) => whole.some((one) => one.status === status))
}

test.run()
