import type { FolderCommand, Outcome } from '../command.ts'
import { nextStep, sliceIn, stoppedFromStart } from './index-rebuild.ts'

/** Of a broken index this many problems say enough. */
const shownMax = 20

/** Compares the full-text index with the passages. */
export const indexVerify: FolderCommand = {
  name: 'index verify',
  use: 'write',
  summary: 'check the search index against the passages',
  examples: ['kontor index verify', 'kontor index verify --json'],
  stops: true,
  options: {},
  async act(app, values, { signal } = {}) {
    const slice = sliceIn(values, signal)
    const { done, total, nextNo, problems } = await app.rooms.search.verifyIndex(slice)
    const before = JSON.parse(String(values.problems ?? '[]')) as typeof problems
    const found = [...before, ...problems].slice(0, shownMax)
    const count = Number(values.count ?? 0) + problems.length
    const outcome: Outcome = {
      failed: count > 0,
      lines:
        count === 0
          ? [`The index is in order: ${done} passages checked.`]
          : [
              `The index is NOT in order: ${count} problems in ${done} passages.`,
              ...found.map(({ check, message }) => `  ${check}: ${message}`),
              'Make it anew with: kontor index rebuild',
            ],
      data: { ok: count === 0, passages: done, problem_count: count, problems: found },
    }
    if (nextNo === undefined) return outcome
    if (signal?.aborted) {
      const lines = count === 0 ? [] : outcome.lines
      return { ...outcome, ...stoppedFromStart({ done, total }), lines }
    }
    const carried = { problems: JSON.stringify(found), count: String(count) }
    return {
      ...outcome,
      more: { values: { ...nextStep({ nextNo, done }), ...carried }, done, total },
    }
  },
}
