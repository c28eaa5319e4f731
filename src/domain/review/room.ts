import type { Clock } from '../../base/clock.ts'
import { Forbidden } from '../../base/errors.ts'
import type { ObjectId, TenantId } from '../../base/ids.ts'
import type { Secrets, SigningKeys } from '../../base/secrets.ts'
import type { Db, RoomStore } from '../../store/tx.ts'
import type { Catalog, SignedUrls } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import type { StoredInspection } from './ports.ts'

export type ReviewDeps = {
  readonly store: RoomStore
  readonly clock: Clock
  readonly secrets: Secrets
  readonly catalog: Pick<Catalog, 'setReviewDecision' | 'expireReviews' | 'warnOfReviews'>
  readonly links: SignedUrls
  /** Asked of ingestion, which comes later; undefined while the inspection is not done. */
  readonly inspectionOf: (db: Db, objectId: ObjectId) => StoredInspection | undefined
  readonly tenantNameOf: (db: Db, tenantId: TenantId) => string
  /** What people are called; those that are gone are left out. */
  readonly userNamesOf: (db: Db, userIds: readonly string[]) => ReadonlyMap<string, string>
}

export type Held = { userId: string; expiresAtMs: number }

/** Who looks at what. Kept in memory: it is a sign for colleagues, and good for minutes. */
export type Claims = Map<ObjectId, Held>

export type ReviewRoom = Omit<ReviewDeps, 'secrets'> & {
  readonly cursorKey: SigningKeys
  readonly claims: Claims
}

/** The object, and whose the reviewer takes it to be, if that is said. */
export type ReviewTarget = { tenantId?: string | undefined; objectId: string }

export type Reviewer = Command['principal']

/** A platform admin with a session; a tenant owner's `admin:*` is not enough. (our choice) */
export function requireReviewer(principal: Reviewer): void {
  if (principal.isPlatformAdmin && principal.principalType === 'user') return
  throw new Forbidden({
    reason: 'platform_admin_required',
    message: 'Only a platform administrator may do this.',
  })
}
