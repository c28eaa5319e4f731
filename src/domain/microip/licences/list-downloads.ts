import { type Principal, requireSession } from '../../identity/index.ts'
import { countDownloads, type DownloadRow, listDownloadRows, type Whose } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'
import { notOwner } from './create-microip.ts'
import { type Page, requireView } from './read-microip.ts'

export type DownloadPage = Page & { readonly items: readonly DownloadRow[]; readonly total: number }

/** What the caller downloaded, the newest first. */
export function listOwnDownloads(
  room: MicroIpRoom,
  principal: Principal,
  page: Page,
): DownloadPage {
  requireSession(principal)
  return pageOf(room, { buyerUserId: principal.userId }, page)
}

/** Who downloaded an asset: for its owner alone. Throws NotFound, Forbidden. */
export function listAssetDownloads(
  room: MicroIpRoom,
  principal: Principal,
  { assetId, ...page }: Page & { assetId: string },
): DownloadPage {
  requireSession(principal)
  const { licence } = requireView(room.store.db, principal, assetId)
  if (licence.ownerTenantId !== principal.tenantId) throw notOwner()
  return pageOf(room, { assetId: licence.assetId }, page)
}

function pageOf({ store: { db } }: MicroIpRoom, whose: Whose, { page, limit }: Page): DownloadPage {
  const items = listDownloadRows(db, whose, { offset: (page - 1) * limit, limit })
  return { items, page, limit, total: countDownloads(db, whose) }
}
