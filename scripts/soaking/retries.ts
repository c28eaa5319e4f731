// A client that does not know whether it was heard sends the same request again and again, to a
// server that dies meanwhile: credits are granted once, and every answer says the same.
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './deeds.ts'
import { Tally } from './hammer.ts'
import { bookBreaches } from './money-checks.ts'
import { openRandom, type Random } from './random.ts'
import { breachLines } from './show.ts'
import { grantsByReason } from './unanswered.ts'
import { NoAnswer, openWorld, TurnedAway, type World } from './world.ts'

export type RetriesReport = {
  seed: string
  sent: number
  kills: number
  /** Of all retries; `silence` is a server that died over it. */
  answers: Tally
  seconds: number
  breaches: string[]
}

type Scene = { world: World; report: RetriesReport; said: Set<string>; credits: number }

const reason = 'the one and only'
const restMs = 100

export async function soakRetries(asked: {
  count: number
  clients: number
  kills: number
  seed: string
  onSent?: (done: number) => void
}): Promise<RetriesReport> {
  const { count, clients, kills, seed, onSent } = asked
  const startedMs = performance.now()
  const random = openRandom(seed)
  await using world = await openWorld()
  const breaches: string[] = []
  const report = { seed, sent: 0, kills: 0, answers: new Tally(), seconds: 0, breaches }
  const scene: Scene = { world, report, said: new Set(), credits: 1 + random.below(1_000) }
  for (let life = 0; life <= kills && breaches.length === 0; life++) {
    const upTo = Math.floor((count * (life + 1)) / (kills + 1))
    const isLast = life === kills
    await live(scene, { upTo, clients, isLast, random, onSent })
  }
  const granted = grantsByReason(world).get(reason)
  if (granted?.transfers !== 1 || granted.credits !== scene.credits) {
    breaches.push(`granted ${JSON.stringify(granted)}, not ${scene.credits} credits once`)
  }
  if (scene.said.size !== 1) breaches.push(`${scene.said.size} different answers to one request`)
  breaches.push(...bookBreaches(world))
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

type Life = {
  upTo: number
  clients: number
  isLast: boolean
  random: Random
  onSent: ((done: number) => void) | undefined
}

/** Retries until so many were sent; then the server is killed over those that are under way. */
async function live(scene: Scene, { upTo, clients, isLast, random, onSent }: Life): Promise<void> {
  const { world, report } = scene
  let isOver = false
  const lane = async () => {
    while (!isOver && report.breaches.length === 0) {
      report.sent++
      onSent?.(report.sent)
      await retry(scene)
      if (isLast && report.sent >= upTo) isOver = true
    }
  }
  const lanes = Array.from({ length: clients }, lane)
  if (!isLast) {
    while (report.sent < upTo && report.breaches.length === 0) await sleep(1)
    await sleep(random.below(20))
    isOver = true
    await world.kill()
    await world.settled()
    report.kills++
  }
  await Promise.all(lanes)
  if (!isLast) await world.start()
}

async function retry({ world, report, said, credits }: Scene): Promise<void> {
  const { operator, buyer } = world.market
  const headers = { 'idempotency-key': reason }
  const asked = { as: operator.token, headers, body: { credits, reason } }
  try {
    const { status, body, bytes } = await ask(
      world,
      `POST /v1/admin/tenants/${buyer.tenantId}/credits`,
      asked,
    )
    report.answers.add(`${status}`)
    if (status === 201) said.add(bytes.toString())
    // The first one is still under way.
    else if (status === 409 && body.error.details?.reason === 'idempotency_key_in_use') {
      await sleep(restMs)
    } else report.breaches.push(`${status} ${bytes.toString().slice(0, 200)}`)
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof TurnedAway)) throw error
    report.answers.add(error instanceof NoAnswer ? 'silence' : 'turned away')
    await sleep(restMs)
  }
}

export function retriesLines(report: RetriesReport): string[] {
  const { sent, kills, seed, seconds, answers } = report
  return [
    `${sent} retries of one request over ${kills} kills, seed ${seed}, ${seconds.toFixed(1)} s`,
    `${answers}`,
    '',
    ...breachLines(report),
  ]
}
