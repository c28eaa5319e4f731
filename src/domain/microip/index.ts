/**
 * MicroIP: licences on assets, and assets as Surface C has them.
 *
 * Owns the cards of assets that were uploaded on Surface C (name, description, by whom), licences
 * with their terms and words, sales, and the history of downloads. The money is the wallet's and
 * the ledger's, the bytes and who may see them are the catalog's, and what was licensed and bought
 * is on the chain.
 *
 * States. Licence: offered as soon as its asset is approved and indexed; until then its owner
 * alone sees it. What somebody who was removed or erased has left is on offer no more; who bought
 * it still has it. Its words: waiting (from the name) → ready (from the content); what the owner
 * wrote stays. On a chain elsewhere: pending → registered or failed. Sale: made once per buyer,
 * for good; an exclusive one once at all, and from then on owner and buyer alone see the asset.
 * Once its file was sold by itself, it is on offer to nobody, and its owner sees that.
 *
 * Refuses: types, names and prices that are none (InvalidInput), file types that are not taken
 * (UnsupportedType), a second licence (Conflict), `exclusive` after a sale (Conflict), what is not
 * the caller's (Forbidden), what is not on offer (NotOnOffer), other terms than the buyer agreed to
 * or was shown (OtherTerms), more than the buyer has (InsufficientBalance). Downloads of Surface A
 * are delivery's, not this room's.
 */
import { bind } from '../../base/bind.ts'
import type { ObjectId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import type { Settled } from '../chain/index.ts'
import { listAssets } from './assets/list-assets.ts'
import { uploadAsset } from './assets/upload-asset.ts'
import { changeMicroIp } from './licences/change-microip.ts'
import { createMicroIp } from './licences/create-microip.ts'
import { downloadMicroIp } from './licences/download-microip.ts'
import { indexAnewAfterUpgrade } from './licences/index-words.ts'
import { listAssetDownloads, listOwnDownloads } from './licences/list-downloads.ts'
import { listLicences } from './licences/list-licences.ts'
import { namedRecords } from './licences/named-records.ts'
import { getMicroIp, listMicroIp } from './licences/read-microip.ts'
import { searchMicroIp } from './licences/search-microip.ts'
import { openShownTerms } from './licences/shown-terms.ts'
import { shownTermsCountMs, shownTermsMax } from './limits.ts'
import { describeAsset, describeSoon } from './metadata/describe-asset.ts'
import { updateMicroIp } from './queries.ts'
import type { MicroIpDeps } from './room.ts'

export type MicroIps = ReturnType<typeof openMicroIp>

export function openMicroIp(deps: MicroIpDeps) {
  const shown = openShownTerms({
    openedAtMs: deps.clock.nowMs(),
    shownMax: shownTermsMax,
    countsForMs: shownTermsCountMs,
  })
  const room = { ...deps, shown }
  return {
    ...bind(room, {
      uploadAsset,
      listAssets,
      createMicroIp,
      listMicroIp,
      getMicroIp,
      changeMicroIp,
      downloadMicroIp,
      listLicences,
      listOwnDownloads,
      listAssetDownloads,
      searchMicroIp,
      indexAnewAfterUpgrade,
      describeAsset,
      describeSoon,
    }),
    /** For the verification of the chain: what it must have. */
    namedRecords,
    /** Told by the room chain what became of a licence on a chain elsewhere. */
    licenceSettled: (tx: Tx, { subjectId, ok, signature }: Settled) =>
      updateMicroIp(tx, subjectId as ObjectId, {
        onChainId: signature,
        chainStatus: ok ? 'registered' : 'failed',
      }),
  }
}

export { withoutArchive } from './assets/archive-head.ts'
export { requireFileKind } from './assets/file-kind.ts'
export type { OwnAsset } from './assets/own-asset.ts'
export { requireDescription, requireName } from './assets/upload-asset.ts'
export { categories, licenseMeanings, licenseTypes, qualities } from './licence.ts'
export type { DownloadedMicroIp } from './licences/download-microip.ts'
export type { DownloadPage } from './licences/list-downloads.ts'
export type { LicenceList } from './licences/list-licences.ts'
export type { MicroIpPage } from './licences/read-microip.ts'
export type { MicroIpView } from './licences/view.ts'
export * from './limits.ts'
export { type Describer, DescriberFailed } from './ports.ts'
export { wasSold as wasLicenceSold } from './queries.ts'
