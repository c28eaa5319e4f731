import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FilesAway } from '../../base/errors.ts'
import { damageOf, openDatabase } from '../backup/database-facts.ts'
import { blobFindings } from './blob-checks.ts'
import type { Examination, Finding } from './finding.ts'
import { folderFindings } from './folder-checks.ts'
import { recordFindings } from './record-checks.ts'
import { storeFindings } from './store-checks.ts'

/** Looks at everything in a data folder, also while a server has it, and changes nothing. */
export async function examineFolder(examination: Examination): Promise<Finding[]> {
  const { dataDir } = examination
  const isThere = existsSync(join(dataDir, 'kontor.db'))
  const inside = isThere ? await databaseFindings(examination) : []
  return [...folderFindings(examination), ...(await storeFindings(examination)), ...inside]
}

async function databaseFindings(examination: Examination) {
  const { dataDir, nowMs } = examination
  const findings: Finding[] = []
  try {
    const raw = openDatabase(join(dataDir, 'kontor.db'))
    try {
      findings.push(...damageFindings(damageOf(raw)))
      findings.push(...recordFindings(raw, nowMs))
      findings.push(...(await blobFindings(raw, examination).catch(unlessAway)))
    } finally {
      raw.close()
    }
  } catch (error) {
    if (findings.length === 0) findings.push(...damageFindings([(error as Error).message]))
  }
  return findings
}

/** That it is away was found before. */
function unlessAway(error: unknown): Finding[] {
  if (error instanceof FilesAway) return []
  throw error
}

function damageFindings(damage: string[]): Finding[] {
  if (damage.length === 0) return []
  return [
    {
      check: 'database',
      level: 'error',
      message: `The database is damaged: ${damage[0]}`,
      remedy:
        'Stop the server, keep a copy of the folder, restore the last backup into another one, ' +
        'and have the disk checked.',
    },
  ]
}
