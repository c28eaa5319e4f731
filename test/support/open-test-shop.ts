import type { TenantId } from '../../src/base/ids.ts'
import { addPassages, type PassageOwner } from '../../src/domain/search/index.ts'
import { furnished, furnishedAgain, onePer } from './furnished.ts'
import { type File, type Market, openMarket, stage } from './market.ts'
import type { Answer, Asked, TestApp, TestAppOptions } from './open-test-app.ts'

/** A passage of a recording. */
export type Said = { kind: 'transcript'; text: string; timeStartMs: number; timeEndMs: number }

export type TestShop = Omit<TestApp, 'key'> &
  Market & {
    /** An asset on offer: uploaded over HTTP, then put on show without extraction. */
    offer(file?: Partial<File>): Promise<string>
    grant(tenantId: string, credits: number): Promise<Answer>
    credits(tenantId: string): number
    mint(asset: string, body?: object): Promise<Answer>
    /** The path of a new link: `/dl/<token>`. */
    link(asset: string): Promise<string>
    /** Puts passages of an asset on offer into the index. */
    shelve(asset: string, passages: readonly (string | Said)[]): Promise<void>
    /** Searches with the buyer's key. */
    search(q: string, asked?: Asked): Promise<Answer>
    /** Writes to the database beside the application. */
    sql(statement: string): void
  }

/** A real application with three parties and a listed dataset; no jobs run unless it is said. */
export async function openTestShop(options: TestAppOptions = {}): Promise<TestShop> {
  const { config = {}, parts = {} } = options
  const later = Object.entries(config).filter(([name]) => isFeltLater(name))
  const felt = Object.entries(config).filter(([name]) => !isFeltLater(name))
  const more = { config: Object.fromEntries(later) }
  const { app, found } = await (felt.length === 0
    ? openPlain({ ...more, parts })
    : openOther({ config: Object.fromEntries(felt), parts })(more))
  return shopOf(app, found)
}

/**
 * Opens such a shop as the first one was left by `furnish`, with what was found by it: for several
 * facts that begin with the same.
 */
export function furnishedShop<T>(
  furnish: (shop: TestShop) => Promise<T>,
  { config = {}, parts = {} }: TestAppOptions = {},
): () => Promise<TestShop & T> {
  const options = { config: { ...usual.config, ...config }, parts: { ...usual.parts, ...parts } }
  const open = furnished(async (app) => {
    const market = await marketOf(app)
    const more = await furnish(shopOf(app, market))
    return { market, more }
  }, options)
  return async () => {
    const { app, found } = await open()
    return Object.assign(shopOf(app, found.market), found.more)
  }
}

function shopOf(app: TestApp, found: Omit<Market, 'call'>): TestShop {
  const market = { ...found, call: app.call }
  const { raw, db } = app.store
  const mint = (asset: string, body: object = {}) =>
    app.call('POST', '/download', { as: market.key, body: { asset_id: asset, ...body } })
  return Object.assign(app, market, {
    mint,
    async offer(file: Partial<File> = {}) {
      const { objectId } = await stage(market, { bytes: Buffer.from('the content'), ...file })
      raw.exec(`UPDATE object SET status = 'active', review_state = 'approved',
        index_state = 'indexed' WHERE object_id = '${objectId}'`)
      raw.exec("UPDATE dataset SET status = 'active'")
      return objectId
    },
    grant: (tenantId: string, credits: number) =>
      app.call('POST', `/v1/admin/tenants/${tenantId}/credits`, {
        as: market.operator.token,
        body: { credits, reason: 'test' },
      }),
    credits: (tenantId: string) => app.rooms.ledger.creditsOf(db, tenantId as TenantId),
    async link(asset: string) {
      const { body } = await mint(asset)
      return new URL(body.url).pathname
    },
    shelve: (asset: string, passages: readonly (string | Said)[]) => shelve(app, asset, passages),
    search: (q: string, asked: Asked = {}) =>
      app.call('GET', `/search?q=${encodeURIComponent(q)}`, { as: market.key, ...asked }),
    sql: (statement: string) => void raw.exec(statement),
  })
}

/** Nobody of the market would have been another one with another value. */
const feltLater: ReadonlySet<string> = new Set([
  'downloadLimitBytes',
  'publicSearch',
  'retrievalStandardCredits',
  'searchRatePerMinute',
  'searchTimeoutMs',
])

function isFeltLater(name: string): boolean {
  return feltLater.has(name) || name.startsWith('x402')
}

const usual = { config: { welcomeCredits: 100 }, parts: { jobs: false, workers: false } }
const openPlain = furnished(marketOf, usual)

const openOther = onePer(({ config, parts }: TestAppOptions) =>
  furnishedAgain(marketOf, {
    config: { ...usual.config, ...config },
    parts: { ...usual.parts, ...parts },
  }),
)

async function marketOf(app: TestApp): Promise<Omit<Market, 'call'>> {
  const { call: _, ...market } = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  return market
}

/** Outside the interface: no jobs run here that would extract the passages. */
async function shelve({ store }: TestApp, asset: string, said: readonly (string | Said)[]) {
  const owner = store.raw
    .prepare(
      `SELECT object_no AS objectNo, dataset_no AS datasetNo, object_id AS objectId, dataset_id
        AS datasetId, object.tenant_id AS tenantId, modality, source, 0 AS createdAtS
      FROM object JOIN dataset USING (dataset_id) WHERE object_id = ?`,
    )
    .get(asset) as PassageOwner
  const passages = said.map((one) => {
    const part = typeof one === 'string' ? { kind: 'doc_chunk' as const, text: one } : one
    return { lang: 'en', ...part }
  })
  await store.write((tx) => addPassages(tx, owner, passages))
}
