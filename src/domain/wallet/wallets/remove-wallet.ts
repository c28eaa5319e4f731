import { NotFound } from '../../../base/errors.ts'
import type { Command } from '../../command.ts'
import { requireSession } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import type { WalletRoom } from '../room.ts'
import { deleteWallet, findWallet, listOwnWallets, markPrimary } from './queries.ts'
import { type NamedAddress, requireAddress } from './require-address.ts'

/** Takes a wallet of the caller's away; the oldest other one of the network takes its place. */
export async function removeWallet(
  { clock }: WalletRoom,
  cmd: Command,
  named: NamedAddress,
): Promise<{ address: string }> {
  const { principal } = cmd
  requireSession(principal)
  const { userId, tenantId } = principal
  const { network, address } = await requireAddress(named)
  return cmd.write((tx) => {
    const row = findWallet(tx, { network, addressKey: address.canonical })
    if (row?.userId !== userId) throw new NotFound('wallet')
    const nowMs = clock.nowMs()
    deleteWallet(tx, row.walletNo)
    const next = row.isPrimary ? listOwnWallets(tx, { userId, network })[0] : undefined
    if (next) markPrimary(tx, { walletNo: next.walletNo, nowMs })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId,
      action: 'wallet.removed',
      subject: { type: 'wallet', id: String(row.walletNo) },
      details: { network, address: row.address },
    })
    return { address: row.address }
  })
}
