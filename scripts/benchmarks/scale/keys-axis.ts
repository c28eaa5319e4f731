import type { TenantId } from '../../../src/base/ids.ts'
import type { Point } from './point.ts'
import { furnish, keyOf, openMarketIn, pointsOf, scaleFolder, serve } from './served.ts'

const axis = 'keys'
const requests = 3_000
/** More than are remembered. */
const inTurnMax = 15_000
const atOnce = 500

/** A request that reads little, with one key of so many, and with all of them in turn. */
export async function* keysAxis(
  log: (line: string) => void,
  sizes: readonly number[],
): AsyncGenerator<Point[]> {
  using folder = scaleFolder()
  const { buyer, key } = await openMarketIn(folder.path)
  const keys = [key]
  for (const size of sizes) {
    log(`  ${size} keys`)
    await furnish(folder.path, async (app) => {
      while (keys.length < size) {
        const more = Math.min(atOnce, size - keys.length)
        const made = () => keyOf(app, buyer.tenantId as TenantId)
        keys.push(...(await Promise.all(Array.from({ length: more }, made))))
      }
    })
    await using served = await serve(folder.path, { KONTOR_EMBEDDING_MODEL: 'none' })
    const paths = ['/v1/me']
    const one = await served.ask({ paths, keys: [key], requests })
    yield pointsOf({ axis, size, what: 'one of them' }, one)
    const some = keys.slice(-inTurnMax)
    const each = await served.ask({ paths, keys: some, requests: Math.max(requests, some.length) })
    yield pointsOf({ axis, size, what: 'in turn' }, each)
  }
}
