// A shop that takes payments with requests (x402 version 2): with the protocol's own client and a
// facilitator on this machine.
import { openFakeFacilitator, payingClient } from './fake-facilitator.ts'
import type { Answer } from './open-test-app.ts'
import type { openTestMcp } from './open-test-mcp.ts'
import { openTestShop } from './open-test-shop.ts'

export const euro = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const token = { x402Asset: euro, x402AssetName: 'EURC', x402AssetVersion: '2' }

type Options = { config?: object; open?: typeof openTestShop | typeof openTestMcp }

export type Till = Awaited<ReturnType<typeof openTill>>

/** A shop whose buyer has no credits, and a facilitator that it asks. */
export async function openTill({ config = {}, open = openTestShop }: Options = {}) {
  const facilitator = await openFakeFacilitator()
  const settings = { x402PayTo: payTo, x402Facilitator: facilitator.url, ...token }
  const shop = await open({
    config: { welcomeCredits: 0, x402TimeoutSeconds: 1, ...settings, ...config },
  })
  const close = shop[Symbol.asyncDispose].bind(shop)
  const object = await shop.offer()
  const wallet = payingClient()
  const mint = (headers: Record<string, string> = {}) =>
    shop.call('POST', '/download', { as: shop.key, headers, body: { asset_id: object } })
  return Object.assign(shop, {
    facilitator,
    wallet,
    object,
    mint,
    balance: () => shop.credits(shop.buyer.tenantId),
    /** A signed payment for what a refusal asks. */
    async sign(refused: Answer): Promise<Record<string, string>> {
      const header = (name: string) => refused.headers.get(name)
      const required = wallet.getPaymentRequiredResponse(header, refused.body)
      return wallet.encodePaymentSignatureHeader(await wallet.createPaymentPayload(required))
    },
    states: () =>
      shop.store.raw
        .prepare('SELECT state FROM x402_payment ORDER BY created_at, state')
        .pluck()
        .all(),
    async [Symbol.asyncDispose]() {
      await close()
      await facilitator[Symbol.asyncDispose]()
    },
  })
}

export function pathOf({ url }: { url: string }): string {
  return new URL(url).pathname
}

export function settlementIn(till: Till, { headers }: Answer) {
  return till.wallet.getPaymentSettleResponse((name) => headers.get(name))
}
