import type { RoomStore } from '../../../store/tx.ts'
import { ChainUnreachable, type RemoteChain } from '../ports.ts'
import { findCursor, moveCursor } from './queries.ts'

/** The node is one of another chain than the money of this folder is on. */
export class ClusterRefused extends Error {
  override readonly name = 'ClusterRefused'
}

type Asking = { readonly remote: RemoteChain | undefined; readonly store: RoomStore }

export type ClusterCheck = 'none' | 'right' | 'unknown'

/**
 * Asks the node which chain it is of, and remembers the first answer for good: what was paid in on
 * one chain must not be paid out on another. `unknown` while the node does not answer.
 * Throws ClusterRefused.
 */
export async function checkCluster({ remote, store }: Asking): Promise<ClusterCheck> {
  if (!remote) return 'none'
  const genesis = await genesisOf(remote)
  if (genesis === undefined) return 'unknown'
  const { cluster } = remote
  if (cluster !== undefined && cluster.genesis !== genesis) {
    throw new ClusterRefused(
      `The Solana node is not one of ${cluster.name}: its genesis hash is ${genesis} and not ` +
        `${cluster.genesis}. Set KONTOR_SOLANA_RPC_URL to a node of ${cluster.name}, or ` +
        'KONTOR_SOLANA_CLUSTER to the cluster that is meant.',
    )
  }
  const name = `${remote.name} genesis`
  await store.write((tx) => {
    const known = findCursor(tx, name)
    if (known === undefined) moveCursor(tx, { name, position: genesis })
    if (known === undefined || known === genesis) return
    throw new ClusterRefused(
      `This data folder has its balances on the Solana cluster with the genesis hash ${known}, ` +
        `and the node is one of ${genesis}. Set KONTOR_SOLANA_RPC_URL to a node of the first.`,
    )
  })
  return 'right'
}

async function genesisOf(remote: RemoteChain): Promise<string | undefined> {
  try {
    return await remote.genesis()
  } catch (error) {
    if (error instanceof ChainUnreachable) return undefined
    throw error
  }
}

/** The same chain; nothing is asked of it or sent there before it is known for the right one. */
export function guardedChain(remote: RemoteChain, check: () => Promise<ClusterCheck>): RemoteChain {
  let passed: Promise<ClusterCheck> | undefined
  async function pass(): Promise<void> {
    passed ??= check()
    const state = await passed.catch((error: unknown) => {
      passed = undefined
      if (error instanceof ClusterRefused) throw new ChainUnreachable(error.message)
      throw error
    })
    if (state === 'right') return
    passed = undefined
    throw new ChainUnreachable('the node does not answer')
  }
  return {
    ...remote,
    prepare: async (work) => pass().then(() => remote.prepare(work)),
    send: async (prepared) => pass().then(() => remote.send(prepared)),
    stateOf: async (prepared) => pass().then(() => remote.stateOf(prepared)),
    depositsSince: async (cursor) => pass().then(() => remote.depositsSince(cursor)),
  }
}
