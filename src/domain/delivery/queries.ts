import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ObjectId, TenantId } from '../../base/ids.ts'
import { placeholdersOf, prepared } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { Link, Outcome } from './links/link.ts'
import { links } from './tables.ts'

const { placeholder } = sql

const linkByHash = prepared((db) =>
  db
    .select()
    .from(links)
    .where(eq(links.tokenHash, placeholder('tokenHash')))
    .prepare(),
)

export function findLink(db: Db, tokenHash: Buffer): Link | undefined {
  return linkByHash(db).get({ tokenHash })
}

const newLink = prepared((tx) => tx.insert(links).values(placeholdersOf(links)).prepare())

export function insertLink(tx: Tx, link: Omit<Link, 'state' | 'usedAtMs' | 'outcome'>): void {
  newLink(tx).run({ ...link, state: 'minted', usedAtMs: null, outcome: null })
}

const linkUsed = prepared((tx) =>
  tx
    .update(links)
    .set({ state: 'used', usedAtMs: sql`${placeholder('usedAtMs')}` })
    .where(and(eq(links.tokenHash, placeholder('tokenHash')), sql`${links.state} = 'minted'`))
    .prepare(),
)

/** Compare and set: false when somebody else used the link first. */
export function markUsed(tx: Tx, tokenHash: Buffer, usedAtMs: number): boolean {
  return linkUsed(tx).run({ tokenHash, usedAtMs }).changes === 1
}

/** The first outcome counts. */
export function setOutcome(tx: Tx, tokenHash: Buffer, outcome: Outcome): void {
  tx.update(links)
    .set({ outcome })
    .where(and(eq(links.tokenHash, tokenHash), eq(links.state, 'used'), isNull(links.outcome)))
    .run()
}

/** Whether another link has already made good what this one would. */
export function isMadeGood(db: Db, replaces: Buffer): boolean {
  const row = db
    .select({ tokenHash: links.tokenHash })
    .from(links)
    .where(
      and(eq(links.replaces, replaces), sql`${links.state} = 'used'`, isNotNull(links.replaces)),
    )
    .get()
  return row !== undefined
}

export type FailedDelivery = {
  buyerTenantId: TenantId
  assetId: ObjectId
  startMs: number | null
  endMs: number | null
  /** Only what was fetched after this. */
  sinceMs: number
  /** A delivery that began before this process and never ended was cut off by the server's end. */
  processStartMs: number
}

/** Deliveries of this to this buyer that failed and were not made good, the latest first. */
export function listFailedDeliveriesOf(db: Db, wanted: FailedDelivery): Link[] {
  const later = alias(links, 'later')
  const madeGood = db
    .select({ one: sql`1` })
    .from(later)
    .where(and(eq(later.replaces, links.tokenHash), eq(later.state, 'used')))
  return db
    .select()
    .from(links)
    .where(
      and(
        sql`${links.state} = 'used'`,
        eq(links.buyerTenantId, wanted.buyerTenantId),
        eq(links.assetId, wanted.assetId),
        sql`${links.startMs} IS ${wanted.startMs}`,
        sql`${links.endMs} IS ${wanted.endMs}`,
        gt(links.usedAtMs, wanted.sinceMs),
        hasFailed(wanted),
        sql`NOT EXISTS ${madeGood}`,
      ),
    )
    .orderBy(desc(links.usedAtMs))
    .all()
}

type Failures = Pick<FailedDelivery, 'sinceMs' | 'processStartMs'> & {
  tokenHashes: readonly Buffer[]
}

/** Those of these links whose delivery failed and was not made good. */
export function listFailedDeliveries(db: Db, asked: Failures): Link[] {
  const later = alias(links, 'later')
  const madeGood = db
    .select({ one: sql`1` })
    .from(later)
    .where(and(eq(later.replaces, links.tokenHash), eq(later.state, 'used')))
  return db
    .select()
    .from(links)
    .where(
      and(
        inArray(links.tokenHash, [...asked.tokenHashes]),
        eq(links.state, 'used'),
        gt(links.usedAtMs, asked.sinceMs),
        hasFailed(asked),
        sql`NOT EXISTS ${madeGood}`,
      ),
    )
    .all()
}

function hasFailed({ processStartMs }: Pick<FailedDelivery, 'processStartMs'>) {
  return or(
    eq(links.outcome, 'failed'),
    and(isNull(links.outcome), lt(links.usedAtMs, processStartMs)),
  )
}

/** Takes away some links that nobody used yet; gives how many there were. */
export function deleteUnusedLinks(tx: Tx, max: number): number {
  // Written out, not bound: the partial index is used only where its condition is literal.
  const isUnused = sql`${links.state} = 'minted'`
  const { tokenHash } = links
  const some = tx.select({ tokenHash }).from(links).where(isUnused).limit(max)
  return tx.delete(links).where(inArray(tokenHash, some)).run().changes
}

/** Sweeps away a few links that nobody used in their time. */
export function deleteExpiredLinks(tx: Tx, sweep: { nowMs: number; limit: number }): void {
  const expired = tx
    .select({ tokenHash: links.tokenHash })
    .from(links)
    .where(and(sql`${links.state} = 'minted'`, lte(links.expiresAtMs, sweep.nowMs)))
    .limit(sweep.limit)
    .all()
  if (expired.length === 0) return
  const hashes = expired.map(({ tokenHash }) => tokenHash)
  tx.delete(links).where(inArray(links.tokenHash, hashes)).run()
}

/** All links in an order of their own, a page at a time. */
export function listLinksAfter(db: Db, page: { after: Buffer; limit: number }): Link[] {
  return db
    .select()
    .from(links)
    .where(gt(links.tokenHash, page.after))
    .orderBy(asc(links.tokenHash))
    .limit(page.limit)
    .all()
}

export function listUsedLinks(db: Db, tokenHashes: Buffer[]): Link[] {
  return db
    .select()
    .from(links)
    .where(and(inArray(links.tokenHash, tokenHashes), eq(links.state, 'used')))
    .all()
}
