import { listNumber } from './list-number.ts'
import type { Attributes } from './xml.ts'

const levelsMax = 10
const listsMax = 20_000
const numberMax = 32_767
const textCharsMax = 100

type Level = {
  start: number
  way: string
  prefix: string
  suffix: string
  /** So many numbers are shown: its own, and those of the levels above. */
  shown: number
  /** `%1%-%2%)`, as newer programs tell it. */
  format: string | undefined
}
type Levels = (Level | undefined)[]
/** The last number of each level, as far as there was one. */
type Counts = (number | undefined)[]
type List = { style: string; counts: Counts }
type Item = { start: number | undefined; isNumbered: boolean }

const ways: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '': 'none',
}
const styleTags = new Set(['text:list-style', 'text:outline-style'])
const levelTags = new Set(['text:list-level-style-number', 'text:outline-level-style'])
const outline = 'Outline'

/**
 * Numbers of lists and headings of an open document. It is told all elements in their order, those
 * of its styles before those of its text, and asked once for each paragraph that begins.
 */
export function openOdfNumbering() {
  const styles = new Map<string, Levels>()
  let defined: Levels = []
  const known = new Map<string, Counts>()
  const lists: List[] = []
  const items: Item[] = []
  /** Of each style the list that goes on where one says so. */
  const last = new Map<string, Counts>()
  const headings: Counts = []

  const openList = (attributes: Attributes) => {
    const outer = lists.at(-1)
    const style = attributes['text:style-name'] ?? outer?.style ?? ''
    const goesOn = attributes['text:continue-numbering'] === 'true'
    const before = known.get(attributes['text:continue-list'] ?? '') ?? (goesOn && last.get(style))
    const counts = outer?.counts ?? (before || [])
    if (outer && !goesOn) counts.length = Math.min(counts.length, lists.length)
    const id = attributes['xml:id'] ?? attributes['text:id']
    if (!outer && (last.has(style) || last.size < listsMax)) last.set(style, counts)
    if (id && known.size < listsMax) known.set(id, counts)
    lists.push({ style, counts })
  }

  return {
    open(name: string, attributes: Attributes) {
      if (styleTags.has(name)) {
        defined = []
        const named = attributes['style:name'] ?? (name === 'text:outline-style' ? outline : '')
        if (styles.size < listsMax) styles.set(named, defined)
      } else if (levelTags.has(name)) {
        const level = numberIn(attributes['text:level']) ?? 0
        if (level > 0 && level <= levelsMax) defined[level - 1] = levelOf(attributes)
      } else if (name === 'text:list') openList(attributes)
      else if (name === 'text:list-item') {
        items.push({ start: numberIn(attributes['text:start-value']), isNumbered: false })
      } else if (name === 'text:list-header') items.push({ start: undefined, isNumbered: true })
    },
    close(name: string) {
      if (name === 'text:list') lists.pop()
      else if (name === 'text:list-item' || name === 'text:list-header') items.pop()
    },
    /** What stands before a paragraph, with what parts it from that; empty for none. */
    label(name: string, attributes: Attributes): string {
      const [list, item] = [lists.at(-1), items.at(-1)]
      if (list && item) {
        if (item.isNumbered) return ''
        item.isNumbered = true
        const { start } = item
        return count(styles.get(list.style), { counts: list.counts, depth: lists.length, start })
      }
      const depth = numberIn(attributes['text:outline-level']) ?? 0
      if (name !== 'text:h' || depth < 1 || attributes['text:is-list-header'] === 'true') return ''
      const isAnew = attributes['text:restart-numbering'] === 'true'
      const start = isAnew ? (numberIn(attributes['text:start-value']) ?? 1) : undefined
      return count(styles.get(outline), { counts: headings, depth, start })
    },
  }
}

function levelOf(attributes: Attributes): Level {
  return {
    start: numberIn(attributes['text:start-value']) ?? 1,
    way: attributes['style:num-format'] ?? '',
    prefix: shortened(attributes['style:num-prefix']) ?? '',
    suffix: shortened(attributes['style:num-suffix']) ?? '',
    shown: numberIn(attributes['text:display-levels']) ?? 1,
    format: shortened(attributes['loext:num-list-format']),
  }
}

/** Counts on at this depth; levels above that had no number yet begin. */
function count(
  levels: Levels = [],
  { counts, depth, start }: { counts: Counts; depth: number; start: number | undefined },
): string {
  if (depth > levelsMax) return ''
  const startOf = (at: number) => levels[at]?.start ?? 1
  for (let at = 0; at < depth - 1; at++) counts[at] ??= startOf(at)
  const before = counts[depth - 1]
  counts[depth - 1] = start ?? (before === undefined ? startOf(depth - 1) : before + 1)
  counts.length = depth
  const level = levels[depth - 1]
  return level ? labelOf(level, numbersOf(levels, counts)) : ''
}

/** Of each level, in its own way of writing; undefined where that is not known. */
function numbersOf(levels: Levels, counts: Counts): (string | undefined)[] {
  return counts.map((one = 1, at) => listNumber(one, ways[levels[at]?.way ?? ''] ?? 'unknown'))
}

function labelOf({ prefix, suffix, shown, format }: Level, numbers: (string | undefined)[]) {
  // A level without a number of its own has no sign at all.
  if (!numbers.at(-1)) return ''
  const all = numbers.slice(-Math.max(shown, 1))
  if (format === undefined && all.includes(undefined)) return ''
  const plain = `${prefix}${all.filter((one) => one !== '').join('.')}${suffix}`
  const label = format?.replace(/%(\d{1,2})%/g, (_, at) => numbers[Number(at) - 1] ?? '') ?? plain
  return `${label.trim()} `
}

function numberIn(told: string | undefined): number | undefined {
  const value = Number(told)
  return told !== undefined && Number.isInteger(value) && value >= 0 && value <= numberMax
    ? value
    : undefined
}

function shortened(text: string | undefined): string | undefined {
  return text?.slice(0, textCharsMax)
}
