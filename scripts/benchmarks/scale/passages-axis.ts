import { fillIndex } from '../fill-index.ts'
import { randomNumbers } from '../passages.ts'
import { type Point, pointOf } from './point.ts'
import {
  databaseBytes,
  furnish,
  openMarketIn,
  pointsOf,
  type Served,
  scaleFolder,
  serve,
} from './served.ts'
import { madeUpPassages, searches, stopWordSearches } from './texts.ts'

const axis = 'passages'
/** Beyond it a graph of all vectors would be made first, for hours. */
const vectorsMax = 300_000
const perDataset = 20_000
const roomyMb = '8192'
const requests = 600
const few = 150

type Log = (line: string) => void
type Measured = { size: number; dir: string; key: string }

/** Searches with the keywords in memory, without that, of stop words alone, and by meaning. */
export async function* passagesAxis(log: Log, sizes: readonly number[]): AsyncGenerator<Point[]> {
  using folder = scaleFolder()
  const { path: dir } = folder
  const { key, provider } = await openMarketIn(dir)
  const next = randomNumbers(7)
  let filled = 0
  for (const size of sizes) {
    log(`  ${size} passages: written`)
    const before = process.cpuUsage()
    await furnish(dir, async (app) => {
      for (let from = filled; from < size; from += perDataset) {
        const some = madeUpPassages(Math.min(perDataset, size - from), next)
        await fillIndex(app, provider.tenantId, some)
        app.store.raw.pragma('wal_checkpoint(TRUNCATE)')
      }
      // Of a bulk the catalogue was not told; what is active may be searched.
      app.store.raw.exec("UPDATE dataset SET status = 'active' WHERE status <> 'active'")
    })
    const { user, system } = process.cpuUsage(before)
    const value = (user + system) / 1000 / (size - filled)
    yield [pointOf({ axis, size, curve: 'written, all', value })]
    filled = size
    log(`    ${value.toFixed(2)} ms a passage; searched`)
    yield await withMemory({ size, dir, key }, log)
    yield await withoutMemory({ size, dir, key })
  }
}

async function withMemory(of: Measured, log: Log): Promise<Point[]> {
  const { size, dir } = of
  const hasVectors = size <= vectorsMax
  await using served = await serve(dir, {
    KONTOR_KEYWORD_MEMORY_MB: roomyMb,
    ...(hasVectors ? {} : { KONTOR_EMBEDDING_MODEL: 'none' }),
  })
  const { threads } = await served.cost()
  const started = (name: string) =>
    pointOf({ axis, size, curve: `started, ${name}`, value: threads.get(name) ?? 0 })
  const points = [
    started('hot'),
    ...(hasVectors ? [started('vector')] : []),
    ...(await searched(served, { ...of, what: 'words', mode: 'keyword' })),
    ...(await asked(served, { ...of, what: 'stop words', paths: stopWordSearches() })),
  ]
  const held = pointOf({ axis, size, curve: 'resident', unit: 'MB', value: served.residentMb() })
  if (hasVectors) {
    points.push(...(await searched(served, { ...of, what: 'meaning', mode: 'semantic' })))
    points.push(...(await searched(served, { ...of, what: 'both', mode: 'hybrid' })))
  }
  const each = databaseBytes(dir) / size
  const disk = pointOf({ axis, size, curve: 'disk, a passage', unit: 'bytes', value: each })
  log(`    ${served.residentMb().toFixed(0)} MB, ${disk.note} of disk a passage`)
  return [...points, held, disk]
}

async function withoutMemory(of: Measured): Promise<Point[]> {
  const settings = { KONTOR_KEYWORD_MEMORY_MB: '0', KONTOR_EMBEDDING_MODEL: 'none' }
  await using served = await serve(of.dir, settings)
  const points = await searched(served, { ...of, what: 'words by FTS5', mode: 'keyword' })
  const value = served.residentMb()
  return [...points, pointOf({ axis, size: of.size, curve: 'resident, FTS5', unit: 'MB', value })]
}

async function searched(served: Served, of: Measured & { what: string; mode: string }) {
  const next = randomNumbers(11)
  const paths = searches(requests, { next, mode: of.mode })
  return asked(served, { ...of, paths })
}

async function asked(
  served: Served,
  { size, key, what, paths }: Measured & { what: string; paths: readonly string[] },
): Promise<Point[]> {
  const isDear = size >= 100_000 && what !== 'words'
  const asking = { paths, keys: [key], requests: isDear ? few : requests }
  return pointsOf({ axis, size, what }, await served.ask(asking))
}
