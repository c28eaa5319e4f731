import type { Market } from '../../../test/support/market.ts'
import { fillIndex } from '../fill-index.ts'
import { randomNumbers } from '../passages.ts'
import type { Point } from './point.ts'
import {
  eachOf,
  furnish,
  openMarketIn,
  pointsOf,
  type Served,
  type Shop,
  scaleFolder,
  serve,
} from './served.ts'
import { madeUpPassages, searches } from './texts.ts'

const axis = 'datasets'
const passages = 10_000
const requests = 600
const changes = 100

/** Listed datasets that everybody sees, with nothing changing and with a change for each search. */
export async function* datasetsAxis(
  log: (line: string) => void,
  sizes: readonly number[],
): AsyncGenerator<Point[]> {
  using folder = scaleFolder()
  const market = await openMarketIn(folder.path)
  for (const size of sizes) {
    log(`  ${size} listed datasets`)
    await furnish(folder.path, (app) => listDatasets(app, { count: size, of: market }))
    await using served = await serve(folder.path, { KONTOR_EMBEDDING_MODEL: 'none' })
    const paths = searches(requests, { next: randomNumbers(11), mode: 'keyword' })
    const still = await served.ask({ paths, keys: [market.key], requests })
    yield pointsOf({ axis, size, what: 'nothing changes' }, still)
    const moving = await changing(served, { market, paths })
    yield pointsOf({ axis, size, what: 'a change each' }, moving)
  }
}

/** So many listed datasets: the first holds most passages, the others one each. */
export async function listDatasets(
  app: Shop,
  { count, of }: { count: number; of: Pick<Market, 'provider'> },
): Promise<void> {
  const { shelves, store } = app
  const { tenantId } = of.provider
  const next = randomNumbers(count)
  const countOf = store.raw.prepare("SELECT count(*) FROM dataset WHERE visibility = 'listed'")
  const there = () => countOf.pluck().get() as number
  // The market has one by itself.
  if (there() === 1) await fillIndex(app, tenantId, madeUpPassages(passages, next))
  for (const passage of madeUpPassages(count - there(), next)) {
    await shelves.object(shelves.dataset(tenantId, { visibility: 'listed' }), [passage])
  }
}

type Changing = { market: Market; paths: readonly string[] }

/** One dataset is shown and hidden in turn; what that costs itself is in the figure of `main`. */
async function changing(served: Served, { market, paths }: Changing) {
  const { call } = served
  const { provider, datasetId, key } = market
  const step = async (turn: number) => {
    const body = { visibility: turn % 2 ? 'listed' : 'private' }
    const changed = await call('PATCH', `/v1/datasets/${datasetId}`, { as: provider.token, body })
    const found = await call('GET', paths[turn % paths.length] ?? '', { as: key })
    if (changed.status !== 200 || found.status !== 200) throw new Error('a step was refused')
  }
  for (let turn = 0; turn < changes / 2; turn++) await step(turn)
  const before = await served.cost()
  for (let turn = 0; turn < changes; turn++) await step(turn)
  return eachOf({ before, after: await served.cost(), count: changes })
}
