import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

type Rules = { isSetting: (name: string) => boolean; refuse: (why: string) => never }

/** The settings in `kontor.json` of a data folder, as they are written; none where it has none. */
export function settingsInFile(
  dataDir: string,
  { isSetting, refuse }: Rules,
): Record<string, unknown> {
  const file = join(dataDir, 'kontor.json')
  if (!existsSync(file)) return {}
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    refuse(`${file} is not valid JSON: ${(error as Error).message}`)
  }
  const result = z.record(z.string(), z.unknown()).safeParse(value)
  if (!result.success) return refuse(`${file} must hold one JSON object of settings.`)
  const unknown = Object.keys(result.data).find((name) => !isSetting(name))
  if (unknown) refuse(`${file}: there is no setting named ${unknown}.`)
  return result.data
}
