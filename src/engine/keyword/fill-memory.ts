import type { Db } from '../../store/tx.ts'
import { prepareStems } from '../analysis/analyse.ts'
import { type DocValues, docIdsOf } from '../documents/doc-values.ts'
import type { MemoryIndex } from './keyword-index.ts'
import { byFrequency, type Postings } from './postings.ts'
import { listStems, listTerms } from './queries.ts'

/** So many at a time; between them somebody may stop it. */
const stemsPerStep = 2_000
/** What is listed in one step is in memory several times over, so it is not much. */
const listedPerStep = 500_000
/** Measured: an occurrence in JSON, parsed, as a document id and in its list, garbage included. */
const bytesPerListed = 40
const wordsPerStep = 20_000
/** Some 20,000 words are in more passages than these, however many passages there are. */
const rareMax = 2
const passagesPerRare = 5_000

export type Filling = {
  docValues: DocValues
  memory: MemoryIndex
  /** Asked between two steps, with what an unusual one takes until it is over. */
  mayGoOn: (bytesAhead: number) => boolean
}

/**
 * Fills an empty engine with the lists that FTS5 keeps, stem by stem: ten times as fast as
 * analysing every passage anew. Common words are stemmed on the way, for whoever asks for them
 * first. The doc values have every passage of the snapshot already. Says whether it came to the
 * end.
 */
export function fillMemory(db: Db, { docValues, memory, mayGoOn }: Filling): boolean {
  for (const { after, stems, listed } of stepsOver(db)) {
    // A step finds room anyway; one word that is more than a step must be asked for.
    if (!mayGoOn(listed > listedPerStep ? listed * bytesPerListed : 0)) return false
    const lists = listStems(db, { after, limit: stems })
    memory.fill(
      lists.map(({ stem, passageNos }): [string, Postings] => [
        stem,
        byFrequency(docIdsOf(docValues, passageNos)),
      ]),
    )
  }
  for (let after = ''; ; ) {
    const words = listTerms(db, { column: 'body', after, limit: wordsPerStep })
    memory.addTerms(words.map(({ term }) => term))
    const common = words.filter(
      ({ passages }) => passages > rareMax + docValues.living / passagesPerRare,
    )
    prepareStems(
      common.map(({ term }) => term),
      docValues.langNames,
    )
    if (!mayGoOn(0)) return false
    after = words.at(-1)?.term ?? ''
    if (words.length < wordsPerStep) return true
  }
}

type Step = { after: string; stems: number; listed: number }

/** Neighbours in the alphabet that are listed together: one that is very common stands alone. */
function* stepsOver(db: Db): Generator<Step> {
  let step: Step = { after: '', stems: 0, listed: 0 }
  for (let after = ''; ; ) {
    const counted = listTerms(db, { column: 'stem', after, limit: stemsPerStep })
    for (const { term, occurrences } of counted) {
      const isFull = step.stems === stemsPerStep || step.listed + occurrences > listedPerStep
      if (isFull && step.stems > 0) {
        yield step
        step = { after, stems: 0, listed: 0 }
      }
      step.stems += 1
      step.listed += occurrences
      after = term
    }
    if (counted.length === 0) break
  }
  if (step.stems > 0) yield step
}
