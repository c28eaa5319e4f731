import { emphasise, type Range } from './highlight.ts'

const ellipsis = '…'

/**
 * At most `maxChars` of a text, marks and ellipses included, from around its first match.
 */
export function excerpt(
  text: string,
  {
    ranges,
    highlight,
    maxChars,
  }: { ranges: readonly Range[]; highlight: boolean; maxChars: number },
): string {
  const shown = highlight ? ranges : []
  for (let room = maxChars; room > 0; room -= 4) {
    const window = windowOf(text, { match: ranges[0]?.start ?? 0, room })
    const inside = shown
      .filter(({ start, end }) => start >= window.start && end <= window.end)
      .map(({ start, end }) => ({ start: start - window.start, end: end - window.start }))
    const before = window.start > 0 ? ellipsis : ''
    const after = window.end < text.length ? ellipsis : ''
    const out = `${before}${emphasise(text.slice(window.start, window.end), inside)}${after}`
    if (out.length <= maxChars) return out
  }
  return ''
}

/** `room` characters with the match in their first quarter, no surrogate pair cut in two. */
function windowOf(text: string, { match, room }: { match: number; room: number }): Range {
  const start = Math.max(0, Math.min(match - Math.floor(room / 4), text.length - room))
  const end = Math.min(text.length, start + room)
  return { start: start + (isTrail(text, start) ? 1 : 0), end: end - (isTrail(text, end) ? 1 : 0) }
}

/** Whether the character before this place needs the one at it. */
function isTrail(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
