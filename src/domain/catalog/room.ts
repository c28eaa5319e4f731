import type { Clock } from '../../base/clock.ts'
import type { Secrets } from '../../base/secrets.ts'
import type { Db, Write } from '../../store/tx.ts'
import type { BlobStore } from './ports.ts'
import type { SignedUrls } from './signed-urls.ts'

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
  readonly clock: Clock
  readonly secrets: Secrets
  readonly blobs: BlobStore
  readonly links: SignedUrls
  readonly settings: CatalogSettings
}

/** What the commands of this room share. */
export type CatalogRoom = Omit<CatalogDeps, 'secrets'> & {
  readonly cursorKey: Buffer
  /** What was received before has its record by now, or none for good. */
  readonly openedAtMs: number
}

export function makeRoom({ secrets, ...rest }: CatalogDeps): CatalogRoom {
  const openedAtMs = rest.clock.nowMs()
  return { ...rest, cursorKey: secrets.derive('catalog-cursor'), openedAtMs }
}

export const hourMs = 60 * 60 * 1000
