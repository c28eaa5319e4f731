import type { FolderCommand } from '../command.ts'

/** Makes the data folder, its keys and its database, without starting a server. */
export const init: FolderCommand = {
  name: 'init',
  use: 'init',
  tellsNotices: true,
  summary: 'make the data folder and its database',
  examples: ['kontor init --data-dir /var/lib/kontor'],
  options: {},
  async act(app) {
    const setupCode = await app.ensureSetupCode()
    const { dataDir } = app.config
    return {
      lines: [
        `The data folder ${dataDir} is ready.`,
        ...(setupCode ? [`One-time setup code for the first administrator: ${setupCode}`] : []),
      ],
      data: { data_dir: dataDir, setup_code: setupCode ?? null },
    }
  },
}
