import { checkFolder, openApp, pendingMigrations } from '../../app.ts'
import type { Config } from '../../config.ts'
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
    const isDry = values['dry-run'] === true
    checkFolder(settings, 'migrate')
    const pending = pendingMigrations(dataDir)
    const copy = isDry ? undefined : await migrated(settings)
    const verb = isDry ? 'would be' : 'were'
    const lines =
      pending.length === 0
        ? [`${dataDir} is up to date.`]
        : [`${pending.length} migrations ${verb} carried out on ${dataDir}:`, ...pending]
    if (copy) lines.push(`The database of before is kept: ${copy}`)
    if (values.json) io.out(JSON.stringify({ data_dir: dataDir, dry_run: isDry, pending }, null, 2))
    else for (const line of lines) io.out(line)
    return 0
  },
}

/** Where the database of before lies. */
async function migrated(settings: Config): Promise<string | undefined> {
  const parts = { http: false, jobs: false, workers: false }
  await using app = await openApp({ ...settings, logLevel: 'silent' }, { parts, use: 'migrate' })
  return app.store.copyBeforeMigration
}
