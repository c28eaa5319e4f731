import { monthOf } from '../../../base/clock.ts'
import type { TenantId } from '../../../base/ids.ts'
import { cents } from '../../../base/money.ts'
import type { Db } from '../../../store/tx.ts'
import { type AccountName, accountText, earnings, revenue, spendable } from '../books/account.ts'
import { genesis, hashOfEvent } from '../books/chain.ts'
import { verifySliceRows } from '../limits.ts'
import { listRateCards, type RateCardRow } from '../metering/queries.ts'
import { listCounts, listPaid, listWrongSpends } from '../metering/tallies.ts'
import { checkRating, passagesOf } from '../metering/verify-rating.ts'
import * as queries from '../queries.ts'
import { splitCharge } from '../split.ts'
import type { VerifyProblem } from './report.ts'
import { learnAccounts } from './verify-transfers.ts'

type Walk = {
  seq: number
  prev: Buffer
  gross: Map<string, number>
  searches: Map<string, number>
  keySpends: Map<string, number>
  /** When a tenant last paid for something of a dataset: in a month, and ever. */
  paid: Map<string, number>
  lastPaid: Map<string, number>
  accounts: Map<number, queries.AccountRow>
  cards: Map<number, RateCardRow>
}

/**
 * Reads all metered events again: their chain, the rounding of every split, the transfers of every
 * charge (there are some exactly when the price is above zero), their rating, and the counters.
 */
export function* verifyEvents(db: Db): Generator<VerifyProblem[], { events: number }> {
  const walk: Walk = {
    seq: 0,
    prev: genesis,
    gross: new Map(),
    searches: new Map(),
    keySpends: new Map(),
    paid: new Map(),
    lastPaid: new Map(),
    accounts: new Map(),
    cards: new Map(listRateCards(db).map((card) => [card.priceVersion, card])),
  }
  let events = 0
  for (;;) {
    const rows = queries.listEventsAfter(db, { seq: walk.seq, limit: verifySliceRows })
    const charges = chargesOf(db, walk, rows)
    const passages = passagesOf(db, rows)
    const problems = rows.flatMap((row) => {
      const found = [
        ...checkLink(walk, row),
        ...checkSplit(walk, row),
        ...checkCharge(charges, row),
        ...checkRating(walk.cards, passages, row),
      ]
      return found.map((message) => ({ check: 'meter_event', seq: row.seq, message }))
    })
    events += rows.length
    if (rows.length < verifySliceRows) {
      // As with the balances: no yield between the last rows and the counters.
      yield [...problems, ...checkCounts(db, walk)]
      return { events }
    }
    yield problems
  }
}

function checkLink(walk: Walk, row: queries.MeterEventRow): string[] {
  const problems: string[] = []
  if (row.seq !== walk.seq + 1) problems.push(`row ${walk.seq + 1} is missing`)
  if (!row.prev.equals(walk.prev)) problems.push('does not follow the row before it')
  if (!hashOfEvent(row).equals(row.hash)) problems.push('content and hash differ')
  if (row.period < monthOf(row.createdAt)) problems.push('lies outside its month')
  walk.seq = row.seq
  walk.prev = row.hash
  if (row.kind === 'search') {
    const key = `${row.buyerTenantId} ${row.period}`
    walk.searches.set(key, (walk.searches.get(key) ?? 0) + row.quantity)
  }
  if (row.apiKeyId !== null && row.chargeCents > 0) {
    const key = `${row.apiKeyId} of ${row.buyerTenantId} ${row.period}`
    walk.keySpends.set(key, (walk.keySpends.get(key) ?? 0) + row.chargeCents)
  }
  if (row.datasetId !== null && row.chargeCents > 0) notePaid(walk, row)
  return problems
}

function notePaid({ paid, lastPaid }: Walk, row: queries.MeterEventRow): void {
  const pair = `${row.datasetId} by ${row.buyerTenantId}`
  const note = (times: Map<string, number>, key: string) =>
    times.set(key, Math.max(times.get(key) ?? 0, row.createdAt))
  note(paid, `${pair} ${row.period}`)
  note(lastPaid, pair)
}

function checkSplit(walk: Walk, row: queries.MeterEventRow): string[] {
  if (row.chargeCents === 0) return []
  const key = `${row.providerTenantId} ${row.period} ${row.providerShareBp}`
  const split = splitCharge({
    chargeCents: cents(row.chargeCents),
    grossBeforeCents: cents(walk.gross.get(key) ?? 0),
    providerShareBp: row.providerShareBp,
  })
  walk.gross.set(key, row.grossAfterCents)
  const right =
    split.providerCents === row.providerCents && split.grossAfterCents === row.grossAfterCents
  return right ? [] : [`gives the provider ${row.providerCents}, not ${split.providerCents}`]
}

/** Net movement by account of the transfers that belong to each event. */
type Charges = Map<string, Map<string, number>>

function chargesOf(db: Db, { accounts }: Walk, rows: queries.MeterEventRow[]): Charges {
  const charges: Charges = new Map()
  const transfers = queries.listTransfersOfGroups(
    db,
    rows.map((row) => row.eventId),
  )
  learnAccounts(db, accounts, transfers)
  for (const transfer of transfers) addMoves(charges, transfer, accounts)
  return charges
}

function addMoves(
  charges: Charges,
  row: queries.TransferRow,
  names: Map<number, queries.AccountRow>,
): void {
  const moves = charges.get(row.groupId) ?? new Map<string, number>()
  charges.set(row.groupId, moves)
  const sides = [
    { id: row.debitAccountId, amount: -row.amountMinor },
    { id: row.creditAccountId, amount: row.amountMinor },
  ]
  for (const { id, amount } of sides) {
    const account = names.get(id)
    const key = account ? accountText(account as AccountName) : `account ${id}`
    moves.set(key, (moves.get(key) ?? 0) + amount)
  }
}

function checkCharge(charges: Charges, row: queries.MeterEventRow): string[] {
  const moves = charges.get(row.eventId)
  if (row.chargeCents === 0) return moves ? ['costs nothing and was charged'] : []
  if (!moves) return ['was never charged']
  const buyer = spendable(row.buyerTenantId as TenantId)
  const provider = earnings(row.providerTenantId as TenantId)
  const expected = new Map([
    [accountText(buyer), -row.chargeCents],
    [accountText(provider), row.providerCents],
    [accountText(revenue), row.chargeCents - row.providerCents],
  ])
  for (const name of new Set([...expected.keys(), ...moves.keys()])) {
    if ((expected.get(name) ?? 0) !== (moves.get(name) ?? 0)) return ['was charged otherwise']
  }
  return []
}

function checkCounts(db: Db, walk: Walk): VerifyProblem[] {
  const { searches, keySpends } = walk
  const used = new Map<string, number>()
  const spent = new Map<string, number>()
  for (const { kind, tenantId, period, subject, amount } of listCounts(db)) {
    if (kind === 'searches') used.set(`${tenantId} ${period}`, amount)
    if (kind === 'spent') spent.set(`${subject} of ${tenantId} ${period}`, amount)
  }
  return [
    ...differences('search_count', { shown: used, follows: searches }),
    ...differences('key_spend', { shown: spent, follows: keySpends }),
    ...checkPaid(db, walk),
    ...listWrongSpends(db).map(({ key, shown, follows }) => ({
      check: 'spent_below',
      seq: null,
      message: `${key} shows ${shown}, what came from it gives ${follows}`,
    })),
  ]
}

/**
 * Who paid lately makes the demand for a dataset. Of months before this was counted by the month
 * there is the last one alone, so that a row may be missing, but not the last one of two.
 */
function checkPaid(db: Db, { paid, lastPaid }: Walk): VerifyProblem[] {
  const shown = new Map<string, number>()
  const follows = new Map<string, number>()
  const lastShown = new Map<string, number>()
  for (const { tenantId, period, subject, amount } of listPaid(db)) {
    const pair = `${subject} by ${tenantId}`
    shown.set(`${pair} ${period}`, amount)
    follows.set(`${pair} ${period}`, paid.get(`${pair} ${period}`) ?? 0)
    lastShown.set(pair, Math.max(lastShown.get(pair) ?? 0, amount))
  }
  return [
    ...differences('last_paid', { shown, follows }),
    ...differences('last_paid', { shown: lastShown, follows: lastPaid }),
  ]
}

type Counts = Map<string, number>

function differences(
  check: string,
  { shown, follows }: { shown: Counts; follows: Counts },
): VerifyProblem[] {
  return [...new Set([...shown.keys(), ...follows.keys()])]
    .filter((key) => shown.get(key) !== follows.get(key))
    .map((key) => {
      const [has, gives] = [shown.get(key) ?? 0, follows.get(key) ?? 0]
      return { check, seq: null, message: `${key} shows ${has}, its events give ${gives}` }
    })
}
