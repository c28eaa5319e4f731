import { randomNumbers } from '../passages.ts'
import { listDatasets } from './datasets-axis.ts'
import type { Point } from './point.ts'
import { furnish, keyOf, openMarketIn, pointsOf, type Shop, scaleFolder, serve } from './served.ts'
import { madeUpPassages, searches } from './texts.ts'

const axis = 'viewers'
const listed = [100, 10_000] as const
const requestsMin = 600

/** Tenants in turn, of whom each sees a dataset of its own besides what is listed. */
export async function* viewersAxis(
  log: (line: string) => void,
  sizes: readonly number[],
): AsyncGenerator<Point[]> {
  using folder = scaleFolder()
  const market = await openMarketIn(folder.path)
  const most = Math.max(...sizes)
  const keys = await furnish(folder.path, (app) => viewersOf(app, most))
  for (const count of listed) {
    await furnish(folder.path, (app) => listDatasets(app, { count, of: market }))
    await using served = await serve(folder.path, { KONTOR_EMBEDDING_MODEL: 'none' })
    for (const size of sizes) {
      log(`  ${size} viewers in turn, ${count} listed datasets`)
      const requests = Math.max(requestsMin, size)
      const paths = searches(requestsMin, { next: randomNumbers(11), mode: 'keyword' })
      const some = keys.slice(0, size)
      const cost = await served.ask({ paths, keys: some, requests })
      yield pointsOf({ axis, size, what: `${count} listed` }, cost)
    }
  }
}

async function viewersOf(app: Shop, count: number): Promise<string[]> {
  const { shelves } = app
  const keys: string[] = []
  for (const passage of madeUpPassages(count, randomNumbers(3))) {
    const tenantId = shelves.tenant()
    await shelves.object(shelves.dataset(tenantId), [passage])
    keys.push(await keyOf(app, tenantId))
  }
  return keys
}
