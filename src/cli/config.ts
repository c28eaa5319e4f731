import { type Config, maskedConfig } from '../config.ts'
import type { FreeCommand } from './command.ts'
import type { Answering } from './control.ts'
import { asked, ofWhom, type ServerState, stateOf } from './folder/server-state.ts'

type Shown = { server: ServerState | null; settings: Record<string, unknown> }

/** Shows the settings of the running server, or those of one that would start; secrets masked. */
export const configCommand: FreeCommand = {
  name: 'config',
  summary: 'show the settings as they are in force',
  examples: ['kontor config --data-dir /var/lib/kontor', 'KONTOR_PORT=8080 kontor config --json'],
  tellsNotices: true,
  options: {},
  async run(config, values, io) {
    const here = config()
    const running = await asked<Shown>('config', here)
    const shown = running ?? { server: null, settings: maskedConfig(here) }
    if (values.json) io.out(JSON.stringify(shown, null, 2))
    else {
      const nobody = `No server runs on ${here.dataDir}: one would start with these settings.`
      io.out(shown.server ? ofWhom(shown.server) : nobody)
      for (const [name, value] of Object.entries(shown.settings)) io.out(`${name}: ${plain(value)}`)
    }
    return 0
  },
}

export const configAnswer: Answering = {
  name: configCommand.name,
  async act(app) {
    const data: Shown = { server: stateOf(app), settings: maskedConfig(app.config) }
    return { lines: [], data }
  },
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return '(not set)'
  if (isReach(value)) return `${value.who} (${value.because})`
  if (!Array.isArray(value)) return String(value)
  return value.map(named).join(', ') || '(none)'
}

/** A sign-in provider, of which `--json` shows the rest; a folder of imports as it is written. */
function named(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('path' in value) {
    const { path, tenantId } = value as Config['importRoots'][number]
    return tenantId === null ? path : `${path}=${tenantId}`
  }
  const { id, issuer } = value as Config['oidc'][number]
  return `${id} (${issuer})`
}

function isReach(value: unknown): value is Config['reach'] {
  return typeof value === 'object' && value !== null && 'because' in value
}
