import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FilesAway } from '../../base/errors.ts'
import { isDamage, isNoRoom } from '../../base/no-room.ts'
import { checkDatabase } from '../backup/check-database.ts'
import { openDatabase } from '../backup/database-facts.ts'
import { type Meter, noMeter, Stopped } from '../backup/meter.ts'
import { blobFindings } from './blob-checks.ts'
import type { Examination, Finding } from './finding.ts'
import { folderFindings } from './folder-checks.ts'
import { recordFindings } from './record-checks.ts'
import { storeFindings } from './store-checks.ts'

/** Looks at everything in a data folder, also while a server has it, and changes nothing. */
export async function examineFolder(
  examination: Examination,
  meter: Meter = noMeter,
): Promise<Finding[]> {
  const { dataDir } = examination
  const isThere = existsSync(join(dataDir, 'kontor.db'))
  const inside = isThere ? await databaseFindings(examination, meter) : []
  return [...folderFindings(examination), ...(await storeFindings(examination)), ...inside]
}

async function databaseFindings(examination: Examination, meter: Meter) {
  const { dataDir } = examination
  const file = join(dataDir, 'kontor.db')
  const findings: Finding[] = []
  try {
    const raw = openDatabase(file)
    try {
      // What cannot be read at all says nothing of what is written there.
      raw.pragma('schema_version')
      findings.push(...damageFindings(await checkDatabase(file, meter)))
      findings.push(...recordFindings(raw, examination))
      findings.push(...(await blobFindings(raw, examination, meter).catch(unlessAway)))
    } finally {
      raw.close()
    }
  } catch (error) {
    if (error instanceof Stopped) throw error
    if (findings.length === 0) findings.push(refusedFinding(error as Error))
  }
  return findings
}

/** That it is away was found before. */
function unlessAway(error: unknown): Finding[] {
  if (error instanceof FilesAway) return []
  throw error
}

/** A database that cannot be opened is damaged only where SQLite says so. */
function refusedFinding(error: NodeJS.ErrnoException): Finding {
  const { code = '', message } = error
  const [damage] = isDamage(error) ? damageFindings([message]) : []
  if (damage) return damage
  const found = { check: 'database', level: 'error' } as const
  if (isNoRoom(error)) {
    return {
      ...found,
      message: `The database cannot be read: there is no room for kontor.db-shm (${code}).`,
      remedy: 'Make room on the disk of the data folder, then look again. Nothing is lost by this.',
    }
  }
  return {
    ...found,
    message: `The database cannot be opened: ${message} (${code}).`,
    remedy:
      'Look whether this user may read and write the folder and its disk is well, then again.',
  }
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
