import { NotFound } from '../../../base/errors.ts'
import { isId, type ObjectId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { type Principal, requireSession } from '../../identity/index.ts'
import { countView, listLicensedIds } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'
import { findView, type MicroIpView, viewsOf } from './view.ts'

export type Page = { readonly page: number; readonly limit: number }
export type MicroIpPage = Page & { readonly items: readonly MicroIpView[]; readonly total: number }

/** Throws NotFound for what the caller may not see. */
export function requireView(
  db: MicroIpRoom['store']['db'],
  principal: Principal,
  assetId: string,
): MicroIpView {
  const view = isId('obj', assetId) ? findView(db, principal, assetId) : undefined
  if (!view) throw new NotFound('microIP asset')
  return view
}

/** One licensed asset; looking at somebody else's counts as a view. Throws NotFound. */
export async function getMicroIp(
  { store: { db } }: MicroIpRoom,
  cmd: Command,
  { assetId }: { assetId: string },
): Promise<MicroIpView> {
  const { principal } = cmd
  requireSession(principal)
  const view = requireView(db, principal, assetId)
  if (view.licence.ownerTenantId === principal.tenantId) return view
  return cmd.write((tx) => {
    countView(tx, view.licence.assetId)
    return requireView(tx, principal, assetId)
  })
}

/** Every licensed asset that the caller may see, its own included, the newest licence first. */
export function listMicroIp(
  { store: { db } }: MicroIpRoom,
  principal: Principal,
  { page, limit }: Page,
): MicroIpPage {
  requireSession(principal)
  const ids: ObjectId[] = listLicensedIds(db).map(({ assetId }) => assetId)
  const seen = viewsOf(db, principal, ids)
  const items = seen.slice((page - 1) * limit, page * limit)
  return { items, page, limit, total: seen.length }
}
