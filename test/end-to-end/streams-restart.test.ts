// A program that listens, comes back with the place where it was, and has missed nothing.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listen } from '../support/event-reader.ts'
import { leanSettings as settings } from '../support/lean-settings.ts'
import type { Market } from '../support/market.ts'
import { putMarketInto } from '../support/market-folder.ts'
import { runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

/** Names of keys that were made, by one after the other until the server is gone. */
async function keepMaking({ call, provider: { token: as } }: Market, made: string[]) {
  for (;;) {
    const body = { name: `key ${made.length + 1}` }
    const answer = await call('POST', '/v1/api-keys', { as, body }).catch(() => undefined)
    if (answer?.status !== 201) return
    made.push(answer.body.data.api_key_id)
  }
}

test('over restarts and kills each event comes once, in order, and none is missed', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  let port = 0
  let place: string | undefined
  const made: string[] = []
  const numbers: number[] = []
  const heard: string[] = []
  for (const end of ['stop', 'kill', 'last'] as const) {
    await using server = await runServer({ dir: folder.path, port, settings })
    port = server.port
    const market = at(server)
    const authorization = `Bearer ${market.provider.token}`
    const from: Record<string, string> = place === undefined ? {} : { 'last-event-id': place }
    const stream = await listen(`${server.url}/v1/events`, { authorization, ...from })
    assert.is(stream.status, 200)
    const before = made.length
    const making = end === 'last' ? undefined : keepMaking(market, made)
    if (making) await untilSo('some were made', () => made.length >= before + 20)
    if (end === 'stop') assert.is((await server.stop()).code, 0)
    else if (end === 'kill') await server.kill()
    else await untilSo('all were told', () => heard.length + stream.events().length >= made.length)
    await making
    if (end === 'last') stream.stop()
    await stream.ended
    place = stream.lastId()
    for (const { number, data } of stream.events()) {
      numbers.push(number)
      heard.push(data.api_key_id)
    }
  }
  const [first = 0] = numbers
  assert.equal(
    numbers,
    [...numbers.keys()].map((nth) => first + nth),
  )
  assert.ok(made.length >= 40)
  // Whoever was killed may have made one more, and had no time to say so.
  assert.equal(
    made.filter((id) => !heard.includes(id)),
    [],
  )
})

test.run()
