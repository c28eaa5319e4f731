import { NotFound } from '../../../base/errors.ts'
import { isId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { type Principal, requireSession, type SessionPrincipal } from '../../identity/index.ts'
import { countLicensed, countView, listLicensedIds } from '../queries.ts'
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
  room: MicroIpRoom,
  cmd: Command,
  { assetId }: { assetId: string },
): Promise<MicroIpView> {
  const { principal } = cmd
  requireSession(principal)
  const view = requireView(room.store.db, principal, assetId)
  if (view.licence.ownerTenantId === principal.tenantId) return view
  const counted = await cmd.write((tx) => {
    countView(tx, view.licence.assetId)
    return requireView(tx, principal, assetId)
  })
  showTerms(room, principal, [counted])
  return counted
}

/** Remembers what a buyer has been shown: it pays no more than that. */
export function showTerms(
  { shown, clock }: MicroIpRoom,
  { userId }: SessionPrincipal,
  views: readonly MicroIpView[],
): void {
  const licences = views.map(({ licence }) => licence)
  shown.show(userId, licences, clock.nowMs())
}

/** Every licensed asset that the caller may see, its own included, the newest licence first. */
export async function listMicroIp(
  room: MicroIpRoom,
  principal: Principal,
  { page, limit }: Page,
): Promise<MicroIpPage> {
  requireSession(principal)
  const { reading } = room
  // All that come before are looked at, and all are counted.
  const [ids, total] = await Promise.all([
    listLicensedIds(reading, principal, { offset: (page - 1) * limit, limit }),
    countLicensed(reading, principal),
  ])
  const items = viewsOf(room.store.db, principal, ids)
  showTerms(room, principal, items)
  return { items, page, limit, total }
}
