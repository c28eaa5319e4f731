import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** Where the kernel keeps what a process was started with; its place stands in /proc/self/stat. */
const regions = [
  { file: '/proc/self/environ', startField: 50 },
  { file: '/proc/self/cmdline', startField: 48 },
]
/** In /proc/self/stat the fields behind the name begin with the third. */
const firstField = 3

/**
 * Takes secrets out of what this process was started with, where others of the same user (and of
 * the command line, everybody) could read them for as long as it lives: their bytes are
 * overwritten, since forgetting a variable leaves them there. Gives the number that could not be.
 */
export function forgetSecrets(values: readonly string[]): number {
  const wanted = values.filter((value) => value !== '')
  let left = 0
  for (const region of regions) {
    try {
      overwrite(region, wanted)
      left += placesOf(readFileSync(region.file), wanted).length
    } catch {
      // No /proc, or not that of Linux: then there is no file with them, either.
    }
  }
  return left
}

function overwrite({ file, startField }: (typeof regions)[number], values: readonly string[]) {
  const places = placesOf(readFileSync(file), values)
  if (places.length === 0) return
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const start = Number(fields[startField - firstField])
  const memory = openSync('/proc/self/mem', 'r+')
  try {
    for (const { at, length } of places) {
      writeSync(memory, Buffer.alloc(length, '*'), 0, length, start + at)
    }
  } finally {
    closeSync(memory)
  }
}

/** Whole values only: behind an equals sign or by themselves, up to the end of the word. */
function placesOf(region: Buffer, values: readonly string[]): { at: number; length: number }[] {
  return values.flatMap((value) =>
    ['=', '\0'].flatMap((before) => {
      const word = Buffer.from(`${before}${value}\0`)
      const found: { at: number; length: number }[] = []
      for (let at = region.indexOf(word); at >= 0; at = region.indexOf(word, at + 1)) {
        found.push({ at: at + 1, length: word.length - 2 })
      }
      return found
    }),
  )
}
