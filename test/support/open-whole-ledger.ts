// Books with something of everything in them, and a hand on their file.
import { type ApiKeyId, newId, type TenantId } from '../../src/base/ids.ts'
import { cents } from '../../src/base/money.ts'
import type { StatementDeed, VerifyProblem } from '../../src/domain/ledger/index.ts'
import { downloadOf, type PassagePart, shownBy } from './open-test-ledger.ts'
import { openTestPayouts, ownerOf, testIban } from './open-test-payouts.ts'
import { testPrincipal } from './test-principal.ts'

export type WholeLedger = Awaited<ReturnType<typeof openWholeLedger>>

const houses = ['held', 'paid', 'failed', 'under way', 'reversed', 'waiting', 'due'] as const
type House = (typeof houses)[number]

/**
 * In March a buyer searched, cited, told of an outcome and bought of every house, with a key that
 * comes from another; the house `due` got one charge back before and one after the settlement. The
 * statements of the houses are in the state that they are called after, but `waiting`, which is
 * pending, and `due`, which is approved. The plan of the buyer was paid in April and not in May.
 */
export async function openWholeLedger() {
  const books = await openTrade()
  await spendMarch(books)
  await settleAndPay(books)
  const { buyer, of, store } = books
  const { raw } = store
  const named = (text: string) =>
    [['buyer', buyer] as const, ...books.sellers]
      .reduce((all, [name, id]) => all.replaceAll(id, name), text)
      .replace(/[a-z]+_[0-9a-z]{26}/g, 'ID')
  const told = (problems: readonly VerifyProblem[]) =>
    problems.map(({ check, seq, message }) => named(`${check} ${seq ?? '-'}: ${message}`))
  openHand(raw)
  return Object.assign(books, {
    named,
    told,
    /** What is said of the books as they would be with this change, and then are not. */
    async with(sql: string, tell: () => Promise<Said> | Said): Promise<string[]> {
      raw.exec('SAVEPOINT change')
      try {
        raw.exec(sql.replaceAll(/\{([a-z ]+)\}/g, (_, house) => `'${of(house)}'`))
        return told(await tell())
      } finally {
        raw.exec('ROLLBACK TO change; RELEASE change')
      }
    },
  })
}

type Trade = Awaited<ReturnType<typeof openTrade>>

/** The houses, and how the buyer buys of them and finds something of the first. */
async function openTrade() {
  const prices = { outcomeFeeBp: 1_000, planStarterCents: cents(300), planProCents: cents(1e6) }
  const books = await openTestPayouts({ prices })
  const { store, buyer } = books
  const { raw, clock } = store
  const sellers = new Map<House, TenantId>()
  for (const house of houses) sellers.set(house, await books.tenant())
  const of = (house: House) => sellers.get(house) as TenantId
  raw.pragma('foreign_keys = OFF')
  raw.exec("INSERT INTO api_key_ancestor VALUES ('key_child', 'key_parent')")
  let n = 100
  const buy = async (house: House, priceCents: number, apiKeyId: ApiKeyId | null = null) => {
    n += 1
    const parties = { buyer, provider: of(house), priceCents }
    const download = { ...downloadOf(parties, { n, nowMs: clock.nowMs() }), apiKeyId }
    await store.write((tx) => books.chargeDownload(tx, download))
    return `dl:${download.linkHash}`
  }
  const search = async (parts: readonly PassagePart[]) => {
    const nowMs = clock.nowMs()
    const searchId = newId('srch', nowMs)
    const passages = shownBy(of('held'), { searchId, parts })
    const payer = { tenantId: buyer, apiKeyId: 'key_child' as ApiKeyId }
    await store.write((tx) => {
      const asked = { ...payer, searchId, paramsHash: 'p', nowMs }
      const { books: follow } = books.recordSearch(tx, asked)
      books.meterRetrieval(tx, { payer, searchId, passages, nowMs, books: follow })
    })
    return passages.map(({ retrievalEventId }) => retrievalEventId)
  }
  return Object.assign(books, { sellers, of, buy, search })
}

async function spendMarch(books: Trade): Promise<void> {
  const { buyer, buy, search } = books
  const [shown] = await search([
    ...Array.from({ length: 11 }, (_, i) => ({ n: i })),
    { n: 30, datasetId: 'dset_2', curated: true, assetId: 'obj_2' },
  ])
  books.store.clock.advance({ hours: 1 })
  await search([{ n: 1 }, { n: 2, isFree: true }])
  const cmd = { ...books.admin(), principal: testPrincipal({ tenantId: buyer }) }
  await books.recordCitation(cmd, { retrievalEventId: shown as string })
  const revenueCredits = cents(1_000)
  await books.recordOutcome(cmd, { retrievalEventId: shown as string, revenueCredits })
  for (const house of houses) await buy(house, 100)
  const early = await buy('due', 50)
  const late = await buy('due', 30, 'key_child' as ApiKeyId)
  const refund = (eventId: string) =>
    books.refundCharge(books.admin(), { eventId, reason: 'empty' })
  await refund(early)
  await books.keepHead()
  await books.endOfMarch()
  await refund(late)
}

async function settleAndPay(books: Trade): Promise<void> {
  const { of, store } = books
  const { raw, clock } = store
  const set = (house: House, to: StatementDeed) => {
    const { payoutStatementId } = books.statement(of(house))
    return books.changeStatement(books.admin(), { payoutStatementId, to, reason: 'a reason' })
  }
  raw
    .prepare(
      `INSERT INTO tenant (tenant_id, name, region, plan, created_at)
       VALUES (?, 'x', 'eu-central', 'starter', 0)`,
    )
    .run(books.buyer)
  await books.billPlans()
  await set('held', 'held')
  await set('reversed', 'held')
  await set('reversed', 'reversed')
  // Who waits is let go and not released; all others are, and three of them are paid.
  const { payoutStatementId: waiting } = books.statement(of('waiting'))
  raw
    .prepare('UPDATE payout_progress SET release_at = ? WHERE payout_statement_id = ?')
    .run(clock.nowMs() + 1e10, waiting)
  await books.windowOver()
  for (const house of ['paid', 'failed', 'under way'] as const) {
    const account = { holderName: `House ${house}`, iban: testIban }
    await books.setPayoutAccount({ ...books.admin(), principal: ownerOf(of(house)) }, account)
  }
  await books.createPayoutBatch(books.admin())
  await set('paid', 'paid')
  await set('failed', 'failed')
  clock.advance({ hours: 24 * 31 })
  raw.exec("UPDATE tenant SET plan = 'pro'")
  await books.billPlans()
  for (let i = 0; i < 40; i++) await books.buy('held', 1)
  await books.keepHead()
}

type Said = readonly VerifyProblem[]

/** No trigger and no constraint stands in its way. */
function openHand(raw: WholeLedgerFile): void {
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const name of triggers.all()) raw.exec(`DROP TRIGGER ${name}`)
  raw.pragma('foreign_keys = OFF')
  raw.pragma('ignore_check_constraints = ON')
}

type WholeLedgerFile = Awaited<ReturnType<typeof openTestPayouts>>['store']['raw']
