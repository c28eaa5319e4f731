import type { BlockList } from './block-list.ts'

/** The names that programs give to a new sheet say nothing. */
const defaultName = /^(sheet|tabelle|feuille?|hoja|foglio|blad|arkusz|planilha|folha)\s*\d+$/i

/** A sheet's name as a heading, when somebody chose one. */
export function sheetHeading(list: BlockList, name: string): void {
  if (!defaultName.test(name.trim())) list.add('heading', name)
}
