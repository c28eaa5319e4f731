import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TenantId } from '../../src/base/ids.ts'
import { openStore } from '../../src/store/open.ts'
import { fakeClock } from '../../test/support/fake-clock.ts'
import { callerOf } from '../../test/support/open-test-search.ts'
import { openShelves } from '../../test/support/shelves.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import type { BenchPassage } from './passages.ts'

const perSlice = 200
/** A kept shop without this file was not stocked to the end. */
const wholeMark = 'stocked'

/** Where what takes long to make is kept for the next run (KONTOR_BENCH_KEEP), or undefined. */
export function keptFile(name: string, count: number): string | undefined {
  const folder = process.env.KONTOR_BENCH_KEEP
  if (!folder) return undefined
  mkdirSync(folder, { recursive: true })
  return join(folder, `${name}-${count}`)
}

export type BenchShop = Awaited<ReturnType<typeof openShop>>

/** All passages in an open dataset, and somebody else who may see them. */
export async function openShop(passages: readonly BenchPassage[], log: (line: string) => void) {
  const kept = keptFile('shop', passages.length)
  const isThere = kept !== undefined && existsSync(join(kept, wholeMark))
  const folder = kept === undefined ? temporaryFolder() : undefined
  const dir = kept ?? folder?.path ?? ''
  const clock = fakeClock()
  const store = openStore({ dir, clock })
  const startedMs = performance.now()
  const tidyUp = () => store.raw.pragma('wal_checkpoint(TRUNCATE)')
  if (!isThere) await stock(openShelves(store, clock), { passages, tidyUp })
  log(`  indexed after ${Math.round(performance.now() - startedMs)} ms${isThere ? ', before' : ''}`)
  tidyUp()
  if (kept !== undefined) writeFileSync(join(kept, wholeMark), '')
  return {
    file: store.file,
    viewer: callerOf('tnt_somebody' as TenantId),
    [Symbol.dispose]() {
      store.close()
      folder?.[Symbol.dispose]()
    },
  }
}

type Stock = { passages: readonly BenchPassage[]; tidyUp: () => void }

async function stock(shelves: ReturnType<typeof openShelves>, { passages, tidyUp }: Stock) {
  const dataset = shelves.dataset(shelves.tenant(), { visibility: 'listed' })
  for (const [modality, some] of Map.groupBy(passages, (one) => one.modality)) {
    const owner = await shelves.object(dataset, [], { modality })
    for (let i = 0; i < some.length; i += perSlice) {
      await shelves.addTo(owner, some.slice(i, i + perSlice))
      if ((i / perSlice) % slicesPerTidyUp === 0) tidyUp()
    }
  }
}

/** A log of gigabytes is slow to read, and nobody else moves it into the database here. */
const slicesPerTidyUp = 100
