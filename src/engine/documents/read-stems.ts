import type { Db } from '../../store/tx.ts'
import { keepLatest } from '../keep-latest.ts'
import type { DocValues } from './doc-values.ts'
import { stemsByNo } from './queries.ts'
import { readStemNumbers, type StemTfs } from './stem-numbers.ts'

/** Of some 25,000 passages. */
const bytesMax = 16 * 2 ** 20
/** What two typed arrays take besides their numbers. */
const arraysBytes = 400

/** The numbers of the stems of documents; undefined for one of which the index has none. */
export type ReadStems = (docIds: readonly number[]) => (StemTfs | undefined)[]

/** Remembers those that were asked for last: a passage never changes until all are read anew. */
export function openReadStems(db: Db, docValues: Pick<DocValues, 'numbers' | 'epoch'>): ReadStems {
  const sizeOf = ({ numbers, tfs }: StemTfs) => numbers.byteLength + tfs.byteLength + arraysBytes
  const kept = keepLatest<number, StemTfs>({ max: bytesMax, sizeOf })
  let { epoch } = docValues
  return (docIds) => {
    if (epoch !== docValues.epoch) kept.clear()
    epoch = docValues.epoch
    const nos = docIds.map((docId) => docValues.numbers[docId] as number)
    const stems = nos.map((no) => kept.get(no))
    const missing = nos.filter((_, i) => stems[i] === undefined)
    if (missing.length === 0) return stems
    const found = stemsByNo(db, missing)
    return nos.map((no, i) => {
      const row = found.get(no)
      if (stems[i] || !row) return stems[i]
      const read = readStemNumbers(row)
      kept.set(no, read)
      return read
    })
  }
}
