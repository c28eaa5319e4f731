/** How a cell shows a number. */
export type NumberStyle = {
  /** Digits before the point, at least, and behind it. */
  whole: number
  least: number
  most: number
  /** The point moves to the right by so many: of percent, or of thousands to the left. */
  shift: number
  positive: Beside
  negative: Beside
}
/** What stands on both sides of the digits. */
type Beside = { before: string; after: string }

const codeCharsMax = 255
/** So many zeros are a number of an article; more are nothing that anybody writes. */
const digitsMax = 30
const general: NumberStyle = {
  whole: 1,
  least: 0,
  most: digitsMax,
  shift: 0,
  positive: { before: '', after: '' },
  negative: { before: '-', after: '' },
}
const [percentPlaces, thousandPlaces] = [2, 3]
/** Colours, and the language that a number is written in. */
const silent = /^\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|\$-[^\]]*)\]/i
const currency = /^\[\$([^\]-]{1,10})(?:-[^\]]*)?\]/
/** Placeholders with their signs between thousands, a point, and thousands that are left out. */
const digits = /^(?=[#0?])([#0?,]*?[#0?])(?:\.([#0?]+))?(,*)$/
const token = /"([^"]*)"|\\(.)|_(.)|\*.|(General)|([#0?](?:[#0?.,]*))|(\[[^\]]*\])|(.)/gi

/**
 * The way in which a format writes numbers that have signs beside them, or zeros before them.
 * Undefined for what shows digits alone, which read as they are written (a price of 1234.5 is
 * found by its digits), and for what is not understood: fractions, exponents, digits in groups.
 */
export function numberStyleOf(code: string): NumberStyle | undefined {
  if (code.length > codeCharsMax) return undefined
  const [first = '', second] = sectionsOf(code)
  const positive = sectionOf(first)
  if (!positive) return undefined
  const { beside, ...style } = positive
  const isPlain = style.shift === 0 && beside.before + beside.after === ''
  if (isPlain && !/^0{2,30}$/.test(code)) return undefined
  const other = second === undefined ? undefined : sectionOf(second)?.beside
  const minus = (one: Beside) => ({ ...one, before: `-${one.before}` })
  return { ...style, positive: beside, negative: minus(other ? unsigned(other) : beside) }
}

/** `12.5` as `€ 12.50`; as it is for what has another form. */
export function shownNumber(written: string, style: NumberStyle): string {
  const [, minus, whole, part = ''] = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?$/.exec(written) ?? []
  if (whole === undefined) return written
  const { before, after } = minus ? style.negative : style.positive
  const moved = movedPoint({ whole, part }, style.shift)
  const isCode = style.whole > 1 && style.positive.before + style.positive.after === ''
  if (isCode && part !== '') return written
  const shown = rounded(moved, style.most)
  const fraction = shown.part.replace(/0+$/, '').padEnd(style.least, '0')
  const number = shown.whole.padStart(style.whole, '0') + (fraction && `.${fraction}`)
  return `${before}${number}${after}`.trim()
}

/** Of positive numbers, negative ones, nothing and texts; a text may have a semicolon in it. */
function sectionsOf(code: string): string[] {
  return code.match(/(?:"[^"]*"|\\.|[^;"])+/g) ?? []
}

type Section = Omit<NumberStyle, 'positive' | 'negative'> & { beside: Beside }

function sectionOf(code: string): Section | undefined {
  let core: string | undefined
  let shift = 0
  const beside = { before: '', after: '' }
  for (const [all, quoted, escaped, space, word, places, bracket, other] of code.matchAll(token)) {
    let said = quoted ?? escaped ?? ''
    if (space !== undefined) said = ' '
    else if (word !== undefined || places !== undefined) {
      if (core !== undefined) return undefined
      core = places ?? ''
    } else if (bracket !== undefined) {
      const sign = currency.exec(all)?.[1]
      if (sign === undefined && !silent.test(all)) return undefined
      said = sign ?? ''
    } else if (other !== undefined) {
      if (/[@/a-z]/i.test(other)) return undefined
      if (other === '%') shift += percentPlaces
      said = other
    }
    beside[core === undefined ? 'before' : 'after'] += said
  }
  if (core === undefined) return undefined
  const trimmed = { before: beside.before.trimStart(), after: beside.after.trimEnd() }
  return placesOf(core, { shift, beside: trimmed })
}

function placesOf(
  core: string,
  { shift, beside }: { shift: number; beside: Beside },
): Section | undefined {
  if (core === '') return { ...general, shift, beside }
  const [, whole, part = '', scale = ''] = digits.exec(core) ?? []
  if (whole === undefined || core.length > 2 * digitsMax) return undefined
  const zeros = (text: string) => text.replace(/[^0]/g, '').length
  return {
    whole: Math.max(zeros(whole), 1),
    least: zeros(part),
    most: part.length,
    shift: shift - scale.length * thousandPlaces,
    beside,
  }
}

/** A loss may be told by a sign, by brackets or by a colour: here it is the sign. */
function unsigned({ before, after }: Beside): Beside {
  return { before: before.replace(/[-(]/, ''), after: after.replace(/[-)]/, '') }
}

type Digits = { whole: string; part: string }

function movedPoint({ whole, part }: Digits, shift: number): Digits {
  if (shift === 0) return { whole, part }
  const all = `${'0'.repeat(Math.max(0, -shift))}${whole}${part}${'0'.repeat(Math.max(0, shift))}`
  const point = whole.length + Math.max(0, -shift) + shift
  return { whole: all.slice(0, point).replace(/^0+(?=\d)/, '') || '0', part: all.slice(point) }
}

function rounded({ whole, part }: Digits, places: number): Digits {
  if (part.length <= places) return { whole, part }
  const up = part.charCodeAt(places) >= '5'.charCodeAt(0) ? 1n : 0n
  const kept = String(BigInt(`1${whole}${part.slice(0, places)}`) + up)
  const end = kept.length - places
  // The one before it kept the zeros; it grew where all digits were nines.
  const first = kept.startsWith('2') ? `1${kept.slice(1, end)}` : kept.slice(1, end)
  return { whole: first.replace(/^0+(?=\d)/, '') || '0', part: kept.slice(end) }
}
