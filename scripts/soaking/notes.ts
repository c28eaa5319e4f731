import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

export type Notes<T> = {
  /** What an earlier run noted, that was cut short. */
  before: T[]
  add(done: T): void
}

/**
 * A file with one line for what the run is, and one for each thing that it has done. Throws when
 * the file is of another run: what is done there says nothing about this one.
 */
export function openNotes<T>(file: string | undefined, run: object): Notes<T> {
  if (file === undefined) return { before: [], add: () => {} }
  const head = JSON.stringify(run)
  if (!existsSync(file)) writeFileSync(file, `${head}\n`)
  const [first, ...lines] = readFileSync(file, 'utf8').split('\n')
  if (first !== head) throw new Error(`${file} has the notes of another run: ${first}`)
  // A line that a kill cut off has no end.
  const whole = lines.slice(0, -1)
  if (lines.at(-1) !== '') writeFileSync(file, [head, ...whole, ''].join('\n'))
  return {
    before: whole.map((line) => JSON.parse(line) as T),
    add: (done) => appendFileSync(file, `${JSON.stringify(done)}\n`),
  }
}
