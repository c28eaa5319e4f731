import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'

type Rules = { isSetting: (name: string) => boolean; refuse: (why: string) => never }

export function configFileIn(dataDir: string): string {
  return join(dataDir, 'kontor.json')
}

/** The settings in `kontor.json` of a data folder, as they are written; none where it has none. */
export function settingsInFile(
  dataDir: string,
  { isSetting, refuse }: Rules,
): Record<string, unknown> {
  const file = configFileIn(dataDir)
  if (!existsSync(file)) return {}
  const result = z.record(z.string(), z.unknown()).safeParse(jsonIn(file, refuse))
  if (!result.success) return refuse(`${file} must hold one JSON object of settings.`)
  const unknown = Object.keys(result.data).find((name) => !isSetting(name))
  if (unknown) refuse(`${file}: there is no setting named ${unknown}.`)
  const { dataDir: named, ...own } = result.data
  if (named !== undefined && resolve(String(named)) !== resolve(dataDir)) {
    refuse(
      `${file} cannot move the data folder to ${named}, for it is looked for there: give ` +
        'KONTOR_DATA_DIR or --data-dir.',
    )
  }
  return own
}

function jsonIn(file: string, refuse: (why: string) => never): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return refuse(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse(`${file} is not valid JSON: ${placeOf(error as Error, text)}.`)
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
