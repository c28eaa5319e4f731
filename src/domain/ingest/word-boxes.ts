import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { NotFound } from '../../base/errors.ts'
import type { Db } from '../../store/tx.ts'
import { findForLook } from '../catalog/index.ts'
import type { Principal } from '../principal.ts'
import { findWordBoxes } from './queries.ts'

const inflate = promisify(inflateRaw)
const inflatedMax = 4 * 1024 * 1024

/** A word and where it is on its page, in dots from the upper left. */
export type WordBox = { word: string; left: number; top: number; width: number; height: number }

export type WordsOfPage = { page: number; width: number; height: number; words: WordBox[] }

/**
 * The words that were recognised on a page, or in a picture, for the owner and for who reviews:
 * all of them together are the document, for which others pay. Throws NotFound also for a
 * page without such words.
 */
export async function readWordBoxes(
  { store: { db } }: { store: { db: Db } },
  principal: Principal,
  { objectId, page }: { objectId: string; page: number },
): Promise<WordsOfPage> {
  const object = findForLook(db, principal, objectId)
  const row = findWordBoxes(db, { objectId: object.objectId, page })
  if (!row) throw new NotFound('page with word boxes')
  const bytes = await inflate(row.words, { maxOutputLength: inflatedMax })
  const list = JSON.parse(bytes.toString('utf8')) as unknown
  const words = Array.isArray(list) ? list.flatMap(boxOf) : []
  return { page, width: row.width, height: row.height, words }
}

/** What the child wrote is not trusted to have this form. */
function boxOf(entry: unknown): WordBox[] {
  if (!Array.isArray(entry)) return []
  const [word, ...numbers] = entry as unknown[]
  const [left, top, width, height] = numbers.map((value) => {
    return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined
  })
  if (typeof word !== 'string' || left === undefined || top === undefined) return []
  if (width === undefined || height === undefined) return []
  return [{ word, left, top, width, height }]
}
