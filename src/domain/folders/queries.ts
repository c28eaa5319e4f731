import { asc, eq, sql } from 'drizzle-orm'
import type { TenantId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { isNotSuspended } from '../identity/index.ts'
import { folderOrders } from './tables.ts'

export type FolderOrder = typeof folderOrders.$inferSelect

/** In the order in which they were given. */
export function listOrders(db: Db): FolderOrder[] {
  return db.select().from(folderOrders).orderBy(asc(folderOrders.orderId)).all()
}

export function hasOrder(db: Db, orderId: string): boolean {
  return db.select().from(folderOrders).where(eq(folderOrders.orderId, orderId)).all().length > 0
}

export function insertOrder(tx: Tx, row: FolderOrder): void {
  tx.insert(folderOrders).values(row).run()
}

export function deleteOrder(tx: Tx, orderId: string): void {
  tx.delete(folderOrders).where(eq(folderOrders.orderId, orderId)).run()
}

/** While a tenant is suspended nothing is taken for it. */
export function isResting(db: Db, tenantId: TenantId): boolean {
  const active = isNotSuspended(sql`${tenantId}`)
  return db.get<{ active: number }>(sql`SELECT ${active} AS active`).active === 0
}
