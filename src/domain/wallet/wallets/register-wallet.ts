import { Conflict } from '../../../base/errors.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { requireSession, type SessionPrincipal } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import { sweptMessagesPerWrite, usedMessageTtlMs, walletsPerUserMax } from '../limits.ts'
import { messageHash } from '../message.ts'
import type { WalletRoom } from '../room.ts'
import * as queries from './queries.ts'
import { requireAddress } from './require-address.ts'
import { failed, type Proof, verifyOwnership } from './verify-ownership.ts'
import { type Wallet, walletsOf } from './wallet.ts'

export type RegisterWalletRequest = Proof & {
  readonly network: string
  readonly address: string
  readonly label?: string | undefined
  readonly isPrimary?: boolean | undefined
}

/**
 * Registers an address whose key the caller holds. A user's first wallet of a network is its
 * primary one, and so is whichever was last asked to be.
 * Throws InvalidInput for a network, address or signature that is none, or a message that was used;
 * Conflict for an address that somebody has; RateLimited.
 */
export async function registerWallet(
  room: WalletRoom,
  cmd: Command,
  request: RegisterWalletRequest,
): Promise<Wallet> {
  const { principal } = cmd
  requireSession(principal)
  const { userId } = principal
  const { network, address } = await requireAddress(request)
  const signed = await verifyOwnership(room, { userId, network, address }, request)
  const key = { network, addressKey: address.canonical }
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    if (queries.findWallet(tx, key)) throw taken()
    useMessage(tx, { ...key, messageHash: messageHash(signed) }, nowMs)
    queries.deleteChallenge(tx, { userId, ...key })
    const wallet = insert(tx, { principal, request, key, nowMs })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: principal.tenantId,
      action: 'wallet.registered',
      subject: { type: 'wallet', id: String(wallet.walletNo) },
      details: { network, address: wallet.address },
    })
    return wallet
  })
}

/** A message verifies once per address, whichever of its many signatures comes with it. */
function useMessage(
  tx: Tx,
  used: queries.AddressKey & { messageHash: Buffer },
  nowMs: number,
): void {
  queries.sweepUsed(tx, { nowMs, limit: sweptMessagesPerWrite })
  if (queries.wasUsed(tx, used)) throw failed()
  queries.insertUsed(tx, { ...used, expiresAtMs: nowMs + usedMessageTtlMs })
}

type NewWallet = {
  principal: SessionPrincipal
  request: RegisterWalletRequest
  key: queries.AddressKey
  nowMs: number
}

function insert(tx: Tx, { principal, request, key, nowMs }: NewWallet): Wallet {
  const { userId } = principal
  const { network } = key
  queries.userNoOf(tx, userId)
  const others = queries.listOwnWallets(tx, { userId })
  if (others.length >= walletsPerUserMax) throw tooMany()
  const first = !others.some((other) => other.network === network)
  const isPrimary = first || request.isPrimary === true
  if (isPrimary) queries.unmarkPrimary(tx, { userId, network, nowMs })
  const row = queries.insertWallet(tx, {
    userId,
    ...key,
    address: request.address,
    label: request.label ?? '',
    isPrimary,
    lastUsedAtMs: nowMs,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
  return walletsOf(tx, userId, [row])[0] as Wallet
}

function taken(): Conflict {
  return new Conflict({
    reason: 'wallet_registered',
    message: 'This wallet address is registered already.',
  })
}

function tooMany(): Conflict {
  return new Conflict({
    reason: 'too_many_wallets',
    message: `A user may have ${walletsPerUserMax} wallets. Remove one first.`,
  })
}
