/** A place in a text that moves on as things are read from it. */
export type Scan = {
  readonly text: string
  /** The index of the next character. */
  at: number
  /** How many characters there are before an index: what is behind it goes on from there. */
  counted?: { at: number; characters: number }
}

/** The character that comes next, or undefined at the end. */
export function peek({ text, at }: Scan): string | undefined {
  return text[at]
}

/** What a sticky pattern finds here; reading goes on behind it. */
export function take(scan: Scan, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = scan.at
  const found = pattern.exec(scan.text)
  if (found) scan.at = pattern.lastIndex
  return found
}

/** The place as people count: in characters, from 1. */
export function positionOf(scan: Scan): number {
  const { text, counted } = scan
  const isBehind = counted !== undefined && counted.at <= scan.at
  let { at, characters } = isBehind ? counted : { at: 0, characters: 0 }
  for (; at < scan.at; characters++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  scan.counted = { at, characters }
  return characters + 1
}
