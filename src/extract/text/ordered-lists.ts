import { listNumber } from '../office/list-number.ts'

type List = { next: number; step: number; way: string }

const types: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
}
const styles: Readonly<Record<string, string>> = {
  decimal: 'decimal',
  'decimal-leading-zero': 'decimalZero',
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
}
const listStyle = /list-style(?:-type)?\s*:\s*([\w-]+)/i
/** What begins with a number of its own is in a list that shows none. */
const ownNumber = /^\s*\(?(?:\d{1,4}(?:\.\d{1,4})*|[a-z]|[ivxlc]{1,7})[.)]\s/i
const countMax = 1_000_000

/**
 * The numbers that a page shows before the entries of its lists, and that stand nowhere in it. A
 * list that counts down from how many entries it has is left without: that is known at its end.
 */
export class OrderedLists {
  private readonly lists: List[] = []
  private pending = ''

  open(name: string, attributes: Record<string, string>) {
    if (name === 'ol') this.lists.push(listOf(attributes))
    else if (name === 'ul') this.lists.push({ next: 0, step: 0, way: 'none' })
    else if (name === 'li') this.openEntry(attributes.value)
  }

  close(name: string) {
    if (name === 'ol' || name === 'ul') this.lists.pop()
    if (name === 'ol' || name === 'ul' || name === 'li') this.pending = ''
  }

  /** What stands before the text that comes now: `iv. `, or nothing. */
  before(text: string): string {
    if (this.pending === '' || text.trim() === '') return ''
    const { pending } = this
    this.pending = ''
    return ownNumber.test(text) ? '' : pending
  }

  private openEntry(value: string | undefined) {
    this.pending = ''
    const list = this.lists.at(-1)
    if (!list) return
    list.next = wholeOf(value) ?? list.next
    const number = listNumber(list.next, list.way) ?? ''
    if (number !== '') this.pending = `${number}. `
    list.next += list.step
  }
}

function listOf(attributes: Record<string, string>): List {
  const { start, type = '', style = '' } = attributes
  const isReversed = 'reversed' in attributes
  const next = wholeOf(start)
  const named = listStyle.exec(style)?.[1]?.toLowerCase()
  const way = named === undefined ? (types[type] ?? 'decimal') : (styles[named] ?? 'none')
  return {
    next: next ?? 1,
    step: isReversed ? -1 : 1,
    way: isReversed && next === undefined ? 'none' : way,
  }
}

function wholeOf(text: string | undefined): number | undefined {
  const value = Number.parseInt(text ?? '', 10)
  return Math.abs(value) <= countMax ? value : undefined
}
