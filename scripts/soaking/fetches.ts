// Many clients fetch one link at the same moment: it is good for one of them, and charged once.
import { untilSo } from '../../test/support/until.ts'
import { indexState, publish } from './clients.ts'
import { mint, newLink } from './deeds.ts'
import { type Hammer, type Hit, openHammer, Tally } from './hammer.ts'
import { invariants } from './invariants.ts'
import type { Document } from './journal.ts'
import { bookBreaches } from './money-checks.ts'
import { openRandom } from './random.ts'
import { breachLines } from './show.ts'
import { openWorld, patiently, type World } from './world.ts'

export type FetchesReport = {
  seed: string
  rounds: number
  clients: number
  /** Of all fetches. */
  answers: Tally
  seconds: number
  breaches: string[]
}

const documentsCount = 3
const booksEvery = 100
const breachesMax = 20

export async function soakFetches(asked: {
  rounds: number
  clients: number
  seed: string
  onRound?: (done: number) => void
}): Promise<FetchesReport> {
  const { rounds, clients, seed, onRound } = asked
  const startedMs = performance.now()
  const random = openRandom(seed)
  await using world = await openWorld()
  const documents: Document[] = []
  for (let i = 0; i < documentsCount; i++) {
    const document = await publish(world, random, { sentences: 20 + random.below(200) })
    await untilSo('it is for sale', () => indexState(world, document.objectId) === 'indexed')
    documents.push(document)
  }
  using hammer = openHammer({ url: world.server().url, connections: clients })
  const breaches: string[] = []
  const report = { seed, rounds: 0, clients, answers: new Tally(), seconds: 0, breaches }
  while (report.rounds < rounds && breaches.length < breachesMax) {
    await round({ world, hammer, report }, random.pick(documents))
    report.rounds++
    if (report.rounds % booksEvery === 0) breaches.push(...bookBreaches(world))
    onRound?.(report.rounds)
  }
  for (const { name, breaches: find } of invariants) {
    breaches.push(...(await find(world, random)).map((breach) => `${name}: ${breach}`))
  }
  breaches.push(...bookBreaches(world))
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

type Scene = { world: World; hammer: Hammer; report: FetchesReport }

async function round({ world, hammer, report }: Scene, document: Document): Promise<void> {
  const link = newLink(world, document)
  await patiently(() => mint(world, link))
  const path = new URL(link.url).pathname
  const fetches = Array.from({ length: report.clients }, () =>
    hammer.send({ method: 'GET', path }).catch(silence),
  )
  const hits = await Promise.all(fetches)
  link.fetched = 'done'
  for (const { status } of hits) report.answers.add(`${status}`)
  const served = hits.filter(({ status }) => status === 200)
  const { name } = link
  if (served.length !== 1) report.breaches.push(`${name} was good ${served.length} times`)
  if (served.some(({ text }) => text !== document.bytes.toString())) {
    report.breaches.push(`${name} led to other bytes than those of ${document.name}`)
  }
  const other = hits.find(({ status }) => status !== 200 && status !== 410)
  if (other) report.breaches.push(`${name}: ${other.status} ${other.text.slice(0, 200)}`)
}

function silence(error: Error): Hit {
  return { status: 0, text: error.message }
}

export function fetchesLines(report: FetchesReport): string[] {
  const { rounds, clients, seed, seconds, answers } = report
  return [
    `${rounds} links, each fetched by ${clients} at once, seed ${seed}, ${seconds.toFixed(1)} s`,
    `${answers}`,
    '',
    ...breachLines(report),
  ]
}
