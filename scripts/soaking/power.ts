// The power goes while a server works: it is cut afterwards, in the journal of what the server
// wrote and synced, at as many moments as one likes, and what is left of the folder is looked at.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../src/store/connect.ts'
import { compileJournal, openPower, type Power } from '../../test/support/power/open-power.ts'
import { fates, openDisk, readJournal } from '../../test/support/power/replay.ts'
import { command } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { until, untilSo } from '../../test/support/until.ts'
import { watchDatabase } from '../../test/support/watch-database.ts'
import {
  confirm,
  fetchBytes,
  initiate,
  mint,
  newLink,
  newSearch,
  newTopUp,
  search,
  send,
  topUp,
} from './deeds.ts'
import { invariants } from './invariants.ts'
import {
  type Deed,
  type Document,
  isUnanswered,
  type Journal,
  newDocument,
  openJournal,
} from './journal.ts'
import { bookBreaches } from './money-checks.ts'
import { openRandom, type Random } from './random.ts'
import { findHalves } from './unanswered.ts'
import type { World } from './world.ts'

export type PowerReport = {
  seed: string
  /** Why nothing was done, where nothing was. */
  skipped?: string
  cuts: number
  answers: number
  /** How often the log of the database began anew meanwhile. */
  logs: number
  breaches: string[]
  seconds: number
}

type Options = {
  cuts: number
  seed: string
  /** Rounds of each of four clients. */
  rounds?: number
  /** Once more with a disk that does not sync this file: what an early answer would come to. */
  andLying?: string
  onCut?: (done: number) => void
}

/** Said by the server, with how long the journal was then. */
type Told = { record: Deed; field: string; at: number }

/** The books are checked as the operator does it so often. */
const ledgerEvery = 25
const clients = 4

/** One report, and another one where the disk lies. Ends at the first breach. */
export async function soakPower(options: Options): Promise<PowerReport[]> {
  const { seed, rounds = 12, andLying } = options
  const startedMs = performance.now()
  using folder = temporaryFolder()
  const library = compileJournal(folder.path)
  if (library === undefined) {
    return [{ ...nothing, seed, skipped: 'there is no compiler for C (cc) here' }]
  }
  await using power = await openPower(library, { KONTOR_WELCOME_CREDITS: '500' })
  const random = openRandom(seed)
  const begunAt = power.now()
  const { journal, told } = await work(power, { random: random.branch('work'), rounds })
  await power.server.kill()
  const deeds = readJournal(power.journal)
  const life = { ...options, power, journal, told, deeds, begunAt }
  const reports = [await cutAll(life)]
  if (andLying !== undefined) reports.push(await cutAll({ ...life, lies: andLying }))
  for (const report of reports) report.seconds = (performance.now() - startedMs) / 1000
  return reports
}

const nothing: Omit<PowerReport, 'seed'> = {
  cuts: 0,
  answers: 0,
  logs: 0,
  breaches: [],
  seconds: 0,
}

type Life = Pick<Options, 'cuts' | 'seed' | 'onCut'> & {
  power: Power
  journal: Journal
  told: Told[]
  deeds: ReturnType<typeof readJournal>
  begunAt: number
  lies?: string
}

async function cutAll(life: Life): Promise<PowerReport> {
  const { cuts, seed, onCut, power, journal, told, deeds, begunAt, lies } = life
  const random = openRandom(`${seed}/cuts`)
  const report: PowerReport = { ...nothing, seed, breaches: [] }
  report.answers = told.length
  report.logs = deeds.filter(({ kind, at, bytes }) => isLogHead({ kind, at, bytes })).length
  const ends = deeds.map(({ end }) => end).filter((end) => end >= begunAt)
  const disk = openDisk(power.before, deeds, lies)
  for (const end of momentsOf({ ends, told, cuts, random })) {
    report.cuts += 1
    disk.until(end)
    const fate = fates[report.cuts % fates.length] ?? 'none'
    const dir = mkdtempSync(join(tmpdir(), 'kontor-cut-'))
    disk.leaveIn(dir, fate, random)
    const cut = { dir, power, journal: journalAt(journal, told, end) }
    const found = await breachesOf(cut, report.cuts % ledgerEvery === 0).catch(saidOf)
    report.breaches.push(...found.map((one) => `cut at ${end} of ${ends.at(-1)}, ${fate}: ${one}`))
    rmSync(dir, { recursive: true })
    onCut?.(report.cuts)
    if (report.breaches.length > 0) break
  }
  return report
}

export function powerLines(report: PowerReport): string[] {
  const { skipped, seed, cuts, answers, logs, breaches, seconds } = report
  if (skipped !== undefined) return [`Skipped: ${skipped}.`]
  return [
    `${cuts} cuts, seed ${seed}, ${seconds.toFixed(1)} s: ${answers} answers, ${logs} logs, ` +
      `${breaches.length} breaches`,
    ...breaches.map((breach) => `BREACH ${breach}`),
  ]
}

/** A log that begins anew has a new head. */
function isLogHead({ kind, at, bytes }: { kind: string; at: number; bytes: Buffer }): boolean {
  return kind === 'written' && at === 0 && bytes.length === 32
}

/** In order. Half of them come right after somebody was told something. */
function momentsOf(from: { ends: number[]; told: Told[]; cuts: number; random: Random }): number[] {
  const { ends, told, cuts, random } = from
  const moments = Array.from({ length: cuts }, (_, i) =>
    i % 2 === 0 ? random.pick(told).at : random.pick(ends),
  )
  return moments.sort((a, b) => a - b)
}

/** Everything that is told of, by clients beside each other. */
async function work(power: Power, { random, rounds }: { random: Random; rounds: number }) {
  const { market, asset } = power
  const journal = openJournal()
  const world = { market, searchKey: market.key, journal } as World
  const told: Told[] = []
  const tell = async <T extends Deed>(record: T, field: string, deed: Promise<unknown>) => {
    await deed
    told.push({ record, field, at: power.now() })
  }
  const credits = newTopUp(world, 1_000_000)
  await tell(credits, 'given', topUp(world, credits))
  const { bytes } = await market.call('GET', (await mintOf(world, asset.objectId)).url)
  const stock = { objectId: asset.objectId, bytes, name: 'the stock' } as Document
  const oneRound = async (own: Random) => {
    const grant = newTopUp(world, 1 + own.below(500))
    await tell(grant, 'given', topUp(world, grant))
    const asked = newSearch(world, own.pick(['valve', 'boiler', 'inspector', 'meter']))
    await tell(asked, 'searched', search(world, asked))
    const link = newLink(world, stock)
    await tell(link, 'minted', mint(world, link))
    await tell(link, 'fetched', fetchBytes(world, link))
    if (own.below(3) > 0) return
    const file = newDocument(journal, own, { sentences: 5 })
    await tell(file, 'initiated', initiate(world, file))
    await tell(file, 'sent', send(world, file))
    await tell(file, 'confirmed', confirm(world, file))
  }
  const together = async (n: number) => {
    const own = Array.from({ length: clients }, (_, i) => random.branch(`${i}/${n}`))
    await Promise.all(own.map(oneRound))
  }
  let n = 0
  while (!isWorthEmptying(power)) await together(n++)
  const [emptied, log] = [nextCopyingOf(power), logOf(power)]
  for (let i = 0; i < rounds; i++) await together(n++)
  await emptied
  // Copied it may be in part, while others write: only when it was copied whole does it begin anew.
  await untilSo('the log began anew', async () => {
    await together(n++)
    return logOf(power) !== log
  })
  return { journal, told }
}

/** The server looks every second whether its log is that long, and empties it. */
function isWorthEmptying({ dir }: Power): boolean {
  return statSync(join(dir, 'kontor.db-wal')).size > 4 * 1024 * 1024
}

function nextCopyingOf({ dir }: Power): Promise<unknown> {
  const writtenMs = () => statSync(join(dir, 'kontor.db')).mtimeMs
  const before = writtenMs()
  return until('the log was emptied', () => writtenMs() > before || undefined)
}

/** What a log of SQLite is known by: the two numbers in its head that each beginning changes. */
function logOf({ dir }: Power): string {
  return readFileSync(join(dir, 'kontor.db-wal')).toString('hex', 16, 24)
}

async function mintOf({ market, searchKey }: World, objectId: string) {
  const asked = { as: searchKey, body: { asset_id: objectId } }
  return (await market.call('POST', '/download', asked)).body as { url: string }
}

/** What was told by then; whatever else was asked for has happened or not. */
function journalAt(journal: Journal, told: readonly Told[], end: number): Journal {
  const late = told.filter(({ at }) => at > end)
  const then = <T extends Deed>(records: readonly T[]): T[] =>
    records.map((record) => {
      const fields = late
        .filter((one) => one.record === record)
        .map(({ field }) => [field, 'asked'])
      return { ...record, ...Object.fromEntries(fields) }
    })
  const documents = then(journal.documents).filter((document) => !isUnanswered(document))
  const { topUps, links, searches } = journal
  return {
    documents,
    shelves: [],
    topUps: then(topUps),
    links: then(links),
    searches: then(searches),
  }
}

type Cut = { dir: string; power: Power; journal: Journal }

async function breachesOf({ dir, power, journal }: Cut, wholly: boolean): Promise<string[]> {
  // Takes the log up as the next server would.
  const { raw } = connect(join(dir, 'kontor.db'), 'write')
  const said = raw.pragma('integrity_check', { simple: true })
  using look = watchDatabase(dir)
  const world = { dir, journal, market: power.market, look: () => look } as unknown as World
  const named = invariants.filter(({ name }) => structural.has(name))
  const found = [
    ...(said === 'ok' ? [] : [`integrity_check: ${said}`]),
    ...findHalves(world),
    ...bookBreaches(world),
    ...named.flatMap(({ breaches }) => breaches(world, openRandom('')) as string[]),
    ...lostReplies(world),
  ]
  raw.close()
  if (!wholly || found.length > 0) return found
  const { code, output } = await command(['ledger', 'verify', '--data-dir', dir])
  return code === 0 ? [] : [`ledger verify: ${output.trim()}`]
}

const structural = new Set([
  ...['every acknowledged write is there', 'no record without its bytes'],
  ...['nothing is charged twice', 'the balances add up'],
])

/** Whoever asks again with the same Idempotency-Key hears the same. */
function lostReplies({ journal, look }: World): string[] {
  const kept = Number(look().value('SELECT count(*) FROM idempotent_reply'))
  const told = journal.topUps.filter(({ given }) => given === 'done').length
  return kept >= told ? [] : [`${told} answers were given for keys, and ${kept} are kept`]
}

function saidOf(error: Error): string[] {
  return [error.message]
}
