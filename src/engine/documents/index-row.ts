import { analyse } from '../analysis/analyse.ts'
import type { PassageRow } from './queries.ts'
import { stemNumbers } from './stem-numbers.ts'
import type { IndexRow } from './tables.ts'
import {
  datasetTag,
  everyRow,
  kindTag,
  langTag,
  modalityTag,
  objectTag,
  pageTag,
  sourceTag,
  tenantTag,
} from './tags.ts'

/** The index is made of the passages alone, so it can be made again at any time. */
export function indexRowOf(passage: PassageRow): IndexRow {
  const { passageNo, tenantId, datasetNo, objectNo, modality, source, kind, lang, page } = passage
  const tags = [
    ...[everyRow, tenantTag(tenantId), datasetTag(datasetNo), objectTag(objectNo)],
    ...[modalityTag(modality), sourceTag(source), kindTag(kind), langTag(lang)],
    ...(page === null ? [] : [pageTag(page)]),
  ]
  const { body, stem } = analyse(passage)
  return { passageNo, body, stem, tags: tags.join(' '), stems: stemNumbers(stem) }
}
