import type { Db } from '../../../store/tx.ts'
import type { MemoryKeywords } from '../ports.ts'
import { type PassageColumns, placesOf } from './passage-columns.ts'
import { byTimes, type Postings } from './postings.ts'
import { listStems, listWords } from './queries.ts'

/** So many at a time; between them somebody may stop it. */
const stemsPerStep = 2_000
const wordsPerStep = 20_000

export type Filling = {
  columns: PassageColumns
  memory: MemoryKeywords
  /** Asked between two steps. */
  mayGoOn: () => boolean
}

/**
 * Fills an empty engine with the lists that FTS5 keeps, stem by stem: ten times as fast as
 * analysing every passage anew. The columns hold every passage of the snapshot already. Says
 * whether it came to the end.
 */
export function fillMemory(db: Db, { columns, memory, mayGoOn }: Filling): boolean {
  for (let after = ''; ; ) {
    const stems = listStems(db, { after, limit: stemsPerStep })
    memory.fill(
      stems.map(({ stem, passageNos }): [string, Postings] => [
        stem,
        byTimes(placesOf(columns, passageNos)),
      ]),
    )
    if (!mayGoOn()) return false
    after = stems.at(-1)?.stem ?? ''
    if (stems.length < stemsPerStep) break
  }
  for (let after = ''; ; ) {
    const words = listWords(db, { after, limit: wordsPerStep })
    memory.addWords(words)
    if (!mayGoOn()) return false
    after = words.at(-1) ?? ''
    if (words.length < wordsPerStep) return true
  }
}
