import type { Json } from '../../../base/json.ts'
import { type After, type PageRequest, readPage } from '../../../base/page.ts'
import { type Principal, requirePlatformAdmin } from '../../identity/index.ts'
import type { LedgerRoom } from '../room.ts'

export type { PageRequest } from '../../../base/page.ts'
export type Page<R> = { rows: R[]; total: number; nextCursor: string | null }

type List<R, I> = {
  route: string
  filters: Json
  read: (page: After<I>) => R[]
  count: () => number
  idOf: (row: R) => I
}

/** A page of a list of all tenants. Throws Forbidden unless a platform admin asks. */
export function pageForOperator<R, I extends string | number>(
  { cursorKey }: LedgerRoom,
  principal: Principal,
  page: PageRequest,
  list: List<R, I>,
): Page<R> {
  requirePlatformAdmin(principal)
  const { route, filters, read, idOf: positionOf } = list
  const { tenantId } = principal
  const binding = { route, tenantId, restriction: null, filters }
  return { ...readPage(cursorKey, page, { binding, read, positionOf }), total: list.count() }
}
