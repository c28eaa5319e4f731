import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chownLine, type Owner, ofFileSystem, ownerOf, userName } from '../../base/owner.ts'
import { shellWord } from '../../base/shell-word.ts'
import { setTimeMs } from '../backup/manifest.ts'
import { noted } from '../notes.ts'
import { type Examination, type Finding, some } from './finding.ts'
import { historyFindings } from './history-checks.ts'
import { secretFindings } from './secret-checks.ts'

const mib = 1024 * 1024
const hourMs = 3_600_000

/** What can be seen of the data folder without looking into the database. */
export function folderFindings(examination: Examination): Finding[] {
  return [
    ...diskFindings(examination),
    ...permissionFindings(examination),
    ...secretFindings(examination),
    ...logFindings(examination),
    ...backupFindings(examination),
    ...ledgerFindings(examination),
    ...certificateFindings(examination),
    ...historyFindings(examination),
  ]
}

function diskFindings({ dataDir, diskMinBytes }: Examination): Finding[] {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  if (free >= diskMinBytes) return []
  return [
    {
      check: 'disk',
      level: 'warning',
      message: `${Math.floor(free / mib)} MiB are free where ${dataDir} lies.`,
      remedy: 'Make room or give the folder a larger disk; kontor gc removes what nobody needs.',
    },
  ]
}

/** What the owner alone may read: everything directly in the folder. */
function permissionFindings({ dataDir }: Examination): Finding[] {
  const findings: Finding[] = []
  const isOpen = (path: string) => (statSync(path).mode & 0o077) !== 0
  if (isOpen(dataDir)) {
    findings.push({
      check: 'permissions',
      level: 'warning',
      message: `Others on this machine can look into ${dataDir}.`,
      remedy: `chmod 700 ${shellWord(dataDir)}`,
    })
  }
  const names = readdirSync(dataDir).filter((name) => name !== ofFileSystem)
  const files = names.map((name) => join(dataDir, name))
  for (const file of files.filter((one) => /secret\.(key|ring)$|kontor\.json$/.test(one))) {
    if (!isOpen(file)) continue
    findings.push({
      check: 'permissions',
      level: 'error',
      message: `Others on this machine can read ${file}.`,
      remedy: `chmod 600 ${shellWord(file)}`,
    })
  }
  return [
    ...findings,
    ...ownerFindings(dataDir),
    ...unwritable([dataDir, join(dataDir, 'blobs'), ...files]),
  ]
}

/** What somebody else made in it (a command run as root) its owner cannot open. */
function ownerFindings(dataDir: string): Finding[] {
  const owner = ownerOf(dataDir)
  if (owner.uid === 0) return []
  const { strange, closed } = listStrange(dataDir, owner)
  const findings: Finding[] = []
  if (strange.length > 0) {
    const who = userName(owner.uid)
    findings.push({
      check: 'permissions',
      level: 'error',
      message: `${strange.length} files do not belong to user ${who}: ${some(strange)}.`,
      remedy: chownLine(dataDir, owner),
    })
  }
  if (closed.length > 0) {
    findings.push({
      check: 'permissions',
      level: 'error',
      message: `${closed.length} folders cannot be looked into: ${some(closed)}.`,
      remedy: `${chownLine(dataDir, owner)}; chmod -R u+rwX ${shellWord(dataDir)}`,
    })
  }
  return findings
}

/** Below the data folder: what somebody else has, and folders that cannot be looked into. */
function listStrange(dataDir: string, { uid }: Owner): { strange: string[]; closed: string[] } {
  const strange: string[] = []
  const closed: string[] = []
  const lookInto = (folder: string) => {
    for (const entry of readdirSync(join(dataDir, folder), { withFileTypes: true })) {
      const name = join(folder, entry.name)
      if (name === ofFileSystem) continue
      const owner = statSync(join(dataDir, name), { throwIfNoEntry: false })?.uid
      if (owner !== undefined && owner !== uid) strange.push(name)
      if (entry.isDirectory()) tryInto(name)
    }
  }
  const tryInto = (folder: string) => {
    try {
      lookInto(folder)
    } catch (error) {
      // What went meanwhile is no finding.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') closed.push(folder)
    }
  }
  tryInto('')
  return { strange, closed }
}

function unwritable(paths: readonly string[]): Finding[] {
  return paths
    .filter((path) => existsSync(path) && !canWrite(path))
    .map((path) => {
      return {
        check: 'permissions',
        level: 'error',
        message: `${path} cannot be written.`,
        remedy: 'Give it to the user that runs the server, and mount the disk for writing.',
      }
    })
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function logFindings({ dataDir, walMaxBytes }: Examination): Finding[] {
  const log = join(dataDir, 'kontor.db-wal')
  const size = existsSync(log) ? statSync(log).size : 0
  if (size <= walMaxBytes) return []
  return [
    {
      check: 'log',
      level: 'warning',
      message: `The write-ahead log has grown to ${Math.ceil(size / mib)} MiB.`,
      remedy:
        'A reader holds it: end programs that have the database open, then restart the server.',
    },
  ]
}

const weekMs = 7 * 24 * hourMs

function certificateFindings({ dataDir, nowMs, acme }: Examination): Finding[] {
  const { endMs, failure, failures } = noted(dataDir, 'certificate') ?? { failure: null }
  if (!acme || failure === null) return []
  const left = endMs ? `It ends at ${new Date(endMs).toISOString()}` : 'There is none'
  return [
    {
      check: 'certificate',
      level: endMs && endMs - nowMs > weekMs ? 'warning' : 'error',
      message: `No new certificate was obtained, ${failures} times: ${failure}. ${left}.`,
      remedy:
        'The name must lead to this machine, and its port 80 (443 for TLS-ALPN-01) be open. ' +
        'It is tried again by itself, after twelve hours at the latest.',
    },
  ]
}

/** As long as the alert of data/monitoring waits. */
const verifiedMaxMs = 8 * 24 * hourMs

/** What the last check of the whole ledger noted; one that never was is none of these. */
function ledgerFindings({ dataDir, nowMs }: Examination): Finding[] {
  const last = noted(dataDir, 'verification')
  if (last === undefined || (last.ok && nowMs - last.atMs < verifiedMaxMs)) return []
  const at = new Date(last.atMs).toISOString()
  return [
    last.ok
      ? {
          check: 'ledger',
          level: 'warning',
          message: `The ledger was last verified at ${at}.`,
          remedy: 'kontor ledger verify; look at the timer that runs it (systemctl list-timers).',
        }
      : {
          check: 'ledger',
          level: 'error',
          message: `The ledger was NOT in order when it was verified last (${at}).`,
          remedy:
            'Stop paying out. kontor ledger verify says what is wrong; see /docs/manual/proofs.',
        },
  ]
}

/** As long as the alert of data/monitoring waits. */
const backupMaxMs = 36 * hourMs

/** Where others make them: what the last one noted in the data folder. */
function timedBackupFindings({ dataDir, nowMs }: Examination): Finding[] {
  const last = noted(dataDir, 'backup')
  const check = 'backup'
  if (last === undefined) {
    const message = 'No backup is made by itself.'
    const remedy = 'Set KONTOR_BACKUP_DIR, or run kontor backup from a timer.'
    return [{ check, level: 'warning', message, remedy }]
  }
  if (nowMs - last.madeAtMs < backupMaxMs) return []
  const message = `The last backup is that of ${last.set}.`
  const remedy =
    'kontor backup says why; look at the timer that runs it (systemctl list-timers), or set ' +
    'KONTOR_BACKUP_DIR.'
  return [{ check, level: 'error', message, remedy }]
}

function backupFindings(examination: Examination): Finding[] {
  const { backup, nowMs } = examination
  if (!backup) return timedBackupFindings(examination)
  const { last } = backup
  if (last !== null && nowMs - setTimeMs(last) < 2 * backup.hours * hourMs) return []
  return [
    {
      check: 'backup',
      level: 'error',
      message: last === null ? 'There is no backup.' : `The last backup is that of ${last}.`,
      remedy: `kontor backup ${backup.folder} says why; the server's log has "backup failed".`,
    },
  ]
}
