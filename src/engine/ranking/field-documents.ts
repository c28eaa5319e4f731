import type { Db } from '../../store/tx.ts'
import { fold } from '../analysis/fold.ts'
import { tokenise } from '../analysis/tokenise.ts'
import type { PassageColumns } from '../documents/doc-values.ts'
import { objectNoOf } from '../documents/queries.ts'
import type { Visibility } from '../port.ts'
import type { FieldClause } from '../query/compile-query.ts'
import type { Catalogue, ObjectNames } from '../searcher/catalogue.ts'
import { addWhere, type Bits, type BitsRoom } from './bitset.ts'
import { placesOfValue } from './filters.ts'

type Context = {
  db: Db
  columns: PassageColumns
  room: BitsRoom
  catalogue: Catalogue
  visibility: Visibility
  /** The datasets that the viewer may see. */
  datasetNos: readonly number[]
}

/** The places that a `field:value` asks for; read-query.ts has checked the value. */
export function fieldPlaces(context: Context, { field, value }: FieldClause): Bits {
  const { columns, db, catalogue, visibility } = context
  switch (field) {
    case 'kind':
    case 'modality':
    case 'source':
    case 'lang':
      return placesOfValue(context, { field, value })
    case 'page':
      return placesWith(context, columns.pages, [Number(value)])
    case 'asset':
      return placesWith(context, columns.objects, [objectNoOf(db, value) ?? -1])
    case 'dataset': {
      const named = catalogue
        .namedDatasets(db, visibility)
        .filter(({ datasetId, name }) => datasetId === value || fold(name) === fold(value))
      const nos = named.map(({ datasetNo }) => datasetNo)
      return placesWith(context, columns.datasets, nos)
    }
    default:
      return placesWith(context, columns.objects, objectsCalled(context, { field, value }))
  }
}

function placesWith(
  { columns, room }: Context,
  column: Int32Array,
  values: readonly number[],
): Bits {
  const wanted = new Set(values)
  const bits = room.empty()
  addWhere(bits, { size: columns.size, holds: (place) => wanted.has(column[place] as number) })
  return bits
}

type NameField = 'title' | 'filename' | 'tag'

/** A title or file name has the words in a row; a tag is the value, however it is spelled. */
function objectsCalled(
  { db, catalogue, datasetNos }: Context,
  { field, value }: { field: NameField; value: string },
): number[] {
  const asked = wordsOf(value)
  const tag = fold(value)
  const isCalled = (names: ObjectNames) =>
    field === 'tag'
      ? names.tags.some((one) => fold(one) === tag)
      : ` ${wordsOf(names[field]).join(' ')} `.includes(` ${asked.join(' ')} `)
  return catalogue
    .objectNames(db, datasetNos)
    .filter(isCalled)
    .map(({ objectNo }) => objectNo)
}

/** Joined parts apart, as in every text: annual-report.pdf is annual, report and pdf. */
function wordsOf(text: string): string[] {
  return tokenise(text).map(({ term }) => term)
}
