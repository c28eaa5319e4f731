import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { engineWords } from '../../adapters/outside-engine/guarded.ts'
import {
  type OutsideEngine,
  type OutsideIndex,
  type OutsideModel,
  type OutsideRemoval,
  outsideModel,
} from '../../engine/index.ts'
import type { Store } from '../../store/open.ts'
import { goesOnFrom, lastPlace } from '../../store/search-feed/feed-log.ts'
import { forgetHeld, type HeldPlace, readHeld, writeHeld } from './held-place.ts'
import { readerOfListed } from './lacking.ts'

type Options = {
  store: Pick<Store, 'raw' | 'db'>
  dataDir: string
  engine(): Promise<OutsideEngine>
  onTrouble(trouble: string | undefined): void
}

const lookEveryMs = 250
const closesWithinMs = 2_000
const pausesMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** After so many rows, or so long after the last removal, what is there is put in order. */
const untidyMax = 50_000
/** What is put at once is a file of its own there, which is as bad as so many rows. */
const roundRows = 500
const tidyAfterMs = 60_000

type Told = {
  readonly held: HeldPlace
  readonly index: OutsideIndex
  readonly model: OutsideModel
  /** Before it has all for the first time it is hardly worth asking. */
  hadAll: boolean
}

/**
 * Keeps an index elsewhere up with what is listed: vectors of passages that everybody sees come to
 * it, and whatever ceases to be so goes. What `held` says of it is never more than it has: first
 * it is there, then it is said; and first it is said to be there no more, then it goes.
 */
export function followListed(options: Options) {
  const { store, dataDir, onTrouble } = options
  const closing = new AbortController()
  const { signal } = closing
  const read = readerOfListed(store)
  let now: Told | undefined
  let isAll = false
  // What a server did not come to before it ended is done by the next.
  const untidy = { rows: 0, sinceMs: performance.now() }

  /** Some of what is lacking; says whether that was all. */
  async function step(): Promise<boolean> {
    const model = outsideModel(store.db)
    if (model === undefined) return false
    const isSame = now?.model.model === model.model && goesOnFrom(store.raw, now.held.place)
    if (!now || !isSame) now = undefined
    now ??= await begin(options, model)
    const { held, index } = now
    const lacking = read(held, model)
    const { gone, rows } = lacking
    if (lacking.goes) {
      await takeAway(dataDir, now, gone)
      untidy.sinceMs = Math.min(untidy.sinceMs, performance.now())
    }
    if (rows.length > 0) await index.put(rows)
    untidy.rows += rows.length === 0 ? 0 : rows.length + roundRows
    if (lacking.settle()) writeHeld(dataDir, held)
    now.hadAll ||= lacking.isAll
    return lacking.isAll
  }

  async function tidy(): Promise<void> {
    const sinceMs = performance.now() - untidy.sinceMs
    if (untidy.rows < untidyMax && sinceMs < tidyAfterMs) return
    Object.assign(untidy, { rows: 0, sinceMs: Number.POSITIVE_INFINITY })
    await now?.index.tend()
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      let pauseMs = 0
      try {
        isAll = await step()
        if (isAll) await tidy()
        if (isAll || now === undefined) pauseMs = lookEveryMs
        if (failures > 0) onTrouble(undefined)
        failures = 0
      } catch (error) {
        now = undefined
        isAll = false
        pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)] as number
        failures += 1
        if (!signal.aborted) onTrouble(engineWords(error))
      }
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  let running: Promise<void> | undefined
  return {
    /** Undefined: nothing is there that could be asked. */
    now: () => now,
    hasAll: () => isAll,
    start(): void {
      running ??= run()
    },
    async close(): Promise<void> {
      closing.abort()
      // What hangs there is not waited for: whatever was not written down is done again.
      await Promise.race([running, delay(closesWithinMs, undefined, { ref: false })])
    },
  }
}

/** It is said to be there no more before it goes. */
async function takeAway(
  dataDir: string,
  { held, index }: Told,
  gone: OutsideRemoval,
): Promise<void> {
  held.leaving = gone
  writeHeld(dataDir, held)
  await index.remove(gone)
  held.leaving = undefined
}

/** Goes on with what was put there before, if it is of this history; or begins with nothing. */
async function begin({ store, dataDir, engine }: Options, model: OutsideModel): Promise<Told> {
  const opened = await engine()
  const kept = readHeld(dataDir)
  if (kept?.model === model.model && goesOnFrom(store.raw, kept.place)) {
    const index = await opened.open(kept.name, model).catch(() => undefined)
    // What was put and not written down comes once more, and what was to go may be there still.
    await index?.remove({ afterPassageNo: kept.upToPassageNo })
    if (kept.leaving) await index?.remove(kept.leaving)
    kept.leaving = undefined
    if (index) return { held: kept, index, model, hadAll: false }
  }
  if (kept) await opened.drop(kept.name)
  forgetHeld(dataDir)
  const held: HeldPlace = {
    name: `kontor_${randomBytes(8).toString('hex')}`,
    model: model.model,
    dimensions: model.dimensions,
    place: lastPlace(store.raw),
    upToPassageNo: 0,
    datasetNos: [],
    filling: [],
    absentObjectNos: [],
  }
  const index = await opened.create(held.name, model)
  writeHeld(dataDir, held)
  return { held, index, model, hadAll: false }
}
