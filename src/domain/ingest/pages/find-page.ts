import { Conflict, InvalidInput, NotFound } from '../../../base/errors.ts'
import { type BlobKey, findForLook, type ObjectRecord } from '../../catalog/index.ts'
import type { Principal } from '../../principal.ts'
import { undrawableMax } from '../limits.ts'
import { type PageName, PageRefused, type ShelvedPage, type WantedPage } from '../ports.ts'
import type { IngestRoom } from '../room.ts'
import { countPages } from './pages-of.ts'

/** A page that may be shown. Nothing is drawn before it is opened. */
export type PagePicture = {
  /** Another one for other bytes, another page and another width. */
  version: string
  /** The caller closes `bytes`. */
  open(): Promise<ShelvedPage & { filename: string; version: string }>
}

/**
 * The picture of a page, for the owner of the object and for who reviews: all pages of a document
 * are the document. Throws NotFound, InvalidInput for a page that is not there, and Conflict for
 * `being_read`, `no_pages`, `not_uploaded` and `cannot_be_drawn`.
 */
export function findPage(
  room: IngestRoom,
  principal: Principal,
  { objectId, page, width }: WantedPage & { objectId: string },
): PagePicture {
  const { db } = room.store
  const look = () => findForLook(db, principal, objectId)
  const object = look()
  const total = countPages(db, object)
  if (total instanceof Conflict) throw total
  if (page > total) throw noSuchPage(total)
  const { blobKey } = object
  if (blobKey === null) throw new NotFound('object')
  const name = { blobKey, page, width }
  const version = `${blobKey.slice(blobKey.lastIndexOf('-') + 1)}-${page}-${width}`
  const stillThere = () => {
    if (countPages(db, look()) instanceof Conflict) throw new NotFound('object')
  }
  return {
    version,
    async open() {
      const drawn = await shelved(room, { name, object, stillThere }).catch((error: unknown) => {
        throw error instanceof PageRefused ? refusalOf(error, total) : error
      })
      if (!drawn) throw new NotFound('object')
      return { ...drawn, version, filename: `page-${page}` }
    },
  }
}

type Shelving = {
  name: PageName & { blobKey: BlobKey }
  object: ObjectRecord
  /** Asked again after drawing: what was deleted meanwhile leaves nothing behind. */
  stillThere(): void
}

async function shelved(room: IngestRoom, { name, object, stillThere }: Shelving) {
  const { undrawable } = room
  const key = `${name.blobKey}.${name.page}`
  const known = undrawable.get(key)
  if (known) throw known
  return room.pageShelf.open(name, async (outFd) => {
    const { filename, contentType } = object
    await using local = await room.blobs.local(name.blobKey)
    try {
      const claims = { filename, contentType }
      await room.pageDrawer.draw({ ...name, fd: local.fd, outFd, claims })
    } catch (error) {
      if (error instanceof PageRefused) undrawable.set(key, error)
      for (const oldest of undrawable.keys()) {
        if (undrawable.size > undrawableMax) undrawable.delete(oldest)
      }
      throw error
    }
    stillThere()
  })
}

function refusalOf({ reason, message }: PageRefused, total: number): Conflict | InvalidInput {
  return reason === 'no_such_page' ? noSuchPage(total) : new Conflict({ reason, message })
}

function noSuchPage(pages: number): InvalidInput {
  const message = pages === 1 ? 'This file has one page.' : `This file has ${pages} pages.`
  return new InvalidInput({ field: 'page', reason: 'no_such_page', message, facts: { pages } })
}
