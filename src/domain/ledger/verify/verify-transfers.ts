import type { Db } from '../../../store/tx.ts'
import { verifySliceRows } from '../limits.ts'
import * as queries from '../queries.ts'
import { checkAccounts, replayTransfer, startReplay } from './replay.ts'
import type { VerifyProblem } from './report.ts'

/** Transfers that only a metered event may cause. */
const chargeCodes = new Set(['provider_share', 'platform_share'])

/**
 * Reads all transfers again, yielding the problems of each slice, and ends with the accounts: does
 * every hash fit its content and its predecessor, and do the balances follow from the transfers?
 */
export function* verifyTransfers(
  db: Db,
): Generator<VerifyProblem[], { transfers: number; head: Buffer }> {
  const replay = startReplay()
  let transfers = 0
  for (;;) {
    const rows = queries.listTransfersAfter(db, { seq: replay.seq, limit: verifySliceRows })
    learnAccounts(db, replay.accounts, rows)
    const problems = rows.flatMap((row) => replayTransfer(replay, row))
    problems.push(...chargesWithoutEvent(db, rows))
    transfers += rows.length
    if (rows.length < verifySliceRows) {
      // No yield between the last rows and the balances: nothing may be posted in between.
      yield [...problems, ...checkAccounts(replay, queries.listAccounts(db)), ...oddAccounts(db)]
      return { transfers, head: replay.prev }
    }
    yield problems
  }
}

function oddAccounts(db: Db): VerifyProblem[] {
  return queries.listOddAccounts(db).map((accountId) => {
    const message = `account ${accountId} has a limit that is none`
    return { check: 'account', seq: null, message }
  })
}

/** Adds accounts that were opened since; read anew only when a row names an unknown one. */
export function learnAccounts(
  db: Db,
  accounts: Map<number, queries.AccountRow>,
  rows: Pick<queries.TransferRow, 'debitAccountId' | 'creditAccountId'>[],
): void {
  const isKnown = ({ debitAccountId, creditAccountId }: (typeof rows)[number]) =>
    accounts.has(debitAccountId) && accounts.has(creditAccountId)
  if (rows.every(isKnown)) return
  for (const row of queries.listAccounts(db)) accounts.set(row.accountId, row)
}

function chargesWithoutEvent(db: Db, rows: queries.TransferRow[]): VerifyProblem[] {
  const charges = rows.filter((row) => chargeCodes.has(row.code))
  const known = new Set(
    queries.listKnownEventIds(db, [...new Set(charges.map((row) => row.groupId))]),
  )
  return charges
    .filter((row) => !known.has(row.groupId))
    .map((row) => ({ check: 'transfer', seq: row.seq, message: 'charges without a metered event' }))
}
