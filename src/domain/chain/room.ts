import type { Clock } from '../../base/clock.ts'
import { installationIdIn, installationPurpose } from '../../base/installation.ts'
import type { Secrets } from '../../base/secrets.ts'
import type { RoomStore, Tx } from '../../store/tx.ts'
import { openSigner, type Signer } from '../ledger/index.ts'
import type { RemoteChain } from './ports.ts'
import { checkCluster, guardedChain } from './remote/cluster.ts'
import type { SubmissionKind } from './tables.ts'

/** How a piece of work on a chain elsewhere ended. */
export type Settled = {
  readonly kind: SubmissionKind
  readonly subjectId: string
  readonly ok: boolean
  /** Of the last attempt. */
  readonly signature: string
  readonly nowMs: number
}

export type ChainDeps = {
  readonly store: RoomStore
  readonly clock: Clock
  readonly secrets: Secrets
  /** The chain elsewhere, where there is one. */
  readonly remote: RemoteChain | undefined
  /** Told in the transaction in which work on the chain elsewhere is settled. */
  readonly onSettled: (tx: Tx, settled: Settled) => void
}

/** What the commands of this room share. */
export type ChainRoom = ChainDeps & {
  readonly signer: Signer
  /** Tells this installation's data folder from all others. */
  readonly instanceId: string
  readonly chainId: string
}

export function makeRoom(deps: ChainDeps): ChainRoom {
  const instanceId = installationIdIn(deps.secrets.derive(installationPurpose))
  const chainId = `local-${instanceId}`
  const room = { ...deps, signer: openSigner(deps.secrets), instanceId, chainId }
  const { remote } = deps
  return { ...room, remote: remote && guardedChain(remote, () => checkCluster(room)) }
}
