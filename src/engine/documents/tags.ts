import { languageCode } from '../analysis/languages.ts'

/**
 * The tokens of the tags column. Each is a letter for the sort of thing and then letters and
 * digits of ours: none comes from a text that somebody wrote, so none can be forged, and the first
 * letter keeps a dataset from being taken for a page.
 */

/** Every row carries it: what a NOT without a positive side is taken from. */
export const everyRow = 'x'
/** No row carries it. */
export const noRow = 'z'

export const datasetTag = (datasetNo: number) => `d${datasetNo}`
export const objectTag = (objectNo: number) => `o${objectNo}`
export const pageTag = (page: number) => `p${page}`
export const tenantTag = (tenantId: string) => `t${alphanumeric(tenantId)}`
export const modalityTag = (modality: string) => `m${alphanumeric(modality)}`
export const kindTag = (kind: string) => `k${alphanumeric(kind)}`
export const sourceTag = (source: string) => `s${alphanumeric(source)}`
export const langTag = (lang: string) => `l${languageCode(lang)}`

function alphanumeric(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '')
}
