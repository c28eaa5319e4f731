import { cleanLine } from '../../../base/clean-text.ts'
import { behindSpace, follows, LastTag, PlainText } from './plain-text.ts'
import { openSkip } from './skip.ts'
import { readXml } from './xml.ts'
import type { KnownElements } from './xml-scanner.ts'
import type { Zip } from './zip.ts'

/** Texts that the cells of a workbook refer to by number. */
export class SharedStrings {
  private readonly written: string[]
  private readonly cleaned: (string | undefined)[]

  constructor(written: string[]) {
    this.written = written
    this.cleaned = written.map(() => undefined)
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
  const strings: string[] = []
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
      if (name === 'si') strings.push(string)
      inText = false
    },
    text: (text) => {
      if (inText && !skip.active()) string += text
    },
  })
  return new SharedStrings(strings)
}

const [open, openKept, close] = ['<si><t>', '<si><t xml:space="preserve">', '</t></si>']

/** Texts without runs of their own looks. */
function plainStrings(strings: string[]): KnownElements {
  const text = new PlainText()
  const last = new LastTag(close)
  return {
    within: ['sst'],
    read(xml, start) {
      const lastEnd = last.in(xml)
      let at = start
      while (at < lastEnd) {
        const opening = follows(xml, at, open) ? open : openKept
        if (opening === openKept && !follows(xml, at, openKept)) return at
        const string = text.read(xml, at + opening.length)
        if (string === undefined || !follows(xml, text.end, close)) return at
        strings.push(string)
        at = behindSpace(xml, text.end + close.length)
      }
      return at
    },
  }
}
