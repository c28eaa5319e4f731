import type { FolderCommand, Outcome, Values } from '../command.ts'
import { giveAgain } from '../stop.ts'

/** So many passages take about a second. */
const passagesPerStep = 2_000

/** Makes the full-text index anew; searches are answered meanwhile. */
export const indexRebuild: FolderCommand = {
  name: 'index rebuild',
  use: 'write',
  summary: 'make the search index anew out of the passages',
  examples: ['kontor index rebuild'],
  stops: true,
  options: {},
  async act(app, values, { signal } = {}) {
    const slice = sliceIn(values, signal)
    const { done, total, nextNo } = await app.rooms.search.rebuildIndex(slice)
    const outcome: Outcome = {
      lines: [`The index was made anew: ${done} passages.`],
      data: { passages: done },
    }
    if (nextNo === undefined) return outcome
    if (signal?.aborted) return stoppedFromStart({ done, total })
    return { ...outcome, more: { values: nextStep({ nextNo, done }), done, total } }
  },
}

/** Where a step begins, out of what the one before it left. */
export function sliceIn({ after_no, done }: Values, signal: AbortSignal | undefined) {
  const limit = passagesPerStep
  return { afterNo: Number(after_no ?? 0), done: Number(done ?? 0), limit, signal }
}

/** What was stopped on its way begins anew the next time. */
export function stoppedFromStart({ done, total }: { done: number; total: number }): Outcome {
  const stopped = `${done} of ${total} passages were done. ${giveAgain} It begins anew.`
  return { lines: [], data: { passages: done, stopped: true }, stopped }
}

/** What the step after this one is told. */
export function nextStep({ nextNo: afterNo, done }: { nextNo: number; done: number }): Values {
  return { after_no: String(afterNo), done: String(done) }
}
