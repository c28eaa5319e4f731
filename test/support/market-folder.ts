// A data folder with an open market and no server on it, for servers in processes of their own: it
// is furnished once, with cheap passwords, and copied.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import { type Market, openMarket } from './market.ts'
import { caller, openTestApp } from './open-test-app.ts'
import type { RunningServer } from './run-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Puts it there; what comes back is the market as a server on that folder has it. */
export async function putMarketInto(dir: string): Promise<(server: At) => Market> {
  furnished ??= furnish()
  const { from, market } = await furnished
  cpSync(from, dir, { recursive: true })
  return ({ url }) => ({ ...market, call: caller(url) })
}

type At = Pick<RunningServer, 'url'>

let furnished: Promise<{ from: string; market: Market }> | undefined

async function furnish() {
  const folder = temporaryFolder()
  process.once('exit', () => folder[Symbol.dispose]())
  const from = join(folder.path, 'data')
  await using app = await openTestApp({ dir: from, overrides: { clock: systemClock } })
  return { from, market: await openMarket(app.call, (await app.ensureSetupCode()) ?? null) }
}
