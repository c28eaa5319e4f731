import { systemClock } from '../../src/base/clock.ts'
import type { openTestApp } from '../../test/support/open-test-app.ts'
import { openShelves } from '../../test/support/shelves.ts'
import type { BenchPassage } from './passages.ts'

const perSlice = 200
const perObject = 2_000

/** Puts passages into the index of an application, in objects of a listed dataset. */
export async function fillIndex(
  app: Awaited<ReturnType<typeof openTestApp>>,
  tenantId: string,
  passages: readonly BenchPassage[],
): Promise<void> {
  const shelves = openShelves(app.store, systemClock as never)
  const dataset = shelves.dataset(tenantId, { visibility: 'listed' })
  for (let from = 0; from < passages.length; from += perObject) {
    const part = passages.slice(from, from + perObject)
    const owner = await shelves.object(dataset, part.slice(0, perSlice))
    for (let at = perSlice; at < part.length; at += perSlice) {
      await shelves.addTo(owner, part.slice(at, at + perSlice))
    }
  }
}
