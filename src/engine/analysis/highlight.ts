import { indexTerms, type Written } from './analyse.ts'
import { languageCode } from './languages.ts'
import { type Token, unitsOf } from './tokenise.ts'

/** What a query looked for, in the tokens of the index. */
export type HighlightTerms = {
  readonly stems: ReadonlySet<string>
  /** Those that count in passages of one language. */
  readonly stemsIn?: ReadonlyMap<string, ReadonlySet<string>>
  /** Tokens as they stand. */
  readonly words: ReadonlySet<string>
  readonly sequences: readonly { readonly terms: readonly string[]; readonly prefix: boolean }[]
}

/** A piece of a text from `start` up to, not including, `end`. */
export type Range = { readonly start: number; readonly end: number }

/** Where a text matches, in order and without overlaps: what the index matched, nothing else. */
export function matchingRanges({ text, lang }: Written, marks: HighlightTerms): Range[] {
  const units = unitsOf(text)
  const tokens = units.flatMap((unit) => unit.tokens as Token[])
  const found = units.flatMap((unit): Range[] => {
    if (unit.kind === 'compound' && isMarkedWhole(unit, lang, marks)) return [unit]
    return unit.tokens.filter(
      (token) => marks.words.has(token.term) || isMarked(token, lang, marks),
    )
  })
  const inARow = marks.sequences.flatMap((sequence) => sequenceRanges(tokens, sequence))
  return merge([...found, ...inARow])
}

function isMarkedWhole(
  { whole }: { whole: string },
  lang: string,
  { stems, stemsIn }: HighlightTerms,
): boolean {
  return stems.has(whole) || stemsIn?.get(languageCode(lang))?.has(whole) === true
}

function isMarked(token: Token, lang: string, { stems, stemsIn }: HighlightTerms): boolean {
  const own = stemsIn?.get(languageCode(lang))
  if (stems.size === 0 && !own) return false
  const { start, end } = token
  return indexTerms({ kind: 'word', start, end, tokens: [token] }, lang).some(
    (term) => stems.has(term) || own?.has(term),
  )
}

function sequenceRanges(
  tokens: readonly Token[],
  { terms, prefix }: HighlightTerms['sequences'][number],
): Range[] {
  const last = terms.length - 1
  const fits = (term: string, i: number) =>
    prefix && i === last ? term.startsWith(terms[i] ?? '') : term === terms[i]
  return tokens.flatMap((first, at) => {
    const final = tokens[at + last]
    const all = final && terms.every((_, i) => fits(tokens[at + i]?.term ?? '', i))
    return all ? [{ start: first.start, end: final.end }] : []
  })
}

function merge(ranges: Range[]): Range[] {
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** The text with `**` around each range (spec 4.1, highlight). */
export function emphasise(text: string, ranges: readonly Range[]): string {
  let out = ''
  let done = 0
  for (const { start, end } of ranges) {
    out += `${text.slice(done, start)}**${text.slice(start, end)}**`
    done = end
  }
  return out + text.slice(done)
}
