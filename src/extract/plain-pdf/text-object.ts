import type { PlainFont } from './fonts.ts'

/** What one operator shows, along one line: ISO 32000-1, 9.4.3. */
export type TextObject = {
  font: PlainFont
  size: number
  /** Where it begins, on the page, and how text space is scaled there. */
  x: number
  y: number
  scaleX: number
  scaleY: number
  /** Characters, and with them the moves between them. */
  chars: number
  items: number
  /** Of its first and its last character: what it is, and its width. */
  firstUnit: number
  lastUnit: number
  firstWidth: number
  lastWidth: number
  /** Where the last one begins, in text space. */
  lastAt: number
  /** Where the rightmost one begins. */
  farthest: number
  /** Its characters with the spaces that moves stand for, among those of the page. */
  from: number
  to: number
  /** How high its glyphs are, as bits. */
  shapes: number
}

/** Characters of a page, and room for what becomes of them. */
export type Units = { units: Uint16Array; size: number; out: Uint16Array }
