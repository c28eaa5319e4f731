// A data folder with an open market and no server on it, for servers in processes of their own: it
// is furnished once, with cheap passwords, and copied.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import { prose } from './inspections.ts'
import { type Market, openMarket, publish, type Upload } from './market.ts'
import { caller, openTestApp } from './open-test-app.ts'
import type { RunningServer } from './run-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

type At = Pick<RunningServer, 'url'>

export type MarketFolder = {
  /** The market as a server on this folder has it. */
  at(server: At): Market
}

/** Three tenants, a buyer's key and a listed dataset. */
export async function putMarketInto(dir: string): Promise<MarketFolder> {
  empty ??= furnish(async () => {})
  const { from, market } = await empty
  cpSync(from, dir, { recursive: true })
  return { at: ({ url }) => ({ ...market, call: caller(url) }) }
}

/** The same with an object that is for sale: of `prose(20)`. */
export async function putStockInto(dir: string): Promise<MarketFolder & { asset: Upload }> {
  stocked ??= furnish((market) => publish(market, { bytes: prose(20) }))
  const { from, market, asset } = await stocked
  cpSync(from, dir, { recursive: true })
  return { asset, at: ({ url }) => ({ ...market, call: caller(url) }) }
}

let empty: Promise<{ from: string; market: Market }> | undefined
let stocked: Promise<{ from: string; market: Market; asset: Upload }> | undefined

async function furnish<T>(stock: (market: Market) => Promise<T>) {
  const folder = temporaryFolder()
  process.once('exit', () => folder[Symbol.dispose]())
  const from = join(folder.path, 'data')
  await using app = await openTestApp({ dir: from, overrides: { clock: systemClock } })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  return { from, market, asset: await stock(market) }
}
