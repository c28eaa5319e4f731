import { lamports } from '../../base/lamports.ts'
import {
  ChainUnreachable,
  type RemoteDeposit,
  type RemoteDeposits,
} from '../../domain/chain/ports.ts'
import { type Rpc, RpcRefused } from './rpc.ts'
import { systemProgram, transferredIn } from './transaction.ts'

/** As many as a node gives at once. */
const pageSize = 1_000
/** Transactions that one reading looks at; the rest comes with the next. */
const readMax = 200
/** Signatures come newest first: all of them must be known before the oldest one is. */
const pagesMax = 1_000

type Signed = { signature: string; err: unknown }
type Found = {
  slot: number
  meta: { err: unknown } | null
  transaction: {
    message: {
      accountKeys: string[]
      instructions: { programIdIndex: number; accounts: number[]; data: string }[]
    }
  }
} | null

/**
 * Final transfers to an address since a cursor, the oldest first, and the new cursor. It never goes
 * past a transaction that the node could not show: that one would be lost. What was read before it
 * counts, or a node that answers only so many questions in a minute would never be read to the end.
 */
export async function depositsSince(
  rpc: Rpc,
  { address, cursor }: { address: string; cursor: string | undefined },
): Promise<RemoteDeposits> {
  const signatures = await signaturesSince(rpc, { address, cursor })
  const deposits: RemoteDeposit[] = []
  let read = cursor
  for (const { signature, err } of signatures.slice(0, readMax)) {
    const found = err === null ? await shown(rpc, signature, read === cursor) : 'failed'
    if (!found) return { deposits, cursor: read, more: false, unshown: signature }
    if (found !== 'failed' && found.meta?.err === null) {
      deposits.push(...transfersTo({ address, signature }, found))
    }
    read = signature
  }
  return { deposits, cursor: read, more: signatures.length > readMax, unshown: undefined }
}

/** Throws ChainUnreachable for the first alone. */
async function shown(rpc: Rpc, signature: string, isFirst: boolean): Promise<Found> {
  try {
    return await rpc<Found>('getTransaction', signature, {
      commitment: 'finalized',
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    })
  } catch (error) {
    // A no to this one is an answer: it is not shown.
    const isAnswer = error instanceof RpcRefused
    if (error instanceof ChainUnreachable && (isAnswer || !isFirst)) return null
    throw error
  }
}

async function signaturesSince(
  rpc: Rpc,
  { address, cursor }: { address: string; cursor: string | undefined },
): Promise<Signed[]> {
  const found: Signed[] = []
  for (let page = 0; page < pagesMax; page++) {
    const before = found.at(-1)?.signature
    const list = await rpc<Signed[]>('getSignaturesForAddress', address, {
      commitment: 'finalized',
      limit: pageSize,
      ...(before === undefined ? {} : { before }),
      ...(cursor === undefined ? {} : { until: cursor }),
    })
    found.push(...list)
    if (list.length < pageSize) return found.reverse()
  }
  throw new ChainUnreachable('there are more transactions than can be read at once')
}

function transfersTo(
  { address, signature }: { address: string; signature: string },
  { slot, transaction }: NonNullable<Found>,
): RemoteDeposit[] {
  const { accountKeys, instructions } = transaction.message
  return instructions.flatMap(({ programIdIndex, accounts, data }, instruction) => {
    if (accountKeys[programIdIndex] !== systemProgram) return []
    const [from, to] = accounts.map((index) => accountKeys[index])
    const amount = transferredIn(data)
    if (to !== address || from === undefined || from === address || !amount) return []
    if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return []
    return [{ signature, instruction, from, amountLamports: lamports(Number(amount)), slot }]
  })
}
