import { lamports } from '../../base/lamports.ts'
import type { RemoteDeposit } from '../../domain/chain/ports.ts'
import type { Rpc } from './rpc.ts'
import { systemProgram, transferredIn } from './transaction.ts'

const pageSize = 100
/** What one reading takes in at most; the rest comes with the next. */
const pagesMax = 50

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

/** Final transfers to an address since a cursor, the oldest first, and the new cursor. */
export async function depositsSince(
  rpc: Rpc,
  { address, cursor }: { address: string; cursor: string | undefined },
): Promise<{ deposits: RemoteDeposit[]; cursor: string | undefined }> {
  const signatures = await signaturesSince(rpc, { address, cursor })
  const deposits: RemoteDeposit[] = []
  for (const { signature, err } of signatures) {
    if (err !== null) continue
    const found = await rpc<Found>('getTransaction', signature, {
      ...{ commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 },
    })
    if (found && found.meta?.err === null)
      deposits.push(...transfersTo({ address, signature }, found))
  }
  return { deposits, cursor: signatures.at(-1)?.signature ?? cursor }
}

async function signaturesSince(
  rpc: Rpc,
  { address, cursor }: { address: string; cursor: string | undefined },
): Promise<Signed[]> {
  const found: Signed[] = []
  for (let page = 0; page < pagesMax; page++) {
    const before = found.at(-1)?.signature
    const list = await rpc<Signed[]>('getSignaturesForAddress', address, {
      ...{ commitment: 'finalized', limit: pageSize },
      ...(before === undefined ? {} : { before }),
      ...(cursor === undefined ? {} : { until: cursor }),
    })
    found.push(...list)
    if (list.length < pageSize) break
  }
  return found.reverse()
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
