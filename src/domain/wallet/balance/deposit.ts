import { ChainFailure } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Lamports } from '../../../base/lamports.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand, Command } from '../../command.ts'
import { requireSession } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import type { WalletRoom } from '../room.ts'
import { listOwnWallets, touchWallet } from '../wallets/queries.ts'
import { requireAmount } from './amount.ts'
import { balanceOf, type SolBalance } from './balance.ts'
import { type Credit, credit } from './credit-deposit.ts'
import { askForWatched } from './queries.ts'
import { creditIncoming, readIncoming } from './watch-deposits.ts'

export type DepositRequest = { readonly amountLamports: Lamports }

/** When a caller whose deposit is not there yet should ask again. */
const comeBackSeconds = 30

/**
 * Credits what the caller deposited. On the local chain, where it is open, that is what the caller
 * says; with a chain elsewhere it is a transfer of exactly this amount that came from one of the
 * caller's wallets, is final, and was not asked for before: it is credited now, or was as soon as
 * it was final.
 * Throws InvalidInput for an amount out of range, ChainFailure where there is no such deposit.
 */
export async function deposit(
  room: WalletRoom,
  cmd: Command,
  { amountLamports }: DepositRequest,
): Promise<SolBalance> {
  const { principal } = cmd
  requireSession(principal)
  requireAmount(amountLamports, 'deposit')
  const { userId, tenantId } = principal
  const facts = { userId, amountLamports }
  const credited = room.chain.remote ? await claiming(room, facts) : openly(room, facts)
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const entry = credited(tx, nowMs)
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId,
      action: 'balance.deposited',
      subject: { type: 'user', id: userId },
      details: { lamports: amountLamports, transaction: entry },
    })
    return balanceOf(room, tx, userId)
  })
}

/**
 * The same for whoever holds the data folder, where the local chain is not open: it is the
 * operator who says that the money came.
 */
export function creditDeposit(
  room: WalletRoom,
  cmd: AnonymousCommand,
  request: DepositRequest & { userId: UserId; tenantId: string; reason: string },
): Promise<SolBalance> {
  const { userId, tenantId, amountLamports, reason } = request
  requireAmount(amountLamports, 'deposit')
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const transaction = credit(room, tx, { userId, amountLamports, nowMs, source: {} })
    recordAudit(tx, {
      atMs: nowMs,
      tenantId,
      actor: { type: 'operator', id: null },
      requestId: cmd.requestId,
      action: 'balance.credited',
      subject: { type: 'user', id: userId },
      details: { lamports: amountLamports, transaction, reason },
    })
    return balanceOf(room, tx, userId)
  })
}

type Facts = Pick<Credit, 'userId' | 'amountLamports'>
type Credited = (tx: Tx, nowMs: number) => string

function openly(room: WalletRoom, facts: Facts): Credited {
  if (!room.settings.openDeposits) throw notThere()
  return (tx, nowMs) => credit(room, tx, { ...facts, nowMs, source: {} })
}

async function claiming(room: WalletRoom, facts: Facts): Promise<Credited> {
  const { chain } = room
  const incoming = await readIncoming(room)
  return (tx, nowMs) => {
    creditIncoming(room, tx, incoming)
    const credited = askForWatched(tx, { ...facts, nowMs })
    if (credited !== undefined) return credited
    const wallets = listOwnWallets(tx, { userId: facts.userId, network: 'solana' })
    const from = wallets.map(({ address }) => address)
    const taken = chain.takeDeposit(tx, { ...facts, from, nowMs })
    if (!taken) throw notThere()
    const wallet = wallets.find(({ address }) => address === taken.from)
    if (wallet) touchWallet(tx, { walletNo: wallet.walletNo, nowMs })
    return credit(room, tx, { ...facts, nowMs, source: taken })
  }
}

function notThere(): ChainFailure {
  return new ChainFailure({ retryAfterSeconds: comeBackSeconds })
}
