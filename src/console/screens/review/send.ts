import { kontor } from '../../api/kontor.ts'
import { announce, sentenceOf } from '../../app/announce.tsx'
import { number } from '../../ui/format.ts'
import type { QueueItem } from './queue.ts'
import { w } from './words.ts'

export type Verdict = { decision: 'approved' } | { decision: 'rejected'; reason: string }
export type Decision = { item: QueueItem; verdict: Verdict }
/** Refused or, where it is lost, not arrived: that one can be made again. */
export type Undecided = Decision & { why: string; isLost: boolean }

/** So many go in one request. */
const atOnce = 100

/** Makes decisions, says how many, and gives those that were not made. */
export async function send(decisions: readonly Decision[]): Promise<readonly Undecided[]> {
  const undecided: Undecided[] = []
  const done: Decision[] = []
  for (let from = 0; from < decisions.length; from += atOnce) {
    const some = decisions.slice(from, from + atOnce)
    try {
      const { outcomes } = await kontor.decideReviews({
        decisions: some.map(({ item, verdict }) => ({ object_id: item.object_id, ...verdict })),
      })
      for (const [i, one] of some.entries()) {
        const error = outcomes[i]?.error
        if (error) undecided.push({ ...one, why: error.message, isLost: false })
        else done.push(one)
      }
    } catch (error) {
      // What follows would not arrive either.
      const why = sentenceOf(error)
      undecided.push(...decisions.slice(from).map((one) => ({ ...one, why, isLost: true })))
      break
    }
  }
  for (const decision of ['approved', 'rejected'] as const) say(decision, done)
  return undecided
}

function say(decision: Verdict['decision'], done: readonly Decision[]): void {
  const some = done.filter(({ verdict }) => verdict.decision === decision)
  const [first] = some
  const words = w()[decision]
  if (first) {
    announce(some.length === 1 ? words.one(first.item.filename) : words.many(number(some.length)))
  }
}
