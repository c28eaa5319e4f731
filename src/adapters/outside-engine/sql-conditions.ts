import type { NearAsked, OutsideRemoval } from '../../engine/index.ts'
import { partsOf } from './parts.ts'

/** What rows must be, in SQL; empty: anything. */
export function conditionOf({ datasetNos, filters }: Omit<NearAsked, 'vector' | 'limit'>): string {
  const { modality, kind, lang, source, afterS, beforeS } = filters
  const equal = Object.entries({ modality, kind, lang, source }).flatMap(([column, value]) =>
    value === undefined ? [] : [`${column} = '${value.replaceAll("'", "''")}'`],
  )
  const among = datasetNos === undefined ? [] : [isOneOf('dataset', datasetNos)]
  const after = afterS === undefined ? [] : [`created_at_s >= ${Math.ceil(afterS)}`]
  const before = beforeS === undefined ? [] : [`created_at_s <= ${Math.floor(beforeS)}`]
  return [...among, ...equal, ...after, ...before].join(' AND ')
}

/** A statement names no more than so many. */
const namedMax = 500

/** One condition after the other: what is to go. */
export function removalOf(what: OutsideRemoval): string[] {
  const { datasetNos = [], objectNos = [], passageNos = [], afterPassageNo } = what
  const after = afterPassageNo === undefined ? [] : [`passage > ${afterPassageNo}`]
  const named = Object.entries({ dataset: datasetNos, object: objectNos, passage: passageNos })
  return [
    ...after,
    ...named.flatMap(([column, all]) =>
      partsOf(all, namedMax).map((part) => isOneOf(column, part)),
    ),
  ]
}

function isOneOf(column: string, numbers: readonly number[]): string {
  return numbers.length === 0 ? 'FALSE' : `${column} IN (${numbers.join(', ')})`
}
