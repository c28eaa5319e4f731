import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { jsonIn } from './json-file.ts'

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
  const result = z.record(z.string(), z.unknown()).safeParse(jsonIn({ file, where: file }, refuse))
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
