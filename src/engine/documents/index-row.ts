import { analyse } from '../analysis/analyse.ts'
import type { PassageRow } from './queries.ts'
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

/** What the full-text index holds of a passage, each column as tokens with spaces between. */
export type IndexRow = { passageNo: number; body: string; stem: string; tags: string }

/** The index is made of the passages alone, so it can be made again at any time. */
export function indexRowOf(passage: PassageRow): IndexRow {
  const { passageNo, tenantId, datasetNo, objectNo, modality, source, kind, lang, page } = passage
  const tags = [
    ...[everyRow, tenantTag(tenantId), datasetTag(datasetNo), objectTag(objectNo)],
    ...[modalityTag(modality), sourceTag(source), kindTag(kind), langTag(lang)],
    ...(page === null ? [] : [pageTag(page)]),
  ]
  return { passageNo, ...analyse(passage), tags: tags.join(' ') }
}
