import type { Db } from '../../../store/tx.ts'
import { listObjectNames, type ObjectNames, type VisibleScope } from '../../catalog/index.ts'
import type { FieldClause } from '../match/interpret.ts'
import { objectNoOf } from '../queries.ts'
import { fold, tokenise } from '../text/index.ts'
import { type Bits, where } from './bits.ts'
import { placesOfValue } from './filters.ts'
import type { PassageColumns } from './passage-columns.ts'

type Context = { db: Db; columns: PassageColumns; scope: VisibleScope }

/** The places that a `field:value` asks for; read-query.ts has checked the value. */
export function fieldPlaces(context: Context, { field, value }: FieldClause): Bits {
  const { columns, db, scope } = context
  const { size, pages, datasets, objects } = columns
  switch (field) {
    case 'kind':
    case 'modality':
    case 'source':
    case 'lang':
      return placesOfValue(columns, { field, value })
    case 'page': {
      const page = Number(value)
      return where(size, (place) => pages[place] === page)
    }
    case 'asset': {
      const objectNo = objectNoOf(db, value) ?? -1
      return where(size, (place) => objects[place] === objectNo)
    }
    case 'dataset': {
      const named = scope.datasets.filter(
        ({ datasetId, name }) => datasetId === value || fold(name) === fold(value),
      )
      const nos = new Set(named.map(({ datasetNo }) => datasetNo))
      return where(size, (place) => nos.has(datasets[place] as number))
    }
    default: {
      const nos = new Set(objectsCalled(context, { field, value }))
      return where(size, (place) => nos.has(objects[place] as number))
    }
  }
}

type NameField = 'title' | 'filename' | 'tag'

/** A title or file name has the words in a row; a tag is the value, however it is spelled. */
function objectsCalled(
  { db, scope }: Context,
  { field, value }: { field: NameField; value: string },
): number[] {
  const asked = wordsOf(value)
  const tag = fold(value)
  const isCalled = (names: ObjectNames) =>
    field === 'tag'
      ? names.tags.some((one) => fold(one) === tag)
      : ` ${wordsOf(names[field]).join(' ')} `.includes(` ${asked.join(' ')} `)
  return listObjectNames(db, scope.datasetNos)
    .filter(isCalled)
    .map(({ objectNo }) => objectNo)
}

/** Joined parts apart, as in every text: annual-report.pdf is annual, report and pdf. */
function wordsOf(text: string): string[] {
  return tokenise(text).map(({ term }) => term)
}
