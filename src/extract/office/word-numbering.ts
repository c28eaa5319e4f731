import { listNumber } from './list-number.ts'
import { openSkip } from './skip.ts'
import { isOff } from './word-attributes.ts'
import { type Attributes, readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** Levels that a list of Word has. */
const levelsMax = 9
/** Lists of which more is told are no lists of anybody. */
const listsMax = 20_000
const startMax = 32_767
const textCharsMax = 100
/** A style may stand on another one, and those of a broken document in a circle. */
const basesMax = 20
/** What only some programs know has a second telling for all others. */
const skipped = new Set(['mc:Choice'])

/** The list of a paragraph and its level there, as far as they are said. */
export type ListPlace = { list?: string | undefined; level?: number | undefined }

type Level = {
  start: number
  way: string
  /** `%1.%2)` */
  text: string
  /** It begins anew after a level of this number; 0 never, undefined after any before it. */
  restartsAfter: number | undefined
  isDigits: boolean
  /** Behind the number comes nothing. */
  isClose: boolean
  style: string | undefined
}
type Scheme = { levels: Level[]; counts: (number | undefined)[]; link: string | undefined }
type List = { scheme: string; starts: Map<number, number>; own: Map<number, Level> }
type StyleList = ListPlace & { base: string | undefined }

/** Numbers of paragraphs and headings, in the order of the text: they are asked for one by one. */
export type WordNumbering = {
  /** What stands before the paragraph, with what parts it from that; empty for none. */
  label(paragraph: ListPlace & { style: string | undefined }): string
}

export async function openWordNumbering(zip: Zip): Promise<WordNumbering> {
  const { schemes, lists } = await listsOf(zip)
  const styles = lists.size === 0 ? new Map<string, StyleList>() : await styleLists(zip)
  const schemeOf = (list: List) => {
    const scheme = schemes.get(list.scheme)
    const linked = lists.get(styles.get(scheme?.link ?? '')?.list ?? '')
    return (linked && schemes.get(linked.scheme)) ?? scheme
  }
  return {
    label({ style, ...said }) {
      const place = placeOf(styles, { style, said })
      const list = lists.get(place.list ?? '')
      const scheme = list && schemeOf(list)
      if (!list || !scheme) return ''
      const byStyle = scheme.levels.findIndex((level) => level && level.style === place.style)
      const level = place.level ?? Math.max(byStyle, 0)
      return labelIn(scheme, { list, level })
    },
  }
}

/** What a paragraph says itself counts before what its style says, or those that this stands on. */
function placeOf(
  styles: ReadonlyMap<string, StyleList>,
  { style, said }: { style: string | undefined; said: ListPlace },
): ListPlace & { style: string | undefined } {
  let { list, level } = said
  let by: string | undefined
  let next = style
  for (let i = 0; i < basesMax && next !== undefined && list === undefined; i++) {
    const known = styles.get(next)
    list = known?.list
    level ??= known?.level
    by = next
    next = known?.base
  }
  return { list, level, style: by ?? style }
}

function labelIn(scheme: Scheme, { list, level }: { list: List; level: number }): string {
  const { counts } = scheme
  const levelAt = (at: number) => list.own.get(at) ?? scheme.levels[at]
  const own = levelAt(level)
  if (!own || level >= levelsMax) return ''
  const start = list.starts.get(level)
  list.starts.delete(level)
  const last = counts[level]
  counts[level] = start ?? (last === undefined ? own.start : last + 1)
  for (let deeper = level + 1; deeper < levelsMax; deeper++) {
    const after = levelAt(deeper)?.restartsAfter
    if (after === undefined || level < after) counts[deeper] = undefined
  }
  if (own.way === 'bullet') return ''
  let isKnown = true
  const text = own.text.replace(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1
    const { start = 1, way = 'decimal' } = levelAt(at) ?? {}
    const written = listNumber(counts[at] ?? start, own.isDigits ? 'decimal' : way)
    isKnown &&= written !== undefined
    return written ?? ''
  })
  return isKnown && text.trim() !== '' ? `${text}${own.isClose ? '' : ' '}` : ''
}

async function listsOf(zip: Zip) {
  const schemes = new Map<string, Scheme>()
  const lists = new Map<string, List>()
  const skip = openSkip(skipped)
  let scheme: Scheme | undefined
  let list: List | undefined
  let level: Level | undefined
  let at = 0
  const openPart = (name: string, attributes: Attributes, value: string) => {
    if (name === 'w:abstractNum') {
      scheme = { levels: [], counts: [], link: undefined }
      if (schemes.size < listsMax) schemes.set(attributes['w:abstractNumId'] ?? '', scheme)
    } else if (name === 'w:num') {
      list = { scheme: '', starts: new Map(), own: new Map() }
      if (lists.size < listsMax) lists.set(attributes['w:numId'] ?? '', list)
    } else if (name === 'w:numStyleLink' && scheme) scheme.link = value
    else if (name === 'w:abstractNumId' && list) list.scheme = value
    else if (name === 'w:lvlOverride') at = numberIn(attributes['w:ilvl'])
    else if (name === 'w:startOverride' && at < levelsMax) list?.starts.set(at, numberIn(value))
    else if (name === 'w:lvl') {
      at = numberIn(attributes['w:ilvl'])
      level = newLevel()
      if (at >= levelsMax) return
      if (list) list.own.set(at, level)
      else if (scheme) scheme.levels[at] = level
    } else if (level) tellLevel(level, name, attributes)
  }
  await readXml(zip.textOf('word/numbering.xml'), {
    open(name, attributes) {
      if (!skip.open(name)) openPart(name, attributes, attributes['w:val'] ?? '')
    },
    close(name) {
      if (skip.close(name)) return
      if (name === 'w:abstractNum') scheme = undefined
      else if (name === 'w:num') list = undefined
      else if (name === 'w:lvl') level = undefined
    },
  })
  return { schemes, lists }
}

function newLevel(): Level {
  const unsaid = { restartsAfter: undefined, isDigits: false, isClose: false, style: undefined }
  return { start: 0, way: 'decimal', text: '', ...unsaid }
}

function tellLevel(level: Level, name: string, attributes: Attributes) {
  const value = attributes['w:val'] ?? ''
  if (name === 'w:start') level.start = numberIn(value)
  else if (name === 'w:numFmt') level.way = value
  else if (name === 'w:lvlText') level.text = value.slice(0, textCharsMax)
  else if (name === 'w:lvlRestart') level.restartsAfter = numberIn(value)
  else if (name === 'w:isLgl') level.isDigits = !isOff(attributes)
  else if (name === 'w:suff') level.isClose = value === 'nothing'
  else if (name === 'w:pStyle') level.style = value
}

async function styleLists(zip: Zip): Promise<Map<string, StyleList>> {
  const styles = new Map<string, StyleList>()
  let style: StyleList = { base: undefined }
  await readXml(zip.textOf('word/styles.xml'), {
    open(name, attributes) {
      const value = attributes['w:val']
      if (name === 'w:style') {
        style = { base: undefined }
        styles.set(attributes['w:styleId'] ?? '', style)
      } else if (name === 'w:basedOn') style.base = value
      else if (name === 'w:numId') style.list = value
      else if (name === 'w:ilvl') style.level = numberIn(value)
    },
  })
  return styles
}

export function numberIn(value = ''): number {
  return /^\d{1,9}$/.test(value) ? Math.min(Number(value), startMax) : 0
}
