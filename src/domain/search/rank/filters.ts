import { modalities, sources } from '../../catalog/index.ts'
import { passageKinds } from '../passage.ts'
import type { SearchFilters } from '../search-request.ts'
import { languageCode } from '../text/index.ts'
import { type Bits, both, noPlaces, where } from './bits.ts'
import type { PassageColumns } from './passage-columns.ts'

type ColumnValue = { field: 'kind' | 'lang' | 'modality' | 'source'; value: string }

/** Passages of a kind, language, modality or source. */
export function placesOfValue(columns: PassageColumns, { field, value }: ColumnValue): Bits {
  const { column, values } = {
    kind: { column: columns.kinds, values: passageKinds as readonly string[] },
    lang: { column: columns.langs, values: columns.langNames },
    modality: { column: columns.modalities, values: modalities as readonly string[] },
    source: { column: columns.sources, values: sources as readonly string[] },
  }[field]
  const code = values.indexOf(field === 'lang' ? languageCode(value) : value)
  const { size } = columns
  const bits = noPlaces(size)
  for (let place = 0; place < size; place++) if (column[place] === code) bits.bytes[place] = 1
  return bits
}

/** Of the places those that every filter lets through; the same set when there is no filter. */
export function filtered(columns: PassageColumns, seen: Bits, filters: SearchFilters): Bits {
  const { modality, kind, lang, source } = filters
  const values = Object.entries({ modality, kind, lang, source })
  const parts = values.flatMap(([field, value]) =>
    value === undefined
      ? []
      : [placesOfValue(columns, { field: field as ColumnValue['field'], value })],
  )
  return [...parts, ...placesInTime(columns, filters)].reduce(both, seen)
}

function placesInTime(
  { size, createdAtS }: PassageColumns,
  { afterS = 0, beforeS = Number.POSITIVE_INFINITY }: SearchFilters,
): Bits[] {
  if (afterS <= 0 && beforeS === Number.POSITIVE_INFINITY) return []
  const isInTime = (atS: number) => atS >= afterS && atS <= beforeS
  return [where(size, (place) => isInTime(createdAtS[place] as number))]
}
