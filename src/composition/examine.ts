import { resolve } from 'node:path'
import type { listCapabilities } from '../adapters/capabilities.ts'
import type { Examination, Finding } from '../adapters/doctor/finding.ts'
import { fingerprintOf } from '../base/secret-ring.ts'
import type { Config } from '../config.ts'

const gib = 1024 ** 3

/** What a doctor looks at, by the settings: the same from the command line and from afar. */
export function examinationOf(settings: Config): Omit<Examination, 'nowMs'> {
  const { backupDir, backupHours: hours, dataDir, acme } = settings
  return {
    dataDir: resolve(dataDir),
    backup: backupDir === undefined ? null : { folder: resolve(backupDir), hours },
    masterKey: fingerprint(settings.masterKey),
    previousMasterKey: fingerprint(settings.previousMasterKey),
    acme: acme !== undefined,
    diskMinBytes: gib,
    walMaxBytes: gib / 4,
  }
}

function fingerprint(masterKey: string | undefined): string | null {
  return masterKey === undefined ? null : fingerprintOf(Buffer.from(masterKey, 'hex'))
}

type Capabilities = Awaited<ReturnType<typeof listCapabilities>>

/** What was wanted and does not work. */
export function capabilityFindings(capabilities: Capabilities): Finding[] {
  const broken = capabilities.filter(({ state }) => state === 'broken')
  return broken.map(({ name, detail, remedy = 'See /docs/manual/operators.' }) => {
    return { check: 'capabilities', level: 'error', message: `${name}: ${detail}`, remedy }
  })
}
