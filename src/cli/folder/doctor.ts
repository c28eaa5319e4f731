import {
  capabilityFindings,
  describeWalls,
  engineFindings,
  examinationOf,
  examineInThread,
  type Finding,
  leaseFindings,
  listCapabilities,
  nodeFindings,
  tlsFindings,
  urlFindings,
} from '../../app.ts'
import type { Config } from '../../config.ts'
import { ConfigError } from '../../config.ts'
import { type FreeCommand, type Io, requireAddress, type Values } from '../command.ts'
import type { Answering } from '../control.ts'
import { openProgressBar } from '../progress-bar.ts'
import { Left, stopSignal, unlessLeft } from '../stop.ts'
import { type FoundParts, partFindings } from './doctor-parts.ts'
import { type KnownProvider, knownProviders, providerFindings } from './doctor-providers.ts'
import { asked, ofWhom, type ServerState, stateOf } from './server-state.ts'

/** Looks for everything that an operator should mend, and says how. */
export const doctor: FreeCommand = {
  name: 'doctor',
  summary: 'look for what is wrong or will be, and say what to do',
  examples: [
    'kontor doctor --data-dir /var/lib/kontor',
    'kontor doctor --url https://data.example.eu --json',
  ],
  tellsNotices: true,
  stops: true,
  options: {
    url: {
      type: 'string',
      help: 'address that clients use: looks through the proxy',
      value: '<url>',
    },
    providers: { type: 'boolean', help: 'ask the providers of single sign-on, over the network' },
  },
  async run(config, values, io) {
    if (typeof values.url === 'string') requireAddress(values.url)
    let here: Config
    try {
      here = config()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const { line: walls } = await describeWalls()
      show({ findings: [wrongSetting(error)], walls, meaning: null, server: null }, values, io)
      return 1
    }
    const stop = stopSignal(io)
    const looking = lookAround(here, { values, io, stop }).catch((error: unknown) => {
      throw stop.aborted ? new Left() : error
    })
    const { known, findings } = await unlessLeft(looking, { stop, stops: true, io })
    const { walls, meaning, server } = known
    show({ findings, walls, meaning, server }, values, io)
    return findings.some(({ level }) => level === 'error') ? 1 : 0
  },
}

/** The running server says what it was started with, and what it can do behind its own walls. */
export const doctorAnswer: Answering = {
  name: doctor.name,
  act: async (app) => ({ lines: [], data: await knownFrom(app.config, stateOf(app)) }),
}

type Known = {
  server: ServerState | null
  examination: ReturnType<typeof examinationOf>
  /** What keeps other commands from the folder. */
  parts: FoundParts
  baseUrl: string | null
  providers: KnownProvider[]
  broken: Finding[]
  walls: string
  /** What searches by meaning know; null where there are none. */
  meaning: string | null
}

function wrongSetting({ message }: ConfigError): Finding {
  const remedy = 'Correct it; kontor config shows what is in force.'
  return { check: 'configuration', level: 'error', message, remedy }
}

async function knownFrom(settings: Config, server: ServerState | null): Promise<Known> {
  const { baseUrl = null } = settings
  const examination = examinationOf(settings)
  const { line: walls } = await describeWalls()
  const parts = partFindings(settings)
  const capabilities = await listCapabilities(settings)
  const nodes = await nodeFindings(settings)
  const leases = await leaseFindings(settings)
  const engine = await engineFindings(settings)
  const certificates = tlsFindings(settings, Date.now())
  const others = [...nodes, ...leases, ...engine]
  const broken = [...capabilityFindings(capabilities), ...certificates, ...others]
  const meaning = meaningOf(capabilities)
  const providers = knownProviders(settings)
  return { server, examination, parts, baseUrl, providers, broken, walls, meaning }
}

type Looking = { values: Values; io: Io; stop: AbortSignal }

async function lookAround(here: Config, looking: Looking) {
  const known = (await asked<Known>('doctor', here)) ?? (await knownFrom(here, null))
  return { known, findings: await findingsOf(known, looking) }
}

async function findingsOf(known: Known, { values, io, stop }: Looking) {
  const { examination, server, parts, broken, baseUrl, providers } = known
  if (!parts.isThere) return parts.findings
  const servingMs = server && server.uptime_seconds * 1_000
  const found = await examined({ ...examination, nowMs: Date.now(), servingMs }, { io, stop })
  const { url } = values
  const named = baseUrl ?? undefined
  const seen = typeof url === 'string' ? await urlFindings({ url, baseUrl: named }) : []
  const asked = values.providers === true ? await providerFindings(providers) : []
  return [...parts.findings, ...found, ...broken, ...seen, ...asked]
}

async function examined(
  examination: Parameters<typeof examineInThread>[0],
  { io, stop: signal }: Pick<Looking, 'io' | 'stop'>,
) {
  using bar = openProgressBar(io, doctor.name)
  return await examineInThread(examination, { signal, onProgress: bar.update })
}

type Capabilities = Awaited<ReturnType<typeof listCapabilities>>

function meaningOf(capabilities: Capabilities): string | null {
  const { state, detail } = capabilities.find(({ name }) => name === 'embedder') ?? {}
  return state === 'ready' && detail !== undefined ? `Searches by meaning: ${detail}` : null
}

type Seen = Pick<Known, 'walls' | 'meaning' | 'server'> & { findings: readonly Finding[] }

function show({ findings, walls, meaning, server }: Seen, { json }: Values, io: Io): void {
  const told = findings.flatMap(({ check, level, message, remedy }) => [
    `${level.toUpperCase()} ${check}: ${message}`,
    `  What to do: ${remedy}`,
  ])
  const lines = [
    ...(told.length === 0 ? ['Everything is in order.'] : told),
    walls,
    ...(meaning === null ? [] : [meaning]),
    server === null ? 'No server runs there: the settings are those from here.' : ofWhom(server),
  ]
  const data = { ok: findings.length === 0, server, findings, walls, meaning }
  for (const line of json ? [JSON.stringify(data, null, 2)] : lines) io.out(line)
}
