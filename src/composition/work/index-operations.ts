import type { Rooms } from '../../domain/rooms.ts'
import { doneWith, wrong } from './done.ts'
import type { Doing, Watch } from './open-works.ts'

/** So many passages take about a second. */
const passagesPerStep = 2_000

/** Of a broken index this many problems say enough. */
const shownMax = 20

type Step = {
  readonly done: number
  readonly total: number
  readonly nextNo: number | undefined
}

export function indexOperations({
  search,
}: Pick<Rooms, 'search'>): Pick<Doing, 'index_verify' | 'index_rebuild'> {
  return {
    async index_rebuild(watch) {
      return doneWith([], await inSteps(watch, search.rebuildIndex))
    },
    async index_verify(watch) {
      const problems: { check: string; message: string }[] = []
      const facts = await inSteps(watch, async (slice) => {
        const step = await search.verifyIndex(slice)
        problems.push(...step.problems)
        return step
      })
      const shown = problems.slice(0, shownMax).map(({ check, message }) => {
        return wrong(check, { message, remedy: 'Make the index anew (index_rebuild).' })
      })
      return doneWith(shown, { ...facts, problem_count: problems.length })
    },
  }
}

type Slice = { afterNo: number; done: number; limit: number }

/** To the end, or until the server ends; whoever begins again begins at the start. */
async function inSteps(
  { signal, onProgress }: Watch,
  step: (slice: Slice) => Promise<Step>,
): Promise<{ passages: number; stopped: boolean }> {
  let at: Pick<Step, 'done' | 'nextNo'> = { done: 0, nextNo: 0 }
  while (at.nextNo !== undefined && !signal.aborted) {
    const slice = { afterNo: at.nextNo, done: at.done, limit: passagesPerStep }
    const { done, total, nextNo } = await step(slice)
    onProgress({ done, total })
    at = { done, nextNo }
  }
  return { passages: at.done, stopped: at.nextNo !== undefined }
}
