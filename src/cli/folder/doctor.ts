import { resolve } from 'node:path'
import { describeWalls, examineInThread, type Finding, listCapabilities } from '../../app.ts'
import { fingerprintOf } from '../../base/secret-ring.ts'
import type { Config } from '../../config.ts'
import { ConfigError } from '../../config.ts'
import type { FreeCommand, Io, Values } from '../command.ts'
import { urlFindings } from './doctor-url.ts'

const gib = 1024 ** 3

/** Looks for everything that an operator should mend, and says how. */
export const doctor: FreeCommand = {
  name: 'doctor',
  summary: 'look for what is wrong or will be, and say what to do',
  examples: [
    'kontor doctor --data-dir /var/lib/kontor',
    'kontor doctor --url https://data.example.eu --json',
  ],
  options: {
    url: {
      type: 'string',
      help: 'address that clients use: looks through the proxy',
      value: '<url>',
    },
  },
  async run(config, values, io) {
    const findings = await findingsOf(config, values)
    const { line: walls } = await describeWalls()
    show({ findings, walls }, values.json === true, io)
    return findings.some(({ level }) => level === 'error') ? 1 : 0
  },
}

async function findingsOf(config: () => Config, values: Values): Promise<Finding[]> {
  let settings: Config
  try {
    settings = config()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const remedy = 'Correct it; kontor config shows what is in force.'
    return [{ check: 'configuration', level: 'error', message: error.message, remedy }]
  }
  const { backupDir, backupHours: hours, dataDir } = settings
  const found = await examineInThread({
    dataDir: resolve(dataDir),
    nowMs: Date.now(),
    backup: backupDir === undefined ? null : { folder: resolve(backupDir), hours },
    masterKey: fingerprint(settings.masterKey),
    previousMasterKey: fingerprint(settings.previousMasterKey),
    diskMinBytes: gib,
    walMaxBytes: gib / 4,
  })
  const { url } = values
  const seen = typeof url === 'string' ? await urlFindings({ url, baseUrl: settings.baseUrl }) : []
  return [...found, ...(await capabilityFindings(settings)), ...seen]
}

function fingerprint(masterKey: string | undefined): string | null {
  return masterKey === undefined ? null : fingerprintOf(Buffer.from(masterKey, 'hex'))
}

async function capabilityFindings(settings: Config): Promise<Finding[]> {
  const broken = (await listCapabilities(settings)).filter(({ state }) => state === 'broken')
  return broken.map(({ name, detail, remedy = 'See /docs/manual/operators.' }) => {
    return { check: 'capabilities', level: 'error', message: `${name}: ${detail}`, remedy }
  })
}

type Seen = { findings: readonly Finding[]; walls: string }

function show({ findings, walls }: Seen, json: boolean, io: Io): void {
  const told = findings.flatMap(({ check, level, message, remedy }) => [
    `${level.toUpperCase()} ${check}: ${message}`,
    `  What to do: ${remedy}`,
  ])
  const lines = [...(told.length === 0 ? ['Everything is in order.'] : told), walls]
  const data = { ok: findings.length === 0, findings, walls }
  for (const line of json ? [JSON.stringify(data, null, 2)] : lines) io.out(line)
}
