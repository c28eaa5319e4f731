import { modalities, sources } from '../../base/media.ts'
import { languageCode } from '../analysis/languages.ts'
import type { DocValues } from '../documents/doc-values.ts'
import { passageKinds } from '../documents/passage.ts'
import type { SearchFilters } from '../outcome.ts'
import { addWhere, type Bitset, type BitsetPool, intersect } from './bitset.ts'

type Context = { docValues: DocValues; bitsets: BitsetPool }
type ColumnValue = { field: 'kind' | 'lang' | 'modality' | 'source'; value: string }

/** Passages of a kind, language, modality or source. */
export function documentsWithValue(
  { docValues, bitsets }: Context,
  { field, value }: ColumnValue,
): Bitset {
  const { column, values } = {
    kind: { column: docValues.kinds, values: passageKinds as readonly string[] },
    lang: { column: docValues.langs, values: docValues.langNames },
    modality: { column: docValues.modalities, values: modalities as readonly string[] },
    source: { column: docValues.sources, values: sources as readonly string[] },
  }[field]
  const code = values.indexOf(field === 'lang' ? languageCode(value) : value)
  const bits = bitsets.take()
  const { size } = docValues
  for (let docId = 0; docId < size; docId++) if (column[docId] === code) bits.bytes[docId] = 1
  return bits
}

/** Of the documents those that every filter lets through; the same set when there is no filter. */
export function filtered(context: Context, visible: Bitset, filters: SearchFilters): Bitset {
  const { modality, kind, lang, source } = filters
  const values = Object.entries({ modality, kind, lang, source })
  const parts = values.flatMap(([field, value]) =>
    value === undefined
      ? []
      : [documentsWithValue(context, { field: field as ColumnValue['field'], value })],
  )
  const [first, ...others] = [...parts, ...documentsInTime(context, filters)]
  if (!first) return visible
  for (const other of [...others, visible]) intersect(first, other)
  return first
}

function documentsInTime(
  { docValues: { size, createdAtS }, bitsets }: Context,
  { afterS = 0, beforeS = Number.POSITIVE_INFINITY }: SearchFilters,
): Bitset[] {
  if (afterS <= 0 && beforeS === Number.POSITIVE_INFINITY) return []
  const isInTime = (atS: number) => atS >= afterS && atS <= beforeS
  const bits = bitsets.take()
  addWhere(bits, { size, holds: (docId) => isInTime(createdAtS[docId] as number) })
  return [bits]
}
