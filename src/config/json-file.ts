import { readFileSync } from 'node:fs'

type Place = { file: string; where: string }

/** What a file of settings holds; `where` is how it is called in what is refused. */
export function jsonIn({ file, where }: Place, refuse: (why: string) => never): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return refuse(`${where} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse(`${where} is not valid JSON: ${placeOf(error as Error, text)}.`)
  }
}

/** Of what the parser says only the place: it quotes what is written there, secrets among it. */
function placeOf(error: Error, text: string): string {
  const at = positionIn(error) ?? (quotes(error) ? firstStrange(text) : text.length)
  const before = text.slice(0, at).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function positionIn({ message }: Error): number | undefined {
  const [, position] = / in JSON at position (\d+) \(line \d+ column \d+\)$/.exec(message) ?? []
  return position === undefined ? undefined : Number(position)
}

/** It then names no position. */
function quotes({ message }: Error): boolean {
  return message.endsWith(' is not valid JSON')
}

/** Everything before it could go on to be JSON. */
function firstStrange(text: string): number {
  let [first, last] = [0, text.length - 1]
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    if (isStrange(text.slice(0, middle + 1))) last = middle
    else first = middle + 1
  }
  return first
}

function isStrange(beginning: string): boolean {
  try {
    JSON.parse(beginning)
    return false
  } catch (error) {
    return quotes(error as Error)
  }
}
