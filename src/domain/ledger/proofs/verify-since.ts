import { setImmediate } from 'node:timers/promises'
import { InvalidInput } from '../../../base/errors.ts'
import { cents } from '../../../base/money.ts'
import type { Db } from '../../../store/tx.ts'
import { accountText } from '../books/account.ts'
import { genesis, hashOfEvent } from '../books/chain.ts'
import { available } from '../books/post.ts'
import { headSearchRows, verifyProblemsMax, verifySliceRows } from '../limits.ts'
import * as queries from '../queries.ts'
import { splitCharge } from '../split.ts'
import { checkHashes } from '../verify/replay.ts'
import type { VerifyProblem, VerifyReport } from '../verify/report.ts'
import { learnAccounts } from '../verify/verify-transfers.ts'
import { findHeadUpTo, findTransferByHash, hashAt } from './queries.ts'

/**
 * Checks what came after a head that somebody kept: that the head is part of the ledger at all,
 * that every later row follows from the one before, and that the balances are those that the last
 * rows show. What lies before is not read. Throws InvalidInput for what is no head.
 */
export async function verifySince(db: Db, head: string): Promise<VerifyReport> {
  if (!/^[0-9a-f]{64}$/.test(head)) throw notAHead()
  const start = await findFromTheEnd(db, Buffer.from(head, 'hex'))
  if (!start) return missing()
  const problems: VerifyProblem[] = []
  const transfers = await walkTransfers(db, start, problems)
  const events = await walkEvents(db, findHeadUpTo(db, start.seq)?.events ?? 0, problems)
  const shown = problems.slice(0, verifyProblemsMax)
  return { ok: shown.length === 0, ...transfers, events, problems: shown }
}

/** A head that is kept is mostly a late one, and what comes after it is read anyway. */
async function findFromTheEnd(db: Db, hash: Buffer): Promise<queries.TransferRow | undefined> {
  for (let toSeq = queries.findHead(db).seq; toSeq > 0; toSeq -= headSearchRows) {
    const found = findTransferByHash(db, hash, { fromSeq: toSeq - headSearchRows + 1, toSeq })
    if (found) return found
    await setImmediate()
  }
  return undefined
}

type Walk = {
  prev: Buffer
  accounts: Map<number, queries.AccountRow>
  /** What the accounts have by the rows that were read. */
  shown: Map<number, number>
}

async function walkTransfers(db: Db, start: queries.TransferRow, problems: VerifyProblem[]) {
  const walk: Walk = { prev: start.hash, accounts: new Map(), shown: new Map() }
  let [seq, count] = [start.seq, 0]
  for (;;) {
    const rows = queries.listTransfersAfter(db, { seq, limit: verifySliceRows })
    learnAccounts(db, walk.accounts, rows)
    for (const row of rows) {
      const found = checkTransfer(walk, row, seq)
      problems.push(...found.map((message) => ({ check: 'transfer', seq: row.seq, message })))
      seq = row.seq
    }
    count += rows.length
    if (rows.length < verifySliceRows) {
      // No other work between the last rows and the balances: nothing may be posted in between.
      problems.push(...checkBalances(db, walk))
      return { transfers: count, head: walk.prev.toString('hex') }
    }
    await setImmediate()
  }
}

function checkTransfer(walk: Walk, row: queries.TransferRow, before: number): string[] {
  const problems = [...checkHashes(walk, row)]
  if (row.seq !== before + 1) problems.push(`row ${before + 1} is missing`)
  if (!row.prev.equals(walk.prev)) problems.push('does not follow the row before it')
  walk.prev = row.hash
  walk.shown.set(row.debitAccountId, row.debitAfter)
  walk.shown.set(row.creditAccountId, row.creditAfter)
  return problems
}

function checkBalances(db: Db, { shown }: Walk): VerifyProblem[] {
  return queries.listAccounts(db).flatMap((account) => {
    const last = shown.get(account.accountId)
    if (last === undefined || last === available(account)) return []
    const name = accountText(account as Parameters<typeof accountText>[0])
    const message = `${name} has ${available(account)}, its last transfer says ${last}`
    return [{ check: 'account', seq: null, message }]
  })
}

async function walkEvents(db: Db, start: number, problems: VerifyProblem[]): Promise<number> {
  const gross = new Map<string, number>()
  let prev = start === 0 ? genesis : (hashAt(db, { log: 'event', seq: start }) ?? genesis)
  let [seq, count] = [start, 0]
  for (;;) {
    const rows = queries.listEventsAfter(db, { seq, limit: verifySliceRows })
    for (const row of rows) {
      const found = [...checkLink(row, { prev, seq }), ...checkGross(gross, row)]
      problems.push(...found.map((message) => ({ check: 'meter_event', seq: row.seq, message })))
      ;[prev, seq] = [row.hash, row.seq]
    }
    count += rows.length
    if (rows.length < verifySliceRows) return count
    await setImmediate()
  }
}

function checkLink(
  row: queries.MeterEventRow,
  { prev, seq }: { prev: Buffer; seq: number },
): string[] {
  const problems: string[] = []
  if (row.seq !== seq + 1) problems.push(`row ${seq + 1} is missing`)
  if (!row.prev.equals(prev)) problems.push('does not follow the row before it')
  if (!hashOfEvent(row).equals(row.hash)) problems.push('content and hash differ')
  return problems
}

/** The first running sum of each kind is taken as it is: what led to it lies before the head. */
function checkGross(gross: Map<string, number>, row: queries.MeterEventRow): string[] {
  if (row.chargeCents === 0) return []
  const key = `${row.providerTenantId} ${row.period} ${row.providerShareBp}`
  const before = gross.get(key) ?? row.grossAfterCents - row.chargeCents
  gross.set(key, row.grossAfterCents)
  const { chargeCents, providerShareBp } = row
  const split = splitCharge({
    chargeCents: cents(chargeCents),
    grossBeforeCents: cents(before),
    providerShareBp,
  })
  const fits =
    split.grossAfterCents === row.grossAfterCents && split.providerCents === row.providerCents
  return fits ? [] : [`gives the provider ${row.providerCents}, not ${split.providerCents}`]
}

function missing(): VerifyReport {
  const message = 'this head is not in the ledger: rows were cut off or changed'
  const problems = [{ check: 'ledger_head', seq: null, message }]
  return { ok: false, transfers: 0, events: 0, head: '', problems }
}

function notAHead(): InvalidInput {
  return new InvalidInput({
    field: 'since',
    reason: 'invalid_head',
    message: 'since must be a head as ledger verify prints it: 64 hexadecimal digits.',
  })
}
