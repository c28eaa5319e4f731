import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openApp, pendingMigrations } from '../../app.ts'
import type { FreeCommand } from '../command.ts'

/** Brings a data folder to this version, or says what that would do. */
export const migrate: FreeCommand = {
  name: 'migrate',
  summary: 'bring the data folder to this version (a start does it, too)',
  examples: ['kontor migrate --dry-run', 'kontor migrate --data-dir /var/lib/kontor'],
  options: { 'dry-run': { type: 'boolean', help: 'only say what would be done' } },
  async run(config, values, io) {
    const settings = config()
    const { dataDir } = settings
    const pending = existsSync(join(dataDir, 'kontor.db')) ? pendingMigrations(dataDir) : []
    const isDry = values['dry-run'] === true
    if (!isDry) {
      const parts = { http: false, jobs: false, workers: false }
      await using _app = await openApp({ ...settings, logLevel: 'silent' }, { parts })
    }
    const verb = isDry ? 'would be' : 'were'
    const lines =
      pending.length === 0
        ? [`${dataDir} is up to date.`]
        : [`${pending.length} migrations ${verb} carried out on ${dataDir}:`, ...pending]
    if (values.json) io.out(JSON.stringify({ data_dir: dataDir, dry_run: isDry, pending }, null, 2))
    else for (const line of lines) io.out(line)
    return 0
  },
}
