import type { Block } from '../../domain/ingest/ports.ts'
import { nothingFound } from '../formats/reader.ts'
import { readPage } from './read-html.ts'

const names =
  'p|br|div|a|img|ul|ol|li|h[1-6]|table|blockquote|strong|em|[bi]|span|pre|code|figure|hr'
const tag = new RegExp(String.raw`<(?:${names})(?:\s[^<>]*)?/?>`, 'i')
const ending = new RegExp(String.raw`</(?:${names})\s*>|<(?:br|img|hr)\b`, 'i')

/** Whether a text is a page, or a part of one: what news feeds hold in their fields. */
export function isMarkup(text: string): boolean {
  return text.includes('<') && tag.test(text) && ending.test(text)
}

/** What such a text says. */
export function blocksOfMarkup(text: string): Block[] {
  return [...readPage([text], nothingFound())]
}

const blockEnd = /<\/(?:p|div|ul|ol|li|h[1-6]|table|blockquote|pre|figure)\s*>|<br\s*\/?>/gi

/** Where a long text may be cut: behind a paragraph of it, or before a tag that does not end. */
export function cutOfMarkup(text: string, { restMax }: { restMax: number }): number {
  const last = [...text.matchAll(blockEnd)].at(-1)
  const end = last ? last.index + last[0].length : 0
  if (text.length - end < restMax) return end
  const open = text.lastIndexOf('<')
  return open > text.lastIndexOf('>') && text.length - open < restMax ? open : text.length
}
