import { type AuditEvent, historyOf } from '../../audit/index.ts'
import { namesOfActors, type Principal } from '../../identity/index.ts'
import { listJobsAbout } from '../../outbox/index.ts'
import { type ContentJob, contentOf } from '../objects/get-job.ts'
import type { CatalogRoom } from '../room.ts'
import { findForLook, isReviewer } from './find-for-look.ts'

/** A deed, and who did it by name, as far as that is the asker's to know. */
export type ObjectDeed = AuditEvent & { actorName: string | null }

/**
 * What befell an object, the last deed first: its owner learns the names of the own people and
 * keys, a reviewer everybody's. Throws NotFound.
 */
export function objectHistory(
  { store: { db } }: CatalogRoom,
  principal: Principal,
  { objectId: asked, ...stretch }: { objectId: string; offset: number; limit: number },
): { deeds: ObjectDeed[]; total: number } {
  const { objectId, tenantId } = findForLook(db, principal, asked)
  const { events, total } = historyOf(db, { tenantId, subjectId: objectId, ...stretch })
  const names = namesOfActors(db, {
    ids: events.flatMap(({ actor }) => (actor.id === null ? [] : [actor.id])),
    tenantId: isReviewer(principal) ? undefined : principal.tenantId,
  })
  const deeds = events.map((event) => ({
    ...event,
    actorName: names.get(event.actor.id ?? '') ?? null,
  }))
  return { deeds, total }
}

/** What was and is to be done with an object, the newest first. Throws NotFound. */
export function objectJobs(
  { store: { db } }: CatalogRoom,
  principal: Principal,
  { objectId: asked }: { objectId: string },
): ContentJob[] {
  const { objectId } = findForLook(db, principal, asked)
  return listJobsAbout(db, objectId).map((job) => ({ ...job, ...contentOf(db, job) }))
}
