import { onePer } from './furnished.ts'
import type { Party } from './open-test-app.ts'
import { furnishedShop, type TestShop } from './open-test-shop.ts'

export const settledMonth = '2026-03'

export type TestSettled = TestShop & {
  /** The event ids of the two charges, 25 credits each. */
  events: readonly string[]
  payoutId: string
  admin(method: string, path: string, body?: object): ReturnType<TestShop['call']>
  setStatus(status: string, reason?: string): ReturnType<TestShop['call']>
  /** The provider says where it is paid. */
  setAccount(body?: object): ReturnType<TestShop['call']>
  windowOver(): Promise<void>
}

const payer = { payoutName: 'Kontor GmbH', payoutIban: 'FR1420041010050500013M02606' }
export const payee = { holder_name: 'Provider Ltd', iban: 'DE89 3704 0044 0532 0130 00' }

/** A shop that sold two files in March; it is April now, and March is settled. */
export async function openTestSettled({ config = {} } = {}): Promise<TestSettled> {
  const shop = await opening(config)()
  const { payoutId } = shop
  const admin = (method: string, path: string, body?: object) =>
    shop.call(method, path, { as: shop.operator.token, ...(body && { body }) })
  return Object.assign(shop, {
    admin,
    setStatus: (status: string, reason?: string) =>
      admin('POST', `/v1/admin/payouts/${payoutId}/status`, { status, ...(reason && { reason }) }),
    setAccount: (body: object = payee) =>
      shop.call('PUT', '/v1/provider/payout-account', { as: shop.provider.token, body }),
    async windowOver() {
      shop.clock.advance({ hours: 14 * 24 })
      await shop.rooms.ledger.releaseDue()
      await logIn(shop, [shop.operator, shop.provider])
    },
  })
}

type Sold = { events: string[]; payoutId: string }
const opening = onePer((config: object) =>
  furnishedShop(sellAndSettle, { config: { ...payer, ...config } }),
)

async function sellAndSettle(shop: TestShop): Promise<Sold> {
  const asset = await shop.offer()
  for (let i = 0; i < 2; i++) await shop.call('GET', await shop.link(asset))
  shop.clock.advance({ hours: 30 * 24 })
  await shop.rooms.ledger.settlePeriod(settledMonth)
  const pluck = (sql: string) => shop.store.raw.prepare(sql).pluck().all() as string[]
  const [payoutId = ''] = pluck('SELECT payout_statement_id FROM payout_statement')
  await logIn(shop, [shop.operator, shop.provider, shop.buyer])
  const events = pluck("SELECT event_id FROM meter_event WHERE kind = 'download' ORDER BY seq")
  return { events, payoutId }
}

/** Sessions end after seven days. */
async function logIn({ call }: TestShop, parties: readonly Party[]): Promise<void> {
  for (const party of parties) {
    const body = { email: party.email, password: 'correct horse battery' }
    party.token = (await call('POST', '/v1/auth/login', { body })).body.data.session_token
  }
}
