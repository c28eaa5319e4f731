import { writeSync } from 'node:fs'
import { type ChildLine, linesFd } from '../sandbox/child-protocol.ts'

export function writeLine(line: ChildLine): void {
  writeLines([line])
}

/** The pipe is a blocking one: a parent that does not read makes the child wait. */
export function writeLines(lines: readonly ChildLine[]): void {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const bytes = Buffer.from(text, 'utf8')
  for (let at = 0; at < bytes.length; ) at += writeSync(linesFd, bytes, at)
}
