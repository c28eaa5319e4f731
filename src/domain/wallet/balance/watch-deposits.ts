import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { ReadDeposits } from '../../chain/index.ts'
import { tenantOfUser } from '../../identity/index.ts'
import { amountMaxLamports, depositMinLamports } from '../limits.ts'
import type { WalletRoom } from '../room.ts'
import { findWallet, touchWallet, type WalletRow } from '../wallets/queries.ts'
import { loadProofs } from '../wallets/require-address.ts'
import { credit, hasRoomFor } from './credit-deposit.ts'
import { insertWatched } from './queries.ts'

type Deposit = ReadDeposits['deposits'][number]

/** What came in on the chain elsewhere, with the addresses as wallets are registered under them. */
export type Incoming = { read: ReadDeposits; addresses: ReadonlyMap<string, string> }

/**
 * Credits what came in since the last look and is final, where it came from somebody's wallet.
 * How far was read and what was credited are one transaction: after a crash neither is lost and
 * nothing counts twice. True when more waits. Throws ChainFailure without an answer, and names a
 * transaction that was not shown twice in a row, for the log.
 */
export async function watchDeposits(room: WalletRoom): Promise<boolean> {
  if (!room.chain.remote) return false
  const incoming = await readIncoming(room)
  await room.store.write((tx) => creditIncoming(room, tx, incoming))
  const { more, unshown } = incoming.read
  const before = room.unshown.last
  room.unshown.last = unshown
  if (unshown === undefined || unshown !== before) return more
  throw new Error(
    `The node does not show transaction ${unshown}: deposits that came after it wait.`,
  )
}

export async function readIncoming({ chain }: WalletRoom): Promise<Incoming> {
  const read = await chain.readDeposits()
  const { parseAddress } = await loadProofs()
  const addresses = new Map<string, string>()
  for (const { from } of read.deposits) {
    const address = parseAddress('solana', from)
    if (address) addresses.set(from, address.canonical)
  }
  return { read, addresses }
}

export function creditIncoming(room: WalletRoom, tx: Tx, { read, addresses }: Incoming): void {
  room.chain.keepDeposits(tx, read)
  for (const deposit of read.deposits) {
    const addressKey = addresses.get(deposit.from)
    const wallet = addressKey && findWallet(tx, { network: 'solana', addressKey })
    if (wallet && isInRange(deposit)) creditOne(room, tx, { deposit, wallet })
  }
}

/** Smaller ones than may be deposited stay unclaimed, as what comes from nobody's wallet does. */
function isInRange({ amountLamports }: Deposit): boolean {
  return amountLamports >= depositMinLamports && amountLamports <= amountMaxLamports
}

function creditOne(
  room: WalletRoom,
  tx: Tx,
  { deposit, wallet }: { deposit: Deposit; wallet: WalletRow },
): void {
  const { userId, walletNo } = wallet
  const { signature, instruction, from, amountLamports } = deposit
  const nowMs = room.clock.nowMs()
  if (!hasRoomFor(tx, { userId, amountLamports })) return
  if (!room.chain.takeThisDeposit(tx, deposit, { userId, nowMs })) return
  touchWallet(tx, { walletNo, nowMs })
  const source = { signature, from }
  const transactionHash = credit(room, tx, { userId, amountLamports, nowMs, source })
  insertWatched(tx, {
    signature,
    instruction,
    userId,
    lamports: amountLamports,
    transactionHash,
    creditedAtMs: nowMs,
    askedForAtMs: null,
  })
  recordAudit(tx, {
    atMs: nowMs,
    tenantId: tenantOfUser(tx, userId),
    actor: { type: 'system', id: null },
    action: 'balance.deposited',
    subject: { type: 'user', id: userId },
    details: { lamports: amountLamports, transaction: transactionHash },
  })
}
