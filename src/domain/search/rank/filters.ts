import { modalities, sources } from '../../catalog/index.ts'
import { passageKinds } from '../passage.ts'
import type { SearchFilters } from '../search-request.ts'
import { languageCode } from '../text/index.ts'
import { type Bits, where } from './bits.ts'
import type { PassageColumns } from './passage-columns.ts'

type ColumnValue = { field: 'kind' | 'lang' | 'modality' | 'source'; value: string }
type Test = (place: number) => boolean

/** Whether a passage is of a kind, language, modality or source. */
export function columnTest(columns: PassageColumns, { field, value }: ColumnValue): Test {
  const { column, values } = {
    kind: { column: columns.kinds, values: passageKinds as readonly string[] },
    lang: { column: columns.langs, values: columns.langNames },
    modality: { column: columns.modalities, values: modalities as readonly string[] },
    source: { column: columns.sources, values: sources as readonly string[] },
  }[field]
  const code = values.indexOf(value)
  return (place) => column[place] === code
}

/** Of the places those that every filter lets through; the same set when there is no filter. */
export function filtered(columns: PassageColumns, seen: Bits, filters: SearchFilters): Bits {
  const tests = testsOf(columns, filters)
  if (tests.length === 0) return seen
  return where(columns.size, (place) => seen[place] === 1 && tests.every((test) => test(place)))
}

function testsOf(columns: PassageColumns, filters: SearchFilters): Test[] {
  const { modality, kind, lang, source, afterS, beforeS } = filters
  const { createdAtS } = columns
  const tests: Test[] = []
  if (modality !== undefined)
    tests.push(columnTest(columns, { field: 'modality', value: modality }))
  if (kind !== undefined) tests.push(columnTest(columns, { field: 'kind', value: kind }))
  if (source !== undefined) tests.push(columnTest(columns, { field: 'source', value: source }))
  if (lang !== undefined) {
    tests.push(columnTest(columns, { field: 'lang', value: languageCode(lang) }))
  }
  if (afterS !== undefined) tests.push((place) => (createdAtS[place] as number) >= afterS)
  if (beforeS !== undefined) tests.push((place) => (createdAtS[place] as number) <= beforeS)
  return tests
}
