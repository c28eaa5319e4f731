// Signed URLs and tokens that were altered, presented to a real server: none may open anything.
import { mutate } from '../../test/support/mutate.ts'
import { asPath, type Hammer, type Hit, openHammer, repeated, Tally } from './hammer.ts'
import { openRandom, type Random } from './random.ts'
import { openVictims, type Victim } from './victims.ts'
import { openWorld, type World } from './world.ts'

export type LinksReport = {
  seed: string
  /** Altered ones that were sent. */
  sent: number
  seconds: number
  /** By kind: how often each answer came. */
  answers: Record<string, Tally>
  breaches: string[]
}

/** URLs live for fifteen minutes: the unaltered ones must still open after their round. */
const perRound = 20_000
const connections = 8
const breachesMax = 20

/**
 * Sends so many altered URLs, tokens, keys and cursors. An alteration that only spells the same
 * permission differently is drawn again. After each round the unaltered ones must open, and nothing
 * may have been used, received or charged before.
 */
export async function soakLinks(options: {
  count: number
  seed: string
  onSent?: (done: number) => void
  /** Of the server, beyond those of every soak. */
  settings?: Record<string, string>
}): Promise<LinksReport> {
  const { count, seed, onSent, settings } = options
  const startedMs = performance.now()
  const random = openRandom(seed)
  await using world = await openWorld(settings)
  using hammer = openHammer({ url: world.server().url, connections })
  const report: LinksReport = { seed, sent: 0, seconds: 0, answers: {}, breaches: [] }
  while (report.sent < count && report.breaches.length === 0) {
    const times = Math.min(perRound, count - report.sent)
    await round({ world, hammer, random, report, onSent }, times)
  }
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

type Round = {
  world: World
  hammer: Hammer
  random: Random
  report: LinksReport
  onSent: ((done: number) => void) | undefined
}

async function round({ world, hammer, random, report, onSent }: Round, times: number) {
  const { breaches, answers } = report
  const victims = await openVictims(world)
  const before = whatHappened(world)
  const stop = () => breaches.length >= breachesMax
  await repeated({ times, atOnce: 2 * connections, stop }, async () => {
    const victim = random.pick(victims)
    const text = altered(victim, random)
    const hit = await hammer.send(shotOf(victim, text)).catch(silence)
    answers[victim.kind] ??= new Tally()
    answers[victim.kind]?.add(`${hit.status}`)
    if (!victim.refusals.includes(hit.status)) breaches.push(sentence(victim, text, hit))
    report.sent += 1
    onSent?.(report.sent)
  })
  const after = whatHappened(world)
  if (after !== before) breaches.push(`something happened: ${before} became ${after}`)
  for (const victim of victims) {
    const hit = await hammer.send(shotOf(victim, victim.text)).catch(silence)
    if (hit.status !== 200) breaches.push(`unaltered, ${sentence(victim, victim.text, hit)}`)
  }
}

function shotOf({ method, carry, body }: Victim, text: string) {
  return { method, ...carry(text), ...(body === undefined ? {} : { body }) }
}

/** A connection that was closed without an answer is a breach too. */
function silence(error: Error): Hit {
  return { status: 0, text: error.message }
}

function sentence({ kind, method }: Victim, text: string, hit: Hit): string {
  return `${kind}: ${method} ${asPath(text)} answered ${hit.status} ${hit.text.slice(0, 200)}`
}

/** Bytes received, links used, money moved. */
function whatHappened(world: World): unknown {
  return world.look().value(`
    SELECT json_array((SELECT count(*) FROM upload_part), (SELECT count(*) FROM transfer),
      (SELECT count(*) FROM dl_link WHERE state = 'used'), (SELECT count(*) FROM meter_event))`)
}

/** The text of a victim, made to mean something that nobody was ever permitted. */
function altered({ text, others, means }: Victim, random: Random): string {
  const genuine = [text, ...others].map(means)
  for (;;) {
    const changed = alteration(text, { others, random })
    if (!genuine.includes(means(changed))) return changed
  }
}

function alteration(
  text: string,
  { others, random }: { others: readonly string[]; random: Random },
): string {
  const chance = random.below(100)
  if (chance < 60 || others.length === 0) return mutate(text, () => random.next())
  const other = random.pick(others)
  if (chance < 85) return spliced(text, { other, random })
  return text.replace(/\d+/g, (digits) =>
    random.below(3) === 0 ? `${Math.floor(random.next() * 10 * Number(digits))}` : digits,
  )
}

/** Fields of one URL with one or more values of another: both genuine, only not together. */
function spliced(text: string, { other, random }: { other: string; random: Random }): string {
  const theirs = fieldsOf(other)
  return fieldsOf(text)
    .map((field, i) => (random.below(3) === 0 ? (theirs[i] ?? field) : field))
    .join('')
}

function fieldsOf(text: string): string[] {
  return text.split(/(?<=[/?&=._])/)
}
