import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../../store/tx.ts'
import { isOperatorsKey, isSignedBy } from '../../ledger/index.ts'
import { verifyProblemsMax, verifySliceBlocks } from '../limits.ts'
import type { ChainRoom } from '../room.ts'
import { blockHash, genesis, headerText, recordHash, rootOfRecords } from './block.ts'
import { checkHeads, keptHeads } from './ledger-heads.ts'
import { type BlockRow, findRecord, listBlocks, listRecords, type RecordRow } from './queries.ts'

export type ChainReport = {
  ok: boolean
  blocks: number
  records: number
  /** Hash of the last block as hex; zeros for an empty chain. */
  head: string
  problems: { height: number | null; message: string }[]
}

type Walk = { height: number; prev: Buffer; atMs: number; records: number }

/**
 * Reads the whole chain again: does every block follow from the one before, is it signed with the
 * operator's key, and are its records those that were signed? And does the ledger still go through
 * the heads that are on the chain? Lets other work run in between.
 */
export async function verifyChain(
  room: ChainRoom,
  named: readonly NamedRecords[],
): Promise<ChainReport> {
  const { db } = room.store
  const kept = keptHeads(db)
  const walk: Walk = { height: 0, prev: genesis, atMs: 0, records: 0 }
  const problems: ChainReport['problems'] = []
  for (;;) {
    const blocks = listBlocks(db, { from: walk.height, limit: verifySliceBlocks })
    const records = recordsOf(db, blocks)
    for (const block of blocks) {
      const shown = { block, records: records.get(block.height) ?? [] }
      const found = [...checkBlock(room, walk, shown), ...checkHeads(db, kept, shown.records)]
      problems.push(...found.map((message) => ({ height: block.height, message })))
    }
    if (blocks.length < verifySliceBlocks || problems.length >= verifyProblemsMax) break
    await setImmediate()
  }
  for (const list of named) problems.push(...(await missingRecords(db, list)))
  return {
    ok: problems.length === 0,
    blocks: walk.height,
    records: walk.records,
    head: walk.prev.toString('hex'),
    problems: problems.slice(0, verifyProblemsMax),
  }
}

/** Transactions that a room says are on this chain, in slices. */
export type NamedRecords = (db: Db) => Iterable<{ what: string; transactionHash: string }[]>

async function missingRecords(db: Db, list: NamedRecords): Promise<ChainReport['problems']> {
  const problems: ChainReport['problems'] = []
  for (const slice of list(db)) {
    for (const { what, transactionHash } of slice) {
      if (!isLocal(transactionHash) || findRecord(db, transactionHash)) continue
      problems.push({ height: null, message: `the record of ${what} is missing` })
    }
    await setImmediate()
  }
  return problems
}

/** The names of records here are hashes as hex; those of other chains are written otherwise. */
function isLocal(transactionHash: string): boolean {
  return /^[0-9a-f]{64}$/.test(transactionHash)
}

function recordsOf(db: Db, blocks: readonly BlockRow[]): Map<number, RecordRow[]> {
  const [first, last] = [blocks[0], blocks.at(-1)]
  const byHeight = new Map<number, RecordRow[]>()
  if (!first || !last) return byHeight
  for (const record of listRecords(db, { from: first.height, below: last.height + 1 })) {
    const others = byHeight.get(record.height)
    if (others) others.push(record)
    else byHeight.set(record.height, [record])
  }
  return byHeight
}

type Shown = { block: BlockRow; records: readonly RecordRow[] }

function checkBlock(room: ChainRoom, walk: Walk, { block, records }: Shown) {
  const { signer, chainId } = room
  const header = { ...block, chainId }
  const { signature, publicKey } = block
  const problems: string[] = []
  if (block.height !== walk.height) problems.push(`block ${walk.height} is missing`)
  if (!block.prev.equals(walk.prev)) problems.push('does not follow the block before it')
  if (block.createdAtMs < walk.atMs) problems.push('is older than the block before it')
  if (!isOperatorsKey(signer, { publicKey, atMs: block.createdAtMs })) {
    problems.push('names another key')
  }
  if (!isSignedBy(publicKey, { text: headerText(header), signature })) {
    problems.push("is not signed with the operator's key")
  }
  if (!blockHash(header, signature).equals(block.hash)) problems.push('content and hash differ')
  problems.push(...checkRecords(block, records))
  walk.height = block.height + 1
  walk.prev = block.hash
  walk.atMs = block.createdAtMs
  walk.records += records.length
  return problems
}

function checkRecords(block: BlockRow, records: readonly RecordRow[]): string[] {
  const problems: string[] = []
  const leaves = records.map(({ body }) => recordHash(body))
  if (records.length !== block.records) problems.push('has lost records or has more of them')
  if (!rootOfRecords(leaves).equals(block.root)) problems.push('has other records than were signed')
  for (const [i, record] of records.entries()) {
    const known = leaves[i]?.toString('hex')
    const { transactionHash, place } = record
    if (known !== transactionHash || place !== i) problems.push(`record ${i} has another name`)
    if (!isFiledRight(record)) problems.push(`record ${i} is filed as something else than it says`)
  }
  return problems
}

/** What it is found by beside its hash stands in what was signed; of heads there is one ledger. */
function isFiledRight({ kind, subjectId, body }: RecordRow): boolean {
  const says = (member: string) => body.includes(`:${JSON.stringify(member)}`)
  return says(kind) && (kind === 'ledger_head' ? subjectId === 'ledger' : says(subjectId))
}
