import { cleanText } from '../../base/clean-text.ts'
import type { BlockList } from './block-list.ts'

/** The names that programs give to a new sheet say nothing. */
const defaultName = /^(sheet|tabelle|feuille?|hoja|foglio|blad|arkusz|planilha|folha)\s*\d+$/i

/** A sheet's name as a heading, when somebody chose one. */
export function sheetHeading(list: BlockList, name: string): void {
  const heading = cleanText(name)
  if (heading !== '' && !defaultName.test(name.trim())) list.add('heading', heading)
}
