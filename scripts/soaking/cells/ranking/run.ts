// A run of the ranking: searches over several cells, and the same searches in one index that has
// everything. Between them things are added, closed, opened, taken down and removed.
import { isDeepStrictEqual } from 'node:util'
import { InvalidInput } from '../../../../src/base/errors.ts'
import type { TenantId } from '../../../../src/base/ids.ts'
import { addCounts, readQuery, type SearchJob } from '../../../../src/engine/index.ts'
import { fakeClock } from '../../../../test/support/fake-clock.ts'
import { openRandom, type Random } from '../../random.ts'
import { Breach, mustHold, type Outcome, type Step } from '../steps.ts'
import { type AskedCell, type Merged, mergedHit, openGateway, type RankingHarm } from './gateway.ts'
import { openPlacing, openShelf, type Placed, type PlacedObject, type Shelf } from './shelves.ts'
import { drawPassages, drawQuery } from './words.ts'

export const weights = {
  add: 9,
  down: 2,
  up: 1,
  show: 2,
  remove: 1,
  search: 12,
  away: 4,
  between: 2,
}
export type Kind = keyof typeof weights

const tenantsPerCell = 2
const datasetsPerTenant = 2
const firstObjects = 10

type World = ReturnType<typeof openWorld>

function openWorld(seed: string, harm?: RankingHarm) {
  const random = openRandom(`${seed}/shelves`)
  const clock = fakeClock()
  const names = 'abcd'.slice(0, 2 + random.below(3)).split('')
  const whole = openShelf('whole', { isInMemory: false })
  const cells = names.map((name) => openShelf(name, { isInMemory: random.below(2) === 0 }))
  const placing = openPlacing(whole, cells, clock)
  const viewers: TenantId[] = []
  const datasets: Placed[] = []
  for (const { name: cell } of cells) {
    for (let i = 0; i < tenantsPerCell; i++) {
      const tenantId = placing.tenant()
      viewers.push(tenantId)
      for (let n = 0; n < datasetsPerTenant; n++) {
        const visibility = n === 0 ? 'listed' : 'private'
        datasets.push(placing.dataset(tenantId, { cell, visibility }))
      }
    }
  }
  const away = { count: new Set<string>(), part: new Set<string>() }
  const asked = cells.map((cell) => askedCell(cell, away))
  const counts: Record<string, number> = {}
  return {
    clock,
    whole,
    cells,
    placing,
    viewers,
    datasets,
    away,
    counts,
    objects: [] as PlacedObject[],
    gateway: openGateway(asked, harm),
    /** The same way of asking, of everything at once. */
    alone: openGateway([askedCell(whole, { count: new Set(), part: new Set() })]),
    count(what: string): void {
      counts[what] = (counts[what] ?? 0) + 1
    },
    [Symbol.dispose]() {
      for (const { store } of [whole, ...cells]) store[Symbol.dispose]()
    },
  }
}

type Away = { count: ReadonlySet<string>; part: ReadonlySet<string> }

function askedCell({ name, searcher }: Shelf, away: Away): AskedCell {
  const upToDate = () => searcher.catchUp({ limit: Number.MAX_SAFE_INTEGER })
  return {
    name,
    count(job) {
      upToDate()
      return away.count.has(name) ? undefined : searcher.count(job)
    },
    part(job) {
      upToDate()
      return away.part.has(name) ? undefined : searcher.part(job)
    },
  }
}

export async function runRanking(
  seed: string,
  { steps, harm }: { steps: readonly Step<Kind>[]; harm?: RankingHarm | undefined },
): Promise<Outcome<Kind>> {
  using world = openWorld(seed, harm)
  let done = 0
  try {
    for (let i = 0; i < firstObjects; i++) await add(world, openRandom(`${seed}/object/${i}`))
    for (const step of steps) {
      done += 1
      world.count(step.kind)
      await deeds[step.kind](world, step)
    }
  } catch (error) {
    const breach = error instanceof Breach ? error.message : `${(error as Error).stack}`
    return { breach, steps: steps.slice(0, done), counts: world.counts }
  }
  return { breach: undefined, steps, counts: world.counts }
}

type Deed = (world: World, step: Step<Kind>) => void | Promise<void>

const takeDown = 'UPDATE object SET taken_down_at = 1 WHERE object_id = ?'

const deeds: Readonly<Record<Kind, Deed>> = {
  add: (world, { a, b, c }) => add(world, openRandom(`${a} ${b} ${c}`)),
  down(world, { a }) {
    const one = objectAt(world, a)
    if (one) world.placing.change(takeDown, { cell: one.cell, id: one.objectId })
  },
  up(world, { a }) {
    const one = objectAt(world, a)
    const sql = 'UPDATE object SET taken_down_at = NULL WHERE object_id = ?'
    if (one) world.placing.change(sql, { cell: one.cell, id: one.objectId })
  },
  show({ datasets, placing }, { a, b }) {
    const { cell, datasetId } = datasets[a % datasets.length] as Placed
    const to = b % 2 ? 'listed' : 'private'
    const sql = `UPDATE dataset SET visibility = '${to}' WHERE dataset_id = ?`
    placing.change(sql, { cell, id: datasetId })
  },
  remove(world, { a }) {
    const one = objectAt(world, a)
    if (one) world.placing.removePassages(one)
  },
  search: (world, step) => search(world, step),
  away(world, { a, b, c }) {
    const { away, cells, count } = world
    const { name } = cells[b % cells.length] as Shelf
    const round = c % 2 ? away.count : away.part
    count(c % 2 ? 'away in round one' : 'away in round two')
    round.add(name)
    search(world, { a, b, c })
    round.delete(name)
  },
  between(world, { a, b, c }) {
    const job = jobOf(world, { a, b, c })
    const { objects, placing } = world
    const [found] = job ? world.gateway({ ...job, offset: 0 }).hits : []
    if (!job || !found) return
    const one = objects.find(({ objectId }) => objectId === found.objectId)
    if (!one) return
    const { searcher } = world.whole
    // The words are those of before, and with them what the query means.
    searcher.catchUp({ limit: Number.MAX_SAFE_INTEGER })
    const counts = addCounts([searcher.count(job)])
    const answer = world.gateway(job, () => {
      placing.change(takeDown, { cell: one.cell, id: one.objectId })
    })
    const expected = searcher.part({ ...job, counts })
    const shown = answer.hits.find(({ objectId }) => objectId === one.objectId)
    mustHold(!shown, `${shown?.passageId} was taken down between the rounds and is shown`)
    mustHold(answer.total === expected.total, `${answer.total} are found, not ${expected.total}`)
  },
}

async function add({ datasets, placing, objects, clock }: World, random: Random): Promise<void> {
  const dataset = random.pick(datasets)
  const createdAtS = Math.floor(clock.nowMs() / 1000) + random.below(3)
  objects.push(await placing.object(dataset, drawPassages(random), createdAtS))
}

function objectAt({ objects }: World, at: number): PlacedObject | undefined {
  return objects[at % objects.length]
}

type Numbers = Pick<Step, 'a' | 'b' | 'c'>

/** Undefined where the query is none. */
function jobOf({ viewers }: World, { a, b, c }: Numbers): SearchJob | undefined {
  const random = openRandom(`${a} ${b} ${c} query`)
  const tenantId = random.pick(viewers)
  const isPublic = random.below(8) === 0
  try {
    return {
      visibility: isPublic ? 'public' : { tenantId, datasetAccess: { mode: 'all_available' } },
      query: readQuery(drawQuery(random)),
      filters: random.below(6) === 0 ? { kind: 'ocr' } : {},
      sort: 'relevance',
      limit: 1 + random.below(45),
      offset: random.below(3) === 0 ? random.below(12) : 0,
      highlight: false,
      facets: random.below(2) === 0,
      snippetMaxChars: undefined,
    }
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}

function search(world: World, numbers: Numbers): void {
  const job = jobOf(world, numbers)
  if (!job) return
  const { gateway, alone, whole, count } = world
  const { missing: named, relation, ...answer } = gateway(job)
  const missing = missingIn(world)
  mustHold(isDeepStrictEqual(named, missing), `${missing} did not answer, ${named} is named`)
  mustHold(relation === (missing.length > 0 ? 'approximate' : 'exact'), `it is called ${relation}`)
  const among = withoutCells(world, job, missing)
  if (answer.hits.length > 1) count('pages with an order')
  whole.searcher.catchUp({ limit: Number.MAX_SAFE_INTEGER })
  const found = whole.searcher.find(among)
  const expected = found.correctedQuery === undefined ? shownOf(found) : pageOf(alone(among))
  if (found.correctedQuery !== undefined) count('corrected by one cell alone')
  const difference = differenceOf(answer, expected)
  mustHold(difference === undefined, `over cells ${JSON.stringify(job.query)}: ${difference}`)
}

function missingIn({ away, cells }: World): string[] {
  return cells.map(({ name }) => name).filter((name) => away.count.has(name) || away.part.has(name))
}

type Page = Omit<Merged, 'relation' | 'missing'>

const pageOf = ({ relation: _, missing: __, ...page }: Merged): Page => page

/** What one index answers that has all but what these cells have. */
function withoutCells({ datasets }: World, job: SearchJob, missing: readonly string[]): SearchJob {
  const left = datasets.filter(({ cell }) => !missing.includes(cell))
  const datasetIds = left.map(({ datasetId }) => datasetId)
  const { visibility } = job
  if (missing.length === 0) return job
  const tenantId = visibility === 'public' ? ('tnt_nobody' as const) : visibility.tenantId
  return { ...job, visibility: { tenantId, datasetAccess: { mode: 'allow_list', datasetIds } } }
}

function shownOf({ hits, total, hasMore, facets }: ReturnType<Shelf['searcher']['find']>): Page {
  return { hits: hits.map(mergedHit), total, hasMore, facets }
}

function differenceOf(answer: Page, expected: Page): string | undefined {
  if (isDeepStrictEqual(answer, expected)) return undefined
  const longer = answer.hits.length > expected.hits.length ? answer.hits : expected.hits
  const at = longer.findIndex((_, i) => !isDeepStrictEqual(answer.hits[i], expected.hits[i]))
  const said = ({ hits, ...rest }: Page) => JSON.stringify(at < 0 ? rest : hits[at])
  return `place ${at} has ${said(answer)}, not ${said(expected)}`
}
