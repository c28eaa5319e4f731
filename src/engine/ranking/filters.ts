import { modalities, sources } from '../../base/media.ts'
import { languageCode } from '../analysis/languages.ts'
import type { PassageColumns } from '../documents/doc-values.ts'
import { passageKinds } from '../documents/passage.ts'
import type { SearchFilters } from '../outcome.ts'
import { addWhere, type Bits, type BitsRoom, keep } from './bitset.ts'

type Context = { columns: PassageColumns; room: BitsRoom }
type ColumnValue = { field: 'kind' | 'lang' | 'modality' | 'source'; value: string }

/** Passages of a kind, language, modality or source. */
export function placesOfValue({ columns, room }: Context, { field, value }: ColumnValue): Bits {
  const { column, values } = {
    kind: { column: columns.kinds, values: passageKinds as readonly string[] },
    lang: { column: columns.langs, values: columns.langNames },
    modality: { column: columns.modalities, values: modalities as readonly string[] },
    source: { column: columns.sources, values: sources as readonly string[] },
  }[field]
  const code = values.indexOf(field === 'lang' ? languageCode(value) : value)
  const bits = room.empty()
  const { size } = columns
  for (let place = 0; place < size; place++) if (column[place] === code) bits.bytes[place] = 1
  return bits
}

/** Of the places those that every filter lets through; the same set when there is no filter. */
export function filtered(context: Context, seen: Bits, filters: SearchFilters): Bits {
  const { modality, kind, lang, source } = filters
  const values = Object.entries({ modality, kind, lang, source })
  const parts = values.flatMap(([field, value]) =>
    value === undefined
      ? []
      : [placesOfValue(context, { field: field as ColumnValue['field'], value })],
  )
  const [first, ...others] = [...parts, ...placesInTime(context, filters)]
  if (!first) return seen
  for (const other of [...others, seen]) keep(first, other)
  return first
}

function placesInTime(
  { columns: { size, createdAtS }, room }: Context,
  { afterS = 0, beforeS = Number.POSITIVE_INFINITY }: SearchFilters,
): Bits[] {
  if (afterS <= 0 && beforeS === Number.POSITIVE_INFINITY) return []
  const isInTime = (atS: number) => atS >= afterS && atS <= beforeS
  const bits = room.empty()
  addWhere(bits, { size, holds: (place) => isInTime(createdAtS[place] as number) })
  return [bits]
}
