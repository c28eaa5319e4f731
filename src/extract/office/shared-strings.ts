import { cleanLine } from '../../base/clean-text.ts'
import { PlainText, TextCodes, wanted } from './plain-text.ts'
import { openSkip } from './skip.ts'
import { readXml } from './xml.ts'
import type { KnownElements } from './xml-scanner.ts'
import type { Zip } from './zip.ts'

/** Texts that the cells of a workbook refer to by number. */
export class SharedStrings {
  private readonly written: string[] = []
  /** Each is cleaned when a cell asks for it, unless it was seen that there is nothing to clean. */
  private readonly cleaned: (string | undefined)[] = []

  add(text: string, { isClean = false } = {}): void {
    this.written.push(text)
    this.cleaned.push(isClean ? text : undefined)
  }

  at(index: number): string {
    return this.written[index] ?? ''
  }

  cleanAt(index: number): string {
    if (index >= this.written.length) return ''
    const known = this.cleaned[index]
    if (known !== undefined) return known
    const text = cleanLine(this.at(index))
    this.cleaned[index] = text
    return text
  }
}

/** Readings for East Asian characters are no part of them. */
export async function sharedStrings(zip: Zip): Promise<SharedStrings> {
  const strings = new SharedStrings()
  const skip = openSkip(new Set(['rPh']))
  let string = ''
  let inText = false
  await readXml(zip.textOf('xl/sharedStrings.xml'), {
    known: plainStrings(strings),
    open(name) {
      if (skip.open(name)) return
      if (name === 'si') string = ''
      inText = name === 't'
    },
    close(name) {
      if (skip.close(name)) return
      if (name === 'si') strings.add(string)
      inText = false
    },
    text: (text) => {
      if (inText && !skip.active()) string += text
    },
  })
  return strings
}

const [open, close] = [wanted('<si><t>'), wanted('</t></si>')]
const openKept = wanted('<si><t xml:space="preserve">')

/** Texts without runs of their own looks. */
function plainStrings(strings: SharedStrings): KnownElements {
  const table = new TextCodes()
  const text = new PlainText()
  return {
    within: ['sst'],
    read(xml, start) {
      table.open(xml)
      let at = start
      while (at < xml.length) {
        const opening = table.follows(at, open) ? open : openKept
        if (opening === openKept && !table.follows(at, openKept)) return at
        const string = text.read(table, at + opening.length)
        if (string === undefined || !table.follows(text.end, close)) return at
        strings.add(string, { isClean: text.isClean })
        at = table.behindSpace(text.end + close.length)
      }
      return at
    },
  }
}
