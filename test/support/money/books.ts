// The real ledger, asked for the same operations as the model.
import { monthOf, monthStartMs } from '../../../src/base/clock.ts'
import { Conflict } from '../../../src/base/errors.ts'
import {
  type DisputeId,
  newId,
  type PassageId,
  type PayoutStatementId,
  type RetrievalEventId,
  type TenantId,
} from '../../../src/base/ids.ts'
import { cents } from '../../../src/base/money.ts'
import type { Command } from '../../../src/domain/command.ts'
import type { Principal } from '../../../src/domain/identity/index.ts'
import { openLedger } from '../../../src/domain/ledger/index.ts'
import type { Tx, Write } from '../../../src/store/tx.ts'
import { ownerOf, testIban } from '../open-test-payouts.ts'
import { openTestStore, type TestStore } from '../open-test-store.ts'
import { adminPrincipal } from '../test-principal.ts'
import { testSecrets } from '../test-secrets.ts'
import { type Answer, type Charged, lateIndex, nameOf, outcomeFeeBp } from './model.ts'
import { type Mode, type Operation, tenants } from './operations.ts'

const writesPerCommit = 1_000

export type Books = Awaited<ReturnType<typeof openBooks>>

/** A ledger whose writes share commits by the thousand: what is asked is arithmetic, not speed. */
export async function openBooks() {
  const store = openTestStore()
  const write = patientWrite(store)
  const { clock } = store
  const ledger = openLedger({
    store: { db: store.db, write: write.write },
    clock,
    secrets: testSecrets,
    settings: { welcomeCredits: cents(0), prices: { outcomeFeeBp } },
    planOf: () => 'unlimited',
  })
  const lastEvent = store.raw.prepare('SELECT coalesce(max(seq), 0) FROM meter_event').pluck()
  const newEvents = store.raw
    .prepare(
      `SELECT event_id, charge_cents, provider_cents FROM meter_event
       WHERE seq > ? AND kind <> 'search' ORDER BY seq`,
    )
    .raw()
  const books = {
    store,
    ledger,
    clock,
    write: write.write,
    commit: write.commit,
    events: [] as string[],
    retrievals: [] as { who: number; id: RetrievalEventId }[],
    disputes: [] as DisputeId[],
    downloads: 0,
    /** What the search that was billed showed, by the mark of a retry. */
    firsts: new Map<string, readonly PassageId[]>(),
    async apply(operation: Operation): Promise<Answer> {
      const before = lastEvent.get() as number
      const refused = await carryOut(books, operation).then(() => undefined, refusalOf)
      if (refused !== undefined) return { refused }
      const rows = newEvents.all(before) as [string, number, number][]
      books.events.push(...rows.filter(([, credits]) => credits > 0).map(([id]) => id))
      return { charges: rows.map(([, credits, part]): Charged => [credits, part]) }
    },
    [Symbol.dispose]() {
      write.commit()
      store[Symbol.dispose]()
    },
  }
  for (let who = 0; who < tenants; who++) {
    const account = { holderName: 'Provider', iban: testIban }
    await ledger.setPayoutAccount(commandOf(books, ownerOf(tenantOf(who))), account)
  }
  return books
}

export function tenantOf(who: number): TenantId {
  return `tnt_${who}`
}

function patientWrite({ raw, db }: TestStore): { write: Write; commit(): void } {
  let writes = 0
  const commit = () => {
    if (raw.inTransaction) raw.exec('COMMIT')
  }
  return {
    commit,
    async write(fn) {
      if (!raw.inTransaction) raw.exec('BEGIN')
      raw.exec('SAVEPOINT operation')
      try {
        const value = fn(db as unknown as Tx)
        raw.exec('RELEASE operation')
        return value
      } catch (error) {
        raw.exec('ROLLBACK TO operation; RELEASE operation')
        throw error
      } finally {
        writes += 1
        if (writes % writesPerCommit === 0) commit()
      }
    },
  }
}

function commandOf(
  { write, clock }: Pick<Books, 'write' | 'clock'>,
  principal: Principal,
): Command {
  return { principal, requestId: newId('req', clock.nowMs()), write }
}

/** There is nothing yet that could be picked. */
class Nothing extends Error {}

function refusalOf(error: unknown): string {
  if (error instanceof Nothing) return 'nothing'
  const { name } = error as Error
  if (['PaymentRequired', 'NotFound', 'RateLimited'].includes(name)) return name
  if (error instanceof Conflict) return `Conflict ${error.reason}`
  throw error
}

function pickLate<T>(list: readonly T[], at: number): T {
  const index = lateIndex(list.length, { at })
  if (index === undefined) throw new Nothing()
  return list[index] as T
}

function carryOut(books: Books, op: Operation): Promise<unknown> {
  const { ledger, clock } = books
  const admin = () => commandOf(books, adminPrincipal())
  switch (op.kind) {
    case 'grant':
      return ledger.grantCredits(admin(), {
        tenantId: tenantOf(op.who),
        credits: op.credits,
        reason: 'x',
      })
    case 'redeem':
      return redeem(books, op)
    case 'search':
      return search(books, op)
    case 'download':
      return download(books, op)
    case 'cite':
    case 'tell':
      return followUp(books, op)
    case 'pass':
      return Promise.resolve(clock.advance({ hours: op.hours }))
    case 'setBack':
      return Promise.resolve(clock.set({ hours: -op.hours }))
    case 'settle':
      return ledger.settlePeriod(monthOf(monthStartMs(monthOf(clock.nowMs()), -1)))
    case 'release':
      return ledger.releaseDue()
    case 'batch':
      return ledger.createPayoutBatch(admin(), op)
    default:
      return administer(books, op, admin())
  }
}

async function administer(
  books: Books,
  op: Extract<Operation, { kind: 'refund' | 'dispute' | 'resolve' | 'step' }>,
  cmd: Command,
): Promise<void> {
  const { ledger, events, disputes } = books
  if (op.kind === 'step') {
    const payoutStatementId = pickStatement(books, op.at)
    await ledger.changeStatement(cmd, { payoutStatementId, to: op.to, reason: 'x' })
  } else if (op.kind === 'resolve') {
    const disputeId = pickLate(disputes, op.at)
    await ledger.resolveDispute(cmd, { disputeId, decision: op.decision })
  } else if (op.kind === 'refund') {
    await ledger.refundCharge(cmd, { eventId: pickLate(events, op.at), reason: 'x' })
  } else {
    const asked = { eventId: pickLate(events, op.at), reason: 'x' }
    disputes.push((await ledger.openDispute(cmd, asked)).disputeId)
  }
}

/** Ids sort in the order in which they were made, whatever the clock said. */
function pickStatement({ store }: Books, at: number): PayoutStatementId {
  const { n } = store.raw.prepare('SELECT count(*) AS n FROM payout_statement').get() as {
    n: number
  }
  const index = lateIndex(n, { at })
  if (index === undefined) throw new Nothing()
  const id = store.raw.prepare(
    `SELECT payout_statement_id FROM payout_statement
     ORDER BY payout_statement_id DESC LIMIT 1 OFFSET ?`,
  )
  return id.pluck().get(n - 1 - index) as PayoutStatementId
}

async function redeem(books: Books, { who, credits }: { who: number; credits: number }) {
  const { ledger } = books
  const request = { credits: cents(credits), count: 1 }
  const [voucher] = await ledger.createVouchers(commandOf(books, adminPrincipal()), request)
  const code = voucher?.code ?? ''
  await ledger.redeemVoucher(commandOf(books, ownerOf(tenantOf(who))), { code })
}

async function search(books: Books, op: Operation & { kind: 'search' }): Promise<void> {
  const { ledger, clock, write } = books
  const { who, requestId, budget } = op
  const nowMs = clock.nowMs()
  const searchId = newId('srch', nowMs)
  const tenantId = tenantOf(who)
  const passages = op.passages.map((drawn, place) => ({
    retrievalEventId: `ret_${searchId.slice(5)}_${place}` as const,
    passageId: nameOf(drawn) as 'psg_x',
    providerTenantId: tenantOf(drawn.provider),
    isFree: false,
    ...dataOf(drawn),
  }))
  const apiKeyId = `key_${who}` as const
  const key = budget !== undefined && {
    apiKeyId,
    line: [{ apiKeyId, monthlyBudgetCredits: cents(budget) }],
  }
  const payer = { tenantId, ...key }
  const retryKey = `${who} ${requestId}`
  const isBilled = await write((tx) => {
    const asked = { tenantId, searchId, requestId, paramsHash: 'p', nowMs }
    const { billed } = ledger.recordSearch(tx, asked)
    const shownFirst = billed ? [] : books.firsts.get(retryKey)
    ledger.meterRetrieval(tx, { payer, searchId, shownFirst, passages, nowMs })
    return billed
  })
  if (isBilled)
    books.firsts.set(
      retryKey,
      passages.map(({ passageId }) => passageId),
    )
  for (const { retrievalEventId: id } of passages) books.retrievals.push({ who, id })
}

function download(books: Books, op: Operation & { kind: 'download' }): Promise<void> {
  const { ledger, clock, write } = books
  const { who, provider, mode, price } = op
  books.downloads += 1
  return write((tx) =>
    ledger.chargeDownload(tx, {
      linkHash: books.downloads.toString(16).padStart(64, '0'),
      buyerTenantId: tenantOf(who),
      providerTenantId: tenantOf(provider),
      apiKeyId: null,
      searchId: null,
      nowMs: clock.nowMs(),
      ...dataOf({ provider, mode }),
      priceCents: cents(provider === who ? 0 : price),
      providerShareBp: mode === 2 ? 7_000 : 6_000,
    }),
  )
}

async function followUp(
  books: Books,
  op: Extract<Operation, { kind: 'cite' | 'tell' }>,
): Promise<void> {
  const { who, id: retrievalEventId } = pickLate(books.retrievals, op.at)
  const scopes = new Set(['search:query'] as const)
  const cmd = commandOf(books, ownerOf(tenantOf(who), { scopes }))
  if (op.kind === 'cite') await books.ledger.recordCitation(cmd, { retrievalEventId })
  else {
    const revenueCredits = cents(op.revenue)
    await books.ledger.recordOutcome(cmd, { retrievalEventId, revenueCredits })
  }
}

function dataOf({ provider, mode }: { provider: number; mode: Mode }) {
  return {
    datasetId: `dset_${provider}${mode}` as const,
    assetId: `obj_${provider}${mode}` as const,
    monetizationMode: mode === 1 ? ('premium' as const) : ('open' as const),
    curated: mode === 2,
  }
}
