import { type AccountName, accountText } from '../books/account.ts'
import { bodyHash, formOf, genesis, hashOfTransfer } from '../books/chain.ts'
import { available } from '../books/post.ts'
import type { AccountRow, TransferRow } from '../queries.ts'
import type { VerifyProblem } from './report.ts'

type Balance = { posted: number; held: number; version: number }

/** The books as they follow from the transfers alone, one transfer after the other. */
export type Replay = {
  seq: number
  prev: Buffer
  accounts: Map<number, AccountRow>
  balances: Map<number, Balance>
  openHolds: Map<number, TransferRow>
  /** Accounts whose balance was found wrong once: all their later rows are wrong too. */
  reported: Set<number>
}

export function startReplay(): Replay {
  return {
    seq: 0,
    prev: genesis,
    accounts: new Map(),
    balances: new Map(),
    openHolds: new Map(),
    reported: new Set(),
  }
}

/** Takes in the next transfer and says what is wrong with it. */
export function replayTransfer(replay: Replay, row: TransferRow): VerifyProblem[] {
  const problem = (message: string) => ({ check: 'transfer', seq: row.seq, message })
  const problems: VerifyProblem[] = []
  if (row.seq !== replay.seq + 1) problems.push(problem(`row ${replay.seq + 1} is missing`))
  if (!row.prev.equals(replay.prev)) problems.push(problem('does not follow the row before it'))
  problems.push(...checkHashes(replay, row).map(problem))
  problems.push(...applyToHolds(replay, row).map(problem))
  problems.push(...moveBalances(replay, row).map(problem))
  replay.seq = row.seq
  replay.prev = row.hash
  return problems
}

/** Compares the balances that the accounts show with those that were replayed. */
export function checkAccounts(replay: Replay, rows: AccountRow[]): VerifyProblem[] {
  const problem = (message: string) => ({ check: 'account', seq: null, message })
  const sums = new Map<string, number>()
  const problems = rows.flatMap((row) => {
    sums.set(row.unit, (sums.get(row.unit) ?? 0) + row.posted)
    return checkAccount(row, balanceOf(replay, row.accountId)).map(problem)
  })
  for (const [unit, sum] of sums) {
    if (sum !== 0) problems.push(problem(`all ${unit} accounts together show ${sum}, not 0`))
  }
  return problems
}

export function checkHashes(replay: Pick<Replay, 'accounts'>, row: TransferRow): string[] {
  const debit = replay.accounts.get(row.debitAccountId)
  const credit = replay.accounts.get(row.creditAccountId)
  if (!debit || !credit) return ['names an account that does not exist']
  const sides = { debit: nameOf(debit), credit: nameOf(credit) }
  const body = bodyHash({ ...row, ...sides }, formOf(row))
  const problems: string[] = []
  if (!body.equals(row.bodyHash)) problems.push('content and hash of the body differ')
  if (!hashOfTransfer(row).equals(row.hash)) problems.push('content and hash differ')
  if (debit.unit !== credit.unit) problems.push('moves between two units')
  if (!`${row.transferId}:`.startsWith(`${row.groupId}:`)) problems.push('is not of its group')
  return problems
}

function applyToHolds(replay: Replay, row: TransferRow): string[] {
  if (row.phase === 'hold') replay.openHolds.set(row.seq, row)
  if (row.holdSeq === null) return []
  const hold = replay.openHolds.get(row.holdSeq)
  if (!hold) return ['resolves a hold that is not open']
  const sameSides =
    hold.debitAccountId === row.debitAccountId && hold.creditAccountId === row.creditAccountId
  return sameSides && row.amountMinor <= hold.amountMinor ? [] : ['does not fit its hold']
}

function moveBalances(replay: Replay, row: TransferRow): string[] {
  const { phase, amountMinor, seq } = row
  const debit = balanceOf(replay, row.debitAccountId)
  const credit = balanceOf(replay, row.creditAccountId)
  debit.version = seq
  if (phase === 'hold') debit.held += amountMinor
  if (row.holdSeq !== null) {
    debit.held -= replay.openHolds.get(row.holdSeq)?.amountMinor ?? 0
    replay.openHolds.delete(row.holdSeq)
  }
  if (phase === 'post' || phase === 'post_hold') {
    debit.posted -= amountMinor
    credit.posted += amountMinor
    credit.version = seq
  }
  return [
    ...checkAfter(replay, { accountId: row.debitAccountId, shown: row.debitAfter }),
    ...checkAfter(replay, { accountId: row.creditAccountId, shown: row.creditAfter }),
  ]
}

function checkAfter(replay: Replay, side: { accountId: number; shown: number }): string[] {
  const account = replay.accounts.get(side.accountId)
  if (!account || replay.reported.has(side.accountId)) return []
  const have = available(balanceOf(replay, side.accountId))
  const problems: string[] = []
  const name = accountText(nameOf(account))
  if (have !== side.shown) problems.push(`shows ${side.shown} for ${name}, which had ${have}`)
  if (have < 0 && account.owner !== 'world') problems.push(`overdraws ${name} to ${have}`)
  if (problems.length > 0) replay.reported.add(side.accountId)
  return problems
}

function checkAccount(row: AccountRow, replayed: Balance): string[] {
  const name = accountText(nameOf(row))
  const problems: string[] = []
  for (const field of ['posted', 'held', 'version'] as const) {
    const [shown, follows] = [row[field], replayed[field]]
    if (shown !== follows) {
      problems.push(`${name} shows ${field} ${shown}, its transfers give ${follows}`)
    }
  }
  if (row.mayGoNegative !== (row.owner === 'world')) problems.push(`${name} may go negative`)
  if (available(row) < 0 && row.owner !== 'world') problems.push(`${name} is overdrawn`)
  return problems
}

function balanceOf(replay: Replay, accountId: number): Balance {
  const old = replay.balances.get(accountId)
  if (old) return old
  const empty = { posted: 0, held: 0, version: 0 }
  replay.balances.set(accountId, empty)
  return empty
}

function nameOf(row: AccountRow): AccountName {
  return row as AccountName
}
