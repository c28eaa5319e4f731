import { resolve } from 'node:path'
import { manifestKeyOf } from '../adapters/backup/authenticity.ts'
import { setsIn } from '../adapters/backup/manifest.ts'
import { lastOwnSet } from '../adapters/backup/own-sets.ts'
import { listCapabilities } from '../adapters/capabilities.ts'
import { tlsFindings } from '../adapters/doctor/certificate-checks.ts'
import { examineInThread } from '../adapters/doctor/doctor-thread.ts'
import type { Examination, Finding } from '../adapters/doctor/finding.ts'
import { leaseFindings } from '../adapters/lease/lease-findings.ts'
import { nodeFindings } from '../adapters/search-nodes/node-findings.ts'
import type { Clock } from '../base/clock.ts'
import { rootIn } from '../base/folder-root.ts'
import { fingerprintOf } from '../base/secret-ring.ts'
import type { Config } from '../config.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { Chore } from '../jobs/schedule.ts'
import { blobPlaceOf } from './open-files.ts'
import { engineFindings } from './outside-engine/findings.ts'
import { doneWith } from './work/done.ts'

const gib = 1024 ** 3

/** What a doctor looks at, by the settings: the same from the command line and from afar. */
export function examinationOf(settings: Config): Omit<Examination, 'nowMs' | 'servingMs'> {
  const { dataDir, acme } = settings
  return {
    ...blobPlaceOf(settings, resolve(dataDir)),
    backup: backupOf(settings),
    masterKey: fingerprint(settings.masterKey),
    previousMasterKey: fingerprint(settings.previousMasterKey),
    acme: acme !== undefined,
    oauthProgramsMax: settings.oauth ? settings.oauthProgramsMax : undefined,
    diskMinBytes: gib,
    walMaxBytes: gib / 4,
  }
}

function backupOf(settings: Config): Examination['backup'] {
  const { backupDir, backupHours: hours } = settings
  if (backupDir === undefined) return null
  const folder = resolve(backupDir)
  return { folder, hours, last: lastSet(folder, settings) }
}

/** Others may have sets there, too: of all of them only where this house's key cannot be had. */
function lastSet(folder: string, { dataDir, masterKey }: Config): string | null {
  const root = rootOrNone({ folder: dataDir, masterKey })
  if (root === undefined) return setsIn(folder).whole.at(-1) ?? null
  return lastOwnSet({ folder, key: manifestKeyOf(root).toString('hex') }) ?? null
}

function rootOrNone(place: Parameters<typeof rootIn>[0]): Buffer | undefined {
  try {
    return rootIn(place)
  } catch {
    return undefined
  }
}

function fingerprint(masterKey: string | undefined): string | null {
  return masterKey === undefined ? null : fingerprintOf(Buffer.from(masterKey, 'hex'))
}

type Moment = { nowMs: number; servingMs: number }

/** All that the doctor finds without asking anybody else, in a thread of its own. */
export async function lookAround(
  settings: Config,
  moment: Moment,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found = await examineInThread({ ...examinationOf(settings), ...moment }, { signal })
  const nodes = await nodeFindings(settings)
  const leases = await leaseFindings(settings)
  const engine = await engineFindings(settings)
  const capabilities = capabilityFindings(await listCapabilities(settings))
  const certificates = tlsFindings(settings, moment.nowMs)
  return [...found, ...certificates, ...nodes, ...leases, ...engine, ...capabilities]
}

type Looking = {
  config: Config
  clock: Clock
  events: Pick<Rooms['events'], 'noteProblems'>
  works: Pick<Rooms['service']['works'], 'remember'>
}

const firstLookMs = 10 * 60_000

/** Looks from time to time and has told what is new, for the first time when the server is up. */
export function doctorChores({ config, clock, events, works }: Looking): Chore[] {
  const everyMs = config.doctorHours * 3_600_000
  if (everyMs === 0) return []
  const startMs = clock.elapsedMs()
  let dueMs = startMs + firstLookMs
  const slice = async (signal: AbortSignal) => {
    if (clock.elapsedMs() < dueMs) return false
    dueMs = clock.elapsedMs() + everyMs
    const servingMs = clock.elapsedMs() - startMs
    const found = await lookAround(config, { nowMs: clock.nowMs(), servingMs }, signal)
    works.remember('doctor', doneWith(found, {}))
    await events.noteProblems(found)
    return false
  }
  return [{ name: 'doctor', everyMs: firstLookMs, slice, takesLong: true }]
}

type Capabilities = Awaited<ReturnType<typeof listCapabilities>>

/** What was wanted and does not work. */
export function capabilityFindings(capabilities: Capabilities): Finding[] {
  const broken = capabilities.filter(({ state }) => state === 'broken')
  return broken.map(({ name, detail, remedy = 'See /docs/manual/operators.' }) => {
    return { check: 'capabilities', level: 'error', message: `${name}: ${detail}`, remedy }
  })
}
