import { type Principal, requireSession } from '../../identity/index.ts'
import { countBoughtLicences, type LicenceRow, listBoughtLicences } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'

export type LicenceRequest = { readonly offset: number; readonly limit: number }
export type LicenceList = { readonly licences: readonly LicenceRow[]; readonly total: number }

/** The licences that the caller bought, the newest first, as they were sold. */
export function listLicences(
  { store: { db } }: MicroIpRoom,
  principal: Principal,
  window: LicenceRequest,
): LicenceList {
  requireSession(principal)
  const { userId } = principal
  return {
    licences: listBoughtLicences(db, userId, window),
    total: countBoughtLicences(db, userId),
  }
}
