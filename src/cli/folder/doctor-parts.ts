import { checkFolder, type Finding, FolderRefused, pendingMigrations } from '../../app.ts'
import type { Config } from '../../config.ts'

export type FoundParts = { isThere: boolean; findings: Finding[] }

/** What keeps every other command from the folder. */
export function partFindings(settings: Config): FoundParts {
  try {
    checkFolder(settings, 'read')
  } catch (error) {
    const { name, message } = error as Error
    const level = 'error'
    if (error instanceof FolderRefused) {
      const findings = error.problems.map(({ part, ...said }) => {
        return { check: checkOf[part] ?? 'installation', level, ...said } as const
      })
      return { isThere: true, findings }
    }
    // What does not open is looked at below.
    if (name === 'RingRefused') return { isThere: true, findings: [] }
    if (name !== 'FolderMissing' && name !== 'FolderNotWritable') throw error
    const check = name === 'FolderMissing' ? 'folder' : 'permissions'
    const [said = '', ...rest] = message.split(/(?<=[.:]) /)
    return { isThere: false, findings: [{ check, level, message: said, remedy: rest.join(' ') }] }
  }
  return { isThere: true, findings: schemaFindings(settings) }
}

function schemaFindings({ dataDir }: Config): Finding[] {
  const level = 'warning'
  try {
    const pending = pendingMigrations(dataDir).length
    if (pending === 0) return []
    const message = `${dataDir} was written by an older version: ${pending} migrations are due.`
    const remedy = 'Make a backup, then kontor migrate, or start the server.'
    return [{ check: 'schema', level, message, remedy }]
  } catch (error) {
    const { name, message } = error as Error
    // What is damaged is looked at below.
    if (name !== 'MigrationRefused') return []
    return [{ check: 'schema', level: 'error', message, remedy: 'Use the version that wrote it.' }]
  }
}

const checkOf: Readonly<Record<string, string>> = {
  'kontor.db': 'database',
  'secret.key': 'secrets',
  'secret.ring': 'secrets',
  'master key': 'secrets',
}
