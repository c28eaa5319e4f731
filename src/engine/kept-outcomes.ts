import { onceFor } from '../base/once-for.ts'
import { keptRead } from '../store/prepared.ts'
import type { RoomStore } from '../store/tx.ts'
import type { Catalogue } from './catalogue.ts'
import { keepLatest } from './keep-latest.ts'
import { lastChange } from './keyword/queries.ts'
import type { SearchOutcome } from './port.ts'
import { leavesOf, type Query } from './query/query.ts'
import type { SearchJob } from './threads/tasks.ts'

type Search = (job: SearchJob) => Promise<SearchOutcome>

/** Characters of questions and snippets: a thousand pages of ten hits and more. */
const charsMax = 4 * 2 ** 20
/** What a hit takes beside its snippet. */
const charsPerHit = 500

type Keeping = {
  db: RoomStore['db']
  catalogue: Pick<Catalogue, 'changeOf'>
  search: Search
}

/**
 * Gives the same viewer the same answer to the same question while no passage came or went and
 * nothing changed of who may see what: both are numbers in the database, which whoever asks here
 * reads as the last commit left them. What one viewer asked tells no other anything, not even by
 * the time that it takes.
 */
export function keepOutcomes({ db, catalogue, search }: Keeping): Search {
  const kept = keepLatest<string, SearchOutcome>({ max: charsMax, sizeOf: charsOf })
  let state = { passages: -1, sight: -1 }

  // Two numbers, of which one look tells whether they are still the same.
  const numbers = keptRead((of) => ({ passages: lastChange(of), sight: catalogue.changeOf(of) }))

  function stateNow(): typeof state {
    const { passages, sight } = numbers(db, '')
    if (state.passages === passages && state.sight === sight) return state
    kept.clear()
    state = { passages, sight }
    return state
  }

  return async (job) => {
    if (asksForNames(job)) return search(job)
    const { query, ...rest } = job
    const asked = stateNow()
    const key = `${JSON.stringify(rest)} ${textOf(query)}`
    const known = kept.get(key)
    if (known) return known
    const outcome = await search(job)
    if (asked === state) kept.set(key, outcome)
    return outcome
  }
}

/** What datasets and assets are called, and their tags, change without either number. */
function asksForNames({ query, filters }: SearchJob): boolean {
  if ((filters.tags ?? []).length > 0 || filters.objectNos) return true
  return hasFields(query)
}

// A query that comes again is the same tree (read-query.ts).
const hasFields = onceFor((query: Query) =>
  leavesOf(query, { negated: true }).some(({ type }) => type === 'field'),
)
const textOf = onceFor((query: Query) => JSON.stringify(query))

function charsOf({ hits }: SearchOutcome, key: string): number {
  return hits.reduce((sum, { snippet }) => sum + charsPerHit + snippet.length, key.length)
}
