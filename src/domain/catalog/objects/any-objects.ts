import { NotFound } from '../../../base/errors.ts'
import type { ObjectId } from '../../../base/ids.ts'
import { type After, type PageRequest, readPageLater } from '../../../base/page.ts'
import { type Reading, readingHere } from '../../../store/reading.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import type { Principal } from '../../principal.ts'
import type { CatalogRoom } from '../room.ts'
import * as queries from './any-queries.ts'

export type TakenDownFilters = {
  tenantId?: string | undefined
  datasetId?: string | undefined
}

export type TakenDownList = {
  objects: queries.AnyObject[]
  total: number
  nextCursor: string | null
}

/**
 * What is taken down in all tenants or of one, the last one first; also what its owner deleted
 * since, as long as its bytes are kept for who bought it. Throws Forbidden, InvalidInput for a
 * cursor of another list.
 */
export async function listTakenDown(
  room: CatalogRoom,
  principal: Principal,
  { cursor, limit, ...filters }: TakenDownFilters & PageRequest,
): Promise<TakenDownList> {
  requirePlatformAdmin(principal)
  const { tenantId = null, datasetId = null } = filters
  const page = { cursor, limit }
  const asked = { ...filters, nowMs: room.clock.nowMs() }
  const { rows, nextCursor } = await readPageLater(room.cursorKey, page, {
    binding: {
      route: 'taken-down',
      tenantId: principal.tenantId,
      restriction: null,
      filters: { tenantId, datasetId },
    },
    read: (part: After<queries.DownPosition>) =>
      queries.pageTakenDown(readingOf(room), { ...asked, ...part }),
    positionOf: ({ takenDownAtMs, objectId }) => ({ atMs: takenDownAtMs ?? 0, objectId }),
  })
  const total = await queries.countTakenDown(readingOf(room), asked)
  return { objects: rows, total, nextCursor }
}

/** The same for whoever holds the data folder: the command line. */
export async function listTakenDownAsOperator(
  room: CatalogRoom,
  { limit, ...filters }: TakenDownFilters & { limit: number },
): Promise<Omit<TakenDownList, 'nextCursor'>> {
  const asked = { ...filters, nowMs: room.clock.nowMs() }
  const page = { ...asked, limit, after: undefined }
  return {
    objects: await queries.pageTakenDown(readingOf(room), page),
    total: await queries.countTakenDown(readingOf(room), asked),
  }
}

/**
 * One of any tenant that was sent, or that its owner deleted and whose bytes are kept for who
 * bought it. Throws Forbidden, NotFound.
 */
export function getAnyObject(
  { store: { db }, clock }: CatalogRoom,
  principal: Principal,
  { objectId }: { objectId: string },
): queries.AnyObject {
  requirePlatformAdmin(principal)
  const found = queries.findAny(db, { objectId: objectId as ObjectId, nowMs: clock.nowMs() })
  if (!found) throw new NotFound('object')
  return found
}

function readingOf({ reading, store: { db } }: CatalogRoom): Reading {
  return reading ?? readingHere(db)
}

export type { AnyObject } from './any-queries.ts'
