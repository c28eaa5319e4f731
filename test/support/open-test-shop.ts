import type { TenantId } from '../../src/base/ids.ts'
import { type File, type Market, openMarket, stage } from './market.ts'
import { type Answer, openTestApp, type TestApp, type TestAppOptions } from './open-test-app.ts'

export type TestShop = Omit<TestApp, 'key'> &
  Market & {
    /** An asset on offer: uploaded over HTTP, then put on show without extraction. */
    offer(file?: Partial<File>): Promise<string>
    grant(tenantId: string, credits: number): Promise<Answer>
    credits(tenantId: string): number
    mint(asset: string, body?: object): Promise<Answer>
    /** The path of a new link: `/dl/<token>`. */
    link(asset: string): Promise<string>
    /** Writes to the database beside the application. */
    sql(statement: string): void
  }

/** A real application with three parties and a listed dataset; no jobs run. */
export async function openTestShop({ config = {} }: TestAppOptions = {}): Promise<TestShop> {
  const app = await openTestApp({
    config: { welcomeCredits: 100, ...config },
    parts: { jobs: false, workers: false },
  })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
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
    sql: (statement: string) => void raw.exec(statement),
  })
}
