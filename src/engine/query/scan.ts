/** A place in a text that moves on as things are read from it. */
export type Scan = {
  readonly text: string
  /** The index of the next character. */
  at: number
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
export function docIdOf({ text, at }: Scan): number {
  return [...text.slice(0, at)].length + 1
}
