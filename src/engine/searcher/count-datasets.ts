import { datasetsOf } from '../documents/queries.ts'
import type { DatasetCount } from '../outcome.ts'
import type { Matches } from '../ranking/scorer.ts'
import type { IndexReader } from './index-reader.ts'

/** Nobody looks through more of them to narrow a search. */
const datasetsMax = 50

/** How many of the matches the datasets have that have most of them, the most first. */
export function countDatasets(
  { db, docValues }: Pick<IndexReader, 'db' | 'docValues'>,
  { docIds }: Pick<Matches, 'docIds'>,
): DatasetCount[] {
  const counted = new Map<number, { count: number; one: number }>()
  for (const docId of docIds) {
    const datasetNo = docValues.datasets[docId] as number
    const known = counted.get(datasetNo)
    if (known) known.count += 1
    else counted.set(datasetNo, { count: 1, one: docValues.numbers[docId] as number })
  }
  const most = [...counted.values()].sort((a, b) => b.count - a.count || a.one - b.one)
  const shown = most.slice(0, datasetsMax)
  const ids = datasetsOf(
    db,
    shown.map(({ one }) => one),
  )
  return shown.flatMap(({ one, count }) => {
    const datasetId = ids.get(one)
    return datasetId ? [{ datasetId, count }] : []
  })
}
