import { isoOf } from '../../base/clock.ts'
import type { Wallet, WalletStatus } from '../../domain/wallet/index.ts'

/** Spec 2.3, Wallet. */
export function presentWallet(wallet: Wallet) {
  return {
    id: wallet.walletNo,
    user_id: wallet.userNo,
    network: wallet.network,
    wallet_address: wallet.address,
    label: wallet.label,
    is_primary: wallet.isPrimary,
    last_used: isoOf(wallet.lastUsedAtMs),
    created_at: isoOf(wallet.createdAtMs),
    updated_at: isoOf(wallet.updatedAtMs),
  }
}

export function presentWallets(wallets: readonly Wallet[]) {
  return { wallets: wallets.map(presentWallet) }
}

export function presentWalletStatus(status: WalletStatus) {
  if (status.verified) return { ...presentWallet(status.wallet), verified: true }
  const { message, timestamp, expiresAtMs } = status
  return { verified: false, message, timestamp, expires_at: isoOf(expiresAtMs) }
}
