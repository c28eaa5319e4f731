import type { Db } from '../../store/tx.ts'
import { fold } from '../analysis/fold.ts'
import { matchingRanges } from '../analysis/highlight.ts'
import { unitsOf } from '../analysis/tokenise.ts'
import type { Catalogue, ObjectNames } from '../catalogue.ts'
import type { DocValues } from '../documents/doc-values.ts'
import { objectNoOf } from '../documents/queries.ts'
import type { Visibility } from '../port.ts'
import type { FieldClause } from '../query/clause.ts'
import { sequence } from '../query/sequence.ts'
import { addWhere, type Bitset, type BitsetPool } from './bitset.ts'
import { documentsWithValue } from './filters.ts'

type Context = {
  db: Db
  docValues: DocValues
  bitsets: BitsetPool
  catalogue: Catalogue
  visibility: Visibility
  /** The datasets that the viewer may see. */
  datasetNos: readonly number[]
}

/** The documents that a `field:value` asks for; read-query.ts has checked the value. */
export function documentsWithField(context: Context, { field, value }: FieldClause): Bitset {
  const { docValues, db, catalogue, visibility } = context
  switch (field) {
    case 'kind':
    case 'modality':
    case 'source':
    case 'lang':
      return documentsWithValue(context, { field, value })
    case 'page':
      return documentsWhere(context, docValues.pages, [Number(value)])
    case 'asset':
      return documentsWhere(context, docValues.objects, [objectNoOf(db, value) ?? -1])
    case 'dataset': {
      const named = catalogue
        .namedDatasets(db, visibility)
        .filter(({ datasetId, name }) => datasetId === value || fold(name) === fold(value))
      const nos = named.map(({ datasetNo }) => datasetNo)
      return documentsWhere(context, docValues.datasets, nos)
    }
    default:
      return documentsWhere(context, docValues.objects, objectsCalled(context, { field, value }))
  }
}

function documentsWhere(
  { docValues, bitsets }: Context,
  column: Int32Array,
  values: readonly number[],
): Bitset {
  const allowed = new Set(values)
  const bits = bitsets.take()
  addWhere(bits, { size: docValues.size, holds: (docId) => allowed.has(column[docId] as number) })
  return bits
}

type NameField = 'title' | 'filename' | 'folder' | 'tag'

/** A title, name or folder has the words in a row; a tag is the value, however it is spelled. */
function objectsCalled(
  { db, catalogue, datasetNos }: Context,
  { field, value }: { field: NameField; value: string },
): number[] {
  const inARow = sequence(unitsOf(value), false)
  const marks = { stems: new Set<string>(), words: new Set<string>(), sequences: [inARow] }
  const tag = fold(value)
  // Joined parts apart, as in every text: annual-report.pdf is annual, report and pdf.
  const isCalled = (names: ObjectNames) =>
    field === 'tag'
      ? names.tags.some((one) => fold(one) === tag)
      : inARow.terms.length > 0 &&
        matchingRanges({ text: names[field], lang: 'und' }, marks).length > 0
  return catalogue
    .objectNames(db, datasetNos)
    .filter(isCalled)
    .map(({ objectNo }) => objectNo)
}
