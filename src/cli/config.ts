import { type Config, maskedConfig } from '../config.ts'
import type { FreeCommand } from './command.ts'

/** Shows the settings as the server would use them, with secrets masked. */
export const configCommand: FreeCommand = {
  name: 'config',
  summary: 'show the settings as they are in force',
  examples: ['kontor config', 'KONTOR_PORT=8080 kontor config --json'],
  options: {},
  async run(config, values, io) {
    const shown = maskedConfig(config())
    if (values.json) io.out(JSON.stringify(shown, null, 2))
    else for (const [name, value] of Object.entries(shown)) io.out(`${name}: ${plain(value)}`)
    return 0
  },
}

function plain(value: unknown): string {
  if (value === undefined) return '(not set)'
  if (isReach(value)) return `${value.who} (${value.because})`
  return Array.isArray(value) ? value.join(', ') || '(none)' : String(value)
}

function isReach(value: unknown): value is Config['reach'] {
  return typeof value === 'object' && value !== null && 'because' in value
}
