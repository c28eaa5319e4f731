import { canonicalJson } from '../../../base/json.ts'
import type { Tx } from '../../../store/tx.ts'
import type { ChainRoom } from '../room.ts'
import {
  blockHash,
  genesis,
  headerText,
  type NewRecord,
  recordHash,
  rootOfRecords,
} from './block.ts'
import { findLastBlock, insertBlock, insertRecord } from './queries.ts'

/** Where a record stands. */
export type Recorded = {
  /** Names the record on this chain: chain, height, place. */
  readonly onChainId: string
  /** Hex, 64 digits; no other record has it. */
  readonly transactionHash: string
}

/**
 * Signs a block with these records and appends it, in the transaction of what they record: all of
 * it is there afterwards or nothing. Gives the place of each record, in their order.
 */
export function appendBlock(
  { signer, chainId }: ChainRoom,
  tx: Tx,
  { records, nowMs }: { records: readonly NewRecord[]; nowMs: number },
): Recorded[] {
  const last = findLastBlock(tx)
  const bodies = records.map(({ body }) => canonicalJson(body))
  const leaves = bodies.map(recordHash)
  const header = {
    chainId,
    height: last ? last.height + 1 : 0,
    prev: last?.hash ?? genesis,
    root: rootOfRecords(leaves),
    records: records.length,
    // The clock of the machine may be set back; the chain's does not go back.
    createdAtMs: Math.max(nowMs, last?.createdAtMs ?? 0),
    publicKey: signer.publicKey,
  }
  const signature = signer.sign(headerText(header))
  const { chainId: _, ...row } = header
  insertBlock(tx, { ...row, signature, hash: blockHash(header, signature) })
  return records.map(({ subjectId, body }, place) => {
    const transactionHash = (leaves[place] as Buffer).toString('hex')
    const where = { height: header.height, place, transactionHash }
    insertRecord(tx, { ...where, kind: body.kind, subjectId, body: bodies[place] as string })
    return { onChainId: `${chainId}:${header.height}:${place}`, transactionHash }
  })
}
