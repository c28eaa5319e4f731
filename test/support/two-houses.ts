// Two tenants that trade with each other, each with things that only its own archive may hold.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { prose } from './inspections.ts'
import { type Market, mint, openMarket, publish, stage } from './market.ts'
import { openTestApp, type TestApp } from './open-test-app.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type Trade = {
  market: Market
  /** What the provider sold, and what waits for review. */
  sold: string
  waiting: string
  /** What the buyer alone has. */
  buyersDataset: string
  buyersObject: string
}

export const buyersSecret = 'zymurgy of the seventh cellar'

/** The provider sells to the buyer, who has a dataset of its own. */
export async function openTrade(app: TestApp): Promise<Trade> {
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { call, provider, buyer, key } = market
  const sold = await publish(market, { bytes: prose(20), filename: 'Report 1.TXT' })
  const waiting = await stage(market, { bytes: prose(30), filename: 'waits.txt' })
  await call('GET', '/search?q=boiler', { as: key })
  const { body } = await mint(market, sold)
  await call('GET', body.url)
  await mint(market, sold)
  const made = await call('POST', '/v1/datasets', {
    as: buyer.token,
    body: { name: 'Cellar of the buyer', visibility: 'private' },
  })
  const theirs = { ...market, provider: buyer, datasetId: made.body.data.dataset_id }
  const own = await stage(theirs, { bytes: Buffer.from(buyersSecret), filename: 'cellar.txt' })
  const access = await call('POST', '/v1/api-keys', {
    as: provider.token,
    body: { name: 'of the provider', scopes: ['datasets:read'] },
  })
  if (access.status !== 201) throw new Error(JSON.stringify(access.body))
  return {
    market,
    sold: sold.objectId,
    waiting: waiting.objectId,
    buyersDataset: theirs.datasetId,
    buyersObject: own.objectId,
  }
}

/** A data folder with the trade in it, and no server. It is furnished once, and copied. */
export async function openHouses() {
  furnished ??= furnish()
  const { from, trade } = await furnished
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  cpSync(from, dir, { recursive: true })
  return Object.assign(folder, { dir, trade, ...commandsOn(dir) })
}

let furnished: Promise<{ from: string; trade: Trade }> | undefined

async function furnish() {
  const folder = temporaryFolder()
  process.once('exit', () => folder[Symbol.dispose]())
  const from = join(folder.path, 'data')
  await using app = await openTestApp({ dir: from })
  return { from, trade: await openTrade(app) }
}

export function commandsOn(dir: string) {
  const run = (...args: string[]) =>
    runCommand({ args: [...args, '--data-dir', dir, '--log-level', 'silent'] })
  return {
    run,
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    async printed(...args: string[]): Promise<any> {
      const { out, err } = await run(...args, '--json')
      if (err.length > 0) throw new Error(err.join('\n'))
      return JSON.parse(out.join('\n'))
    },
  }
}
