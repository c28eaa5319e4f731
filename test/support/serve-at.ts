// The server as `kontor serve` runs it, with a clock that is ahead of the system's by as much as
// KONTOR_TEST_AHEAD_MS says: for months that have to end.
import { openApp } from '../../src/app.ts'
import { systemClock } from '../../src/base/clock.ts'
import { listenForCommands } from '../../src/cli/control.ts'
import { folderCommands } from '../../src/cli/folder-commands.ts'
import { readConfig } from '../../src/config.ts'

const [, , , , , dataDir = '', , port = '0'] = process.argv
const aheadMs = Number(process.env.KONTOR_TEST_AHEAD_MS)
const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs }
const passwordCost = { logN: 10, r: 8, p: 1 }

async function main(): Promise<void> {
  const { KONTOR_TEST_AHEAD_MS: _, ...environment } = process.env
  const config = readConfig({ flags: { dataDir, port }, environment })
  const app = await openApp(config, { overrides: { clock, passwordCost, startSearch: false } })
  const { url } = await app.listen()
  await listenForCommands(app, folderCommands)
  const setupCode = await app.ensureSetupCode()
  console.log(JSON.stringify({ url, setup_code: setupCode ?? null }))
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
