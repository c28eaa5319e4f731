import { isoOf } from '../../../base/clock.ts'
import type { Command } from '../../command.ts'
import { requireSession } from '../../identity/index.ts'
import { challengesPerUserMax, challengeTtlMs } from '../limits.ts'
import { challengeMessage } from '../message.ts'
import type { WalletRoom } from '../room.ts'
import * as queries from './queries.ts'
import { type NamedAddress, requireAddress } from './require-address.ts'
import { type Wallet, walletsOf } from './wallet.ts'

export type WalletStatus =
  | { verified: true; wallet: Wallet }
  | { verified: false; message: string; timestamp: string; expiresAtMs: number }

/**
 * The caller's wallet, or for any other address a message to sign: also for one that somebody else
 * has, so that the answer does not tell. An open message is given again until it expires.
 */
export async function walletStatus(
  room: WalletRoom,
  cmd: Command,
  named: NamedAddress,
): Promise<WalletStatus> {
  const { principal } = cmd
  requireSession(principal)
  const { db } = room.store
  const { userId } = principal
  const { network, address } = await requireAddress(named)
  const key = { network, addressKey: address.canonical }
  const row = queries.findWallet(db, key)
  const [wallet] = row?.userId === userId ? walletsOf(db, userId, [row]) : []
  if (wallet) return { verified: true, wallet }
  const nowMs = room.clock.nowMs()
  const open = queries.findChallenge(db, { userId, ...key }, nowMs)
  if (open) return statusOf(room, open)
  const issued = { userId, ...key, issuedAtMs: nowMs, expiresAtMs: nowMs + challengeTtlMs }
  return cmd.write((tx) => {
    queries.sweepChallenges(tx, { userId, keep: challengesPerUserMax - 1, nowMs })
    queries.insertChallenge(tx, issued)
    return statusOf(room, issued)
  })
}

function statusOf(
  { settings }: WalletRoom,
  { issuedAtMs, expiresAtMs }: Pick<queries.ChallengeRow, 'issuedAtMs' | 'expiresAtMs'>,
): WalletStatus {
  const message = challengeMessage(settings.serviceName(), issuedAtMs)
  return { verified: false, message, timestamp: isoOf(issuedAtMs), expiresAtMs }
}
