import { and, asc, between, desc, eq, gt, lte, max, sql } from 'drizzle-orm'
import { placeholdersOf, prepared } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { TransferRow } from '../queries.ts'
import { accounts, ledgerHeads, merkleNodes, meterEvents, transfers } from '../tables.ts'

export type Log = 'transfer' | 'event'
export type HeadRow = typeof ledgerHeads.$inferSelect
export type AccountRow = typeof accounts.$inferSelect

const { placeholder } = sql
const tableOf = { transfer: transfers, event: meterEvents }

/** The hashes of rows after one, in order. */
export function listHashes(
  db: Db,
  { log, after, limit }: { log: Log; after: number; limit: number },
): Buffer[] {
  const { seq, hash } = tableOf[log]
  return db
    .select({ hash })
    .from(tableOf[log])
    .where(gt(seq, after))
    .orderBy(asc(seq))
    .limit(limit)
    .all()
    .map((row) => row.hash)
}

/** The hash of one row of a chain. */
export function hashAt(db: Db, { log, seq }: { log: Log; seq: number }): Buffer | undefined {
  const { hash } = tableOf[log]
  return db.select({ hash }).from(tableOf[log]).where(eq(tableOf[log].seq, seq)).get()?.hash
}

export type Span = { fromSeq: number; toSeq: number }

/** Hashes have no index of their own: these rows are looked through. */
export function findTransferByHash(db: Db, hash: Buffer, span: Span): TransferRow | undefined {
  const { seq } = transfers
  return db
    .select()
    .from(transfers)
    .where(and(between(seq, span.fromSeq, span.toSeq), eq(transfers.hash, hash)))
    .get()
}

export function findAccountById(db: Db, accountId: number): AccountRow | undefined {
  return db.select().from(accounts).where(eq(accounts.accountId, accountId)).get()
}

// Trees

const nodeAt = prepared((db) =>
  db
    .select({ hash: merkleNodes.hash })
    .from(merkleNodes)
    .where(
      and(
        eq(merkleNodes.log, placeholder('log')),
        eq(merkleNodes.level, placeholder('level')),
        eq(merkleNodes.place, placeholder('place')),
      ),
    )
    .prepare(),
)

export type NodeAddress = { log: Log; level: number; place: number }

export function findNode(db: Db, address: NodeAddress): Buffer | undefined {
  return nodeAt(db).get({ ...address })?.hash
}

const newNode = prepared((tx) =>
  tx.insert(merkleNodes).values(placeholdersOf(merkleNodes)).prepare(),
)

export function insertNode(tx: Tx, row: NodeAddress & { hash: Buffer }): void {
  newNode(tx).run(row)
}

/** How many nodes of a level there are: they are added from left to right. */
export function countNodes(db: Db, { log, level }: { log: Log; level: number }): number {
  const row = db
    .select({ last: max(merkleNodes.place) })
    .from(merkleNodes)
    .where(and(eq(merkleNodes.log, log), eq(merkleNodes.level, level)))
    .get()
  return (row?.last ?? -1) + 1
}

// Heads

export function findLastHead(db: Db): HeadRow | undefined {
  return db.select().from(ledgerHeads).orderBy(desc(ledgerHeads.headNo)).limit(1).get()
}

/** The last head that was signed when there were no more transfers than these. */
export function findHeadUpTo(db: Db, seq: number): HeadRow | undefined {
  return db
    .select()
    .from(ledgerHeads)
    .where(lte(ledgerHeads.transfers, seq))
    .orderBy(desc(ledgerHeads.headNo))
    .limit(1)
    .get()
}

export function findHeadAt(db: Db, headNo: number): HeadRow | undefined {
  return db.select().from(ledgerHeads).where(eq(ledgerHeads.headNo, headNo)).get()
}

/** The signatures of all heads that are kept, as hex. */
export function keptSignatures(db: Db): ReadonlySet<string> {
  const rows = db.select({ signature: ledgerHeads.signature }).from(ledgerHeads).all()
  return new Set(rows.map(({ signature }) => signature.toString('hex')))
}

export function listHeadsAfter(db: Db, { after, limit }: { after: number; limit: number }) {
  return db
    .select()
    .from(ledgerHeads)
    .where(gt(ledgerHeads.headNo, after))
    .orderBy(asc(ledgerHeads.headNo))
    .limit(limit)
    .all()
}

export function insertHead(tx: Tx, row: HeadRow): void {
  tx.insert(ledgerHeads).values(row).run()
}
