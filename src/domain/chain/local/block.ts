import { hash } from 'node:crypto'
import { isoOf } from '../../../base/clock.ts'
import { canonicalJson } from '../../../base/json.ts'
import { leafHash, nodeHash, rootOf } from '../../ledger/index.ts'

/** What a record says. Values are texts, so that nobody's numbers are rounded. */
export type RecordBody = {
  /** `licence`, `deposit`, `withdrawal`, `purchase`, `ledger_head`. */
  readonly kind: string
  /** No two records say the same: this is what makes them differ. */
  readonly id: string
  readonly [member: string]: string
}

export type NewRecord = { readonly subjectId: string; readonly body: RecordBody }

/** Everything of a block that is signed. */
export type BlockHeader = {
  readonly chainId: string
  readonly height: number
  readonly prev: Buffer
  readonly root: Buffer
  readonly records: number
  readonly createdAtMs: number
  readonly publicKey: Buffer
}

/** The block before the first one. */
export const genesis = Buffer.alloc(32)

export function headerText(header: BlockHeader): string {
  return canonicalJson({
    kind: 'kontor block 1',
    chain: header.chainId,
    height: String(header.height),
    prev: header.prev.toString('hex'),
    root: header.root.toString('hex'),
    records: String(header.records),
    at: isoOf(header.createdAtMs),
    key: header.publicKey.toString('hex'),
  })
}

export function blockHash(header: BlockHeader, signature: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(headerText(header)), signature]), 'buffer')
}

export function recordHash(body: string): Buffer {
  return leafHash(Buffer.from(body))
}

export function rootOfRecords(leaves: readonly Buffer[]): Buffer {
  return rootOf(leaves.length, subtreeOf(leaves))
}

/** The hashes of complete subtrees, for as few leaves as a block has. */
export function subtreeOf(leaves: readonly Buffer[]) {
  return function subtree({ level, place }: { level: number; place: number }): Buffer {
    if (level === 0) return leaves[place] as Buffer
    const [left, right] = [place * 2, place * 2 + 1]
    return nodeHash(
      subtree({ level: level - 1, place: left }),
      subtree({ level: level - 1, place: right }),
    )
  }
}
