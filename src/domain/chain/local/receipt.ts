import { isoOf } from '../../../base/clock.ts'
import { NotFound } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import { inclusionPath, isSignedBy, rootFromPath } from '../../ledger/index.ts'
import type { ChainRoom } from '../room.ts'
import { blockHash, headerText, type RecordBody, recordHash, subtreeOf } from './block.ts'
import { findBlock, findRecord, findRecordOf, listRecords } from './queries.ts'

/** Proof that a record is on the chain: plain JSON that is checked without the chain. */
export type ChainReceipt = {
  kind: 'kontor chain receipt 1'
  chain_id: string
  transaction_hash: string
  on_chain_id: string
  record: RecordBody
  /** Siblings on the way from the record to the root of its block, the nearest first, as hex. */
  path: string[]
  place: number
  block: {
    height: number
    prev: string
    root: string
    records: number
    at: string
    public_key: string
    signature: string
    hash: string
  }
}

/** Throws NotFound for a hash that no record has. */
export function makeReceipt(
  { chainId }: ChainRoom,
  db: Db,
  named: { transactionHash: string; subjectId?: string },
): ChainReceipt {
  const { subjectId } = named
  const bySubject = subjectId === undefined ? undefined : findRecordOf(db, subjectId)
  const record = findRecord(db, named.transactionHash) ?? bySubject
  const block = record && findBlock(db, record.height)
  if (!record || !block) throw new NotFound('transaction')
  const { height, place } = record
  const records = listRecords(db, { from: height, below: height + 1 })
  const leaves = records.map(({ body }) => recordHash(body))
  const path = inclusionPath({ index: place, size: leaves.length }, subtreeOf(leaves))
  return {
    kind: 'kontor chain receipt 1',
    chain_id: chainId,
    transaction_hash: record.transactionHash,
    on_chain_id: `${chainId}:${height}:${place}`,
    record: JSON.parse(record.body),
    path: path.map(hex),
    place,
    block: {
      height,
      prev: hex(block.prev),
      root: hex(block.root),
      records: block.records,
      at: isoOf(block.createdAtMs),
      public_key: hex(block.publicKey),
      signature: hex(block.signature),
      hash: hex(block.hash),
    },
  }
}

/** What is wrong with a receipt by itself, held against the operator's key alone. */
export function checkChainReceipt(
  receipt: ChainReceipt,
  { body, publicKey }: { body: string; publicKey: Buffer },
): string[] {
  const { block, place, path } = receipt
  const header = {
    chainId: receipt.chain_id,
    height: block.height,
    records: block.records,
    prev: bytes(block.prev),
    root: bytes(block.root),
    createdAtMs: Date.parse(block.at),
    publicKey: bytes(block.public_key),
  }
  const leaf = recordHash(body)
  const problems: string[] = []
  if (hex(leaf) !== receipt.transaction_hash) problems.push('the record has another hash')
  if (!header.publicKey.equals(publicKey)) problems.push('the block was signed with another key')
  const signature = bytes(block.signature)
  if (!isSignedBy(publicKey, { text: headerText(header), signature })) {
    problems.push("the block is not signed with the operator's key")
  }
  if (hex(blockHash(header, signature)) !== block.hash) problems.push('the block has another hash')
  const leafAt = { index: place, size: block.records, hash: leaf }
  const root = rootFromPath(leafAt, path.map(bytes))
  if (!root?.equals(header.root)) problems.push('the record is not part of the block')
  return problems
}

/** Whether the block that a receipt shows is still the one of that height. */
export function isOnChain(db: Db, { block }: ChainReceipt): boolean {
  return findBlock(db, block.height)?.hash.toString('hex') === block.hash
}

function hex(value: Buffer): string {
  return value.toString('hex')
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'hex')
}
