import { unescaped } from './escaped-text.ts'
import { openSkip } from './skip.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** Readings for East Asian characters are no part of a text. */
export const phonetic = new Set(['rPh'])

/** Texts that the cells of a workbook refer to by number. */
export async function sharedStrings(zip: Zip): Promise<string[]> {
  const strings: string[] = []
  const skip = openSkip(phonetic)
  let string = ''
  let inText = false
  await readXml(zip.textOf('xl/sharedStrings.xml'), {
    open(name) {
      if (skip.open(name)) return
      if (name === 'si') string = ''
      inText = name === 't'
    },
    close(name) {
      if (skip.close(name)) return
      if (name === 'si') strings.push(unescaped(string))
      inText = false
    },
    text(text) {
      if (inText && !skip.active()) string += text
    },
  })
  return strings
}
