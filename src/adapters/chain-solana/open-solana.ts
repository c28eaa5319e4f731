import type { Prepared, RemoteChain, RemoteState, RemoteWork } from '../../domain/chain/ports.ts'
import { depositsSince } from './deposits.ts'
import { openKey } from './key.ts'
import { openRpc, type Rpc, RpcRefused } from './rpc.ts'
import { type Instruction, memo, signTransaction, transfer } from './transaction.ts'

export type SolanaOptions = {
  /** JSON-RPC of the cluster: it decides whether that is devnet or mainnet. */
  url: string
  key?: string | undefined
  keyFile?: string | undefined
  /** Its name, or its genesis hash where it has none. */
  cluster?: string | undefined
}

type Status = { err: unknown; confirmationStatus: string | null } | null

/**
 * Solana over JSON-RPC, without its libraries. Nothing counts before it is final: what is only
 * confirmed can still vanish. Throws SolanaKeyRefused.
 */
export function openSolana({ url, cluster, ...from }: SolanaOptions): RemoteChain {
  const key = openKey(from)
  const rpc = openRpc(url)
  const { address } = key
  return {
    name: 'solana',
    address,
    cluster: cluster === undefined ? undefined : clusterOf(cluster),
    genesis: () => rpc<string>('getGenesisHash'),
    async prepare(work) {
      const { value } = await rpc<{ value: { blockhash: string; lastValidBlockHeight: number } }>(
        'getLatestBlockhash',
        { commitment: 'finalized' },
      )
      const instructions = instructionsOf(address, work)
      const signed = signTransaction(key, { instructions, blockhash: value.blockhash })
      return { ...signed, lastValidHeight: value.lastValidBlockHeight }
    },
    send: (prepared) => send(rpc, prepared),
    stateOf: (prepared) => stateOf(rpc, prepared),
    depositsSince: (cursor) => depositsSince(rpc, { address, cursor }),
  }
}

/** The hash of the first block tells a cluster from all others. */
const genesisHashes: Readonly<Record<string, string>> = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  testnet: '4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3zQawwpjk2NsY',
}

function clusterOf(cluster: string) {
  const genesis = genesisHashes[cluster]
  return genesis ? { name: cluster, genesis } : { name: 'that cluster', genesis: cluster }
}

function instructionsOf(address: string, work: RemoteWork): Instruction[] {
  if (work.kind === 'note') return [memo({ signer: address, text: work.text })]
  const { to, amountLamports, reference } = work
  return [
    transfer({ from: address, to }, amountLamports),
    memo({ signer: address, text: reference }),
  ]
}

/** A refusal by the node is no answer about what became of it: that is asked for by itself. */
async function send(rpc: Rpc, { wire }: Prepared): Promise<void> {
  const options = { encoding: 'base64', preflightCommitment: 'confirmed', maxRetries: 0 }
  try {
    await rpc('sendTransaction', wire, options)
  } catch (error) {
    if (!(error instanceof RpcRefused)) throw error
  }
}

/**
 * Asked in this order, height first: a transaction that is nowhere although the last height at
 * which it could have come in is final will never be there. And what the node has kept last: it
 * says the same of one that is older than all that it has.
 */
async function stateOf(rpc: Rpc, prepared: Prepared): Promise<RemoteState> {
  const height = await rpc<number>('getBlockHeight', { commitment: 'finalized' })
  const { value } = await rpc<{ value: Status[] }>('getSignatureStatuses', [prepared.signature], {
    searchTransactionHistory: true,
  })
  const status = value[0]
  if (!status) {
    const isLate = height > prepared.lastValidHeight
    return isLate && (await hasBlocksSince(rpc, prepared)) ? 'expired' : 'unknown'
  }
  if (status.confirmationStatus !== 'finalized') return 'unknown'
  return status.err === null ? 'final' : 'failed'
}

/** Blocks after its blockhash that take a transaction. */
const validBlocks = 150

/** Slots without a block have a number too: a height is never above its slot. */
async function hasBlocksSince(rpc: Rpc, { lastValidHeight }: Prepared): Promise<boolean> {
  const signedAt = lastValidHeight - validBlocks
  const slot = await rpc<number | null>('getFirstAvailableBlock')
  if (slot === null) return false
  if (slot <= signedAt) return true
  const block = await rpc<{ blockHeight: number | null } | null>('getBlock', slot, {
    commitment: 'finalized',
    transactionDetails: 'none',
    rewards: false,
    maxSupportedTransactionVersion: 0,
  })
  return typeof block?.blockHeight === 'number' && block.blockHeight <= signedAt
}
