import type { Db } from '../../../store/tx.ts'
import {
  listObjectNames,
  type ObjectNames,
  type Viewer,
  visibleScope,
} from '../../catalog/index.ts'
import type { FieldClause } from '../match/interpret.ts'
import { objectNoOf } from '../passage-queries.ts'
import { fold } from '../text/fold.ts'
import { tokenise } from '../text/tokenise.ts'
import { addWhere, type Bits, type BitsRoom } from './bits.ts'
import { placesOfValue } from './filters.ts'
import type { PassageColumns } from './passage-columns.ts'

type Context = {
  db: Db
  columns: PassageColumns
  room: BitsRoom
  viewer: Viewer
  /** The datasets that the viewer may see. */
  datasetNos: readonly number[]
}

/** The places that a `field:value` asks for; read-query.ts has checked the value. */
export function fieldPlaces(context: Context, { field, value }: FieldClause): Bits {
  const { columns, db, viewer } = context
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
      const named = visibleScope(db, viewer).datasets.filter(
        ({ datasetId, name }) => datasetId === value || fold(name) === fold(value),
      )
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
  { db, datasetNos }: Context,
  { field, value }: { field: NameField; value: string },
): number[] {
  const asked = wordsOf(value)
  const tag = fold(value)
  const isCalled = (names: ObjectNames) =>
    field === 'tag'
      ? names.tags.some((one) => fold(one) === tag)
      : ` ${wordsOf(names[field]).join(' ')} `.includes(` ${asked.join(' ')} `)
  return listObjectNames(db, datasetNos)
    .filter(isCalled)
    .map(({ objectNo }) => objectNo)
}

/** Joined parts apart, as in every text: annual-report.pdf is annual, report and pdf. */
function wordsOf(text: string): string[] {
  return tokenise(text).map(({ term }) => term)
}
