import { setTimeout as pause } from 'node:timers/promises'
import { caller, signUp } from './open-test-app.ts'
import { openReceiver } from './receiver.ts'
import { runServer } from './run-server.ts'
import { untilSo } from './until.ts'

export type Plan = {
  dir: string
  events: number
  kills: number
  /** How likely it is that a request is refused. */
  failing: number
  /** No event more often than this: the pauses grow. */
  refusedAtMost: number
}

export type Seen = {
  events: number
  requests: number
  refused: number
  twice: number
  kills: number
  seconds: number
  lost: number[]
  outOfOrder: string[]
}

const together = 40

/**
 * Makes and revokes keys, which is two events about one thing each, at a server that is killed so
 * many times meanwhile, and gives what an endpoint saw that refuses some at random.
 */
export async function sendThroughKills({ dir, events, kills, ...plan }: Plan): Promise<Seen> {
  await using receiver = await openReceiver()
  const beganMs = Date.now()
  const settings = { KONTOR_WEBHOOK_ALLOW: '127.0.0.1' }
  let server = await runServer({ dir, settings })
  let call = caller(server.url)
  const { token: as } = await signUp(call, 'Owner', { setup_code: server.setupCode })
  await call('POST', '/v1/webhooks', { as, body: { url: receiver.url } })
  const taken = new Map<number, number>()
  const order = new Map<string, number[]>()
  const refusals = new Map<string, number>()
  receiver.answers(({ body, headers }, res) => {
    const id = String(headers['webhook-id'])
    const before = refusals.get(id) ?? 0
    if (before < plan.refusedAtMost && Math.random() < plan.failing) {
      refusals.set(id, before + 1)
      return void res.writeHead(500).end()
    }
    const { number, data } = JSON.parse(body)
    taken.set(number, (taken.get(number) ?? 0) + 1)
    if (taken.get(number) === 1) {
      order.set(data.api_key_id, [...(order.get(data.api_key_id) ?? []), number])
    }
    res.writeHead(204).end()
  })
  const one = async () => {
    const made = await call('POST', '/v1/api-keys', { as, body: { name: 'one' } })
    await call('DELETE', `/v1/api-keys/${made.body.data.api_key_id}`, { as })
  }
  const pairs = events / 2
  let killed = 0
  for (let done = 0; done < pairs; done += together) {
    await Promise.all(Array.from({ length: Math.min(together, pairs - done) }, one))
    if (killed < kills && done + together >= (pairs / (kills + 1)) * (killed + 1)) {
      await kill()
    }
  }
  while (killed < kills) {
    await pause(300)
    await kill()
  }
  async function kill() {
    killed++
    await server.kill()
    server = await runServer({ dir, settings })
    call = caller(server.url)
  }
  const all = Array.from({ length: events }, (_, i) => i + 1)
  await untilSo('everything arrived', () => taken.size >= events)
  await server.stop()
  const outOfOrder = [...order].flatMap(([id, numbers]) =>
    numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0)) ? [] : [id],
  )
  return {
    events: taken.size,
    requests: receiver.received.length,
    refused: [...refusals.values()].reduce((sum, n) => sum + n, 0),
    twice: [...taken.values()].filter((times) => times > 1).length,
    kills: killed,
    seconds: Math.round((Date.now() - beganMs) / 1000),
    lost: all.filter((number) => !taken.has(number)),
    outOfOrder,
  }
}
