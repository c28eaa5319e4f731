import type { Clock } from '../../base/clock.ts'
import type { DatasetId, ObjectId, PassageId, TenantId, UserId } from '../../base/ids.ts'
import type { Secrets, SigningKeys } from '../../base/secrets.ts'
import type { Reading } from '../../store/reading.ts'
import type { Db, Write } from '../../store/tx.ts'
import type { StorageUse, TellManagers } from '../identity/index.ts'
import { type UploadLimits, uploadLimits } from './limits.ts'
import type { BlobStore } from './ports.ts'
import type { SignedUrls } from './signed-urls.ts'
import { openSlots, type Slots } from './uploads/parts/slots.ts'

export type CatalogSettings = {
  /** The largest file that may be uploaded. */
  readonly uploadLimitBytes: number
  /** Spec 3: 48 to 72 hours for the review of an upload. */
  readonly reviewWindowHours: number
  /** How long the bytes of what was deleted or rejected are kept. */
  readonly graceHours: number
}

export type CatalogDeps = {
  readonly store: { readonly db: Db; readonly write: Write }
  /** For what looks through many objects; without it whoever asks waits. */
  readonly reading?: Reading | undefined
  readonly clock: Clock
  readonly secrets: Secrets
  readonly blobs: BlobStore
  readonly links: SignedUrls
  readonly settings: CatalogSettings
  /** Asked of search, where passages lie. */
  readonly arePassagesOf: (
    db: Db,
    asked: { datasetId: DatasetId; passageIds: readonly PassageId[] },
  ) => boolean
  /** Asked of microip: whether anybody bought a licence on it. */
  readonly wasLicenceSold: (db: Db, objectId: ObjectId) => boolean
  /** Asked of identity: what a tenant keeps, and may. */
  readonly storageOf: (db: Db, tenantId: TenantId) => StorageUse
  /** False for a tenant that is none, and for one that was erased. */
  readonly isTenantThere: (db: Db, tenantId: TenantId) => boolean
  /** Throws NotFound for a tenant that is none. */
  readonly tenantNameOf: (db: Db, tenantId: TenantId) => string
  /** Asked of identity: what somebody is called; null for keys, and whoever is gone. */
  readonly userNameOf: (db: Db, userId: UserId) => string | null
  /** Letters of what is off the market, or back; without it none are written. */
  readonly tellManagers?: TellManagers | undefined
  /** Tests lower them. */
  readonly uploadLimits?: UploadLimits | undefined
}

/** What the commands of this room share. */
export type CatalogRoom = Omit<CatalogDeps, 'secrets' | 'uploadLimits'> & {
  readonly cursorKey: SigningKeys
  readonly uploadLimits: UploadLimits
  readonly slots: Slots
  /** What was received before has its record by now, or none for good. */
  readonly openedAtMs: number
}

export function makeRoom({ secrets, ...rest }: CatalogDeps): CatalogRoom {
  const openedAtMs = rest.clock.nowMs()
  return {
    ...rest,
    uploadLimits: rest.uploadLimits ?? uploadLimits,
    slots: openSlots(),
    cursorKey: secrets.signing('catalog-cursor'),
    openedAtMs,
  }
}

export const hourMs = 60 * 60 * 1000
