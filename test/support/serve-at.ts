// The server as `kontor serve` runs it, with a clock that is ahead of the system's by as much as
// KONTOR_TEST_AHEAD_MS says, and goes KONTOR_TEST_CLOCK_TIMES as fast: for months and days that
// have to end.
import { openApp } from '../../src/app.ts'
import { systemClock } from '../../src/base/clock.ts'
import { listenForCommands } from '../../src/cli/control.ts'
import { folderCommands } from '../../src/cli/folder-commands.ts'
import { readConfig } from '../../src/config.ts'

const [, , , , , dataDir = '', , port = '0'] = process.argv
const aheadMs = Number(process.env.KONTOR_TEST_AHEAD_MS ?? 0)
const times = Number(process.env.KONTOR_TEST_CLOCK_TIMES ?? 1)
const begunMs = systemClock.nowMs()
const clock = {
  nowMs: () => begunMs + aheadMs + Math.floor((systemClock.nowMs() - begunMs) * times),
  elapsedMs: () => systemClock.elapsedMs() * times,
}
const passwordCost = { logN: 4, r: 8, p: 1 }

async function main(): Promise<void> {
  const { KONTOR_TEST_AHEAD_MS: _, KONTOR_TEST_CLOCK_TIMES: __, ...environment } = process.env
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
