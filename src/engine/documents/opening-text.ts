import { sql } from 'drizzle-orm'
import type { ObjectId } from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'

const passagesMax = 100

/** The beginning of what is in an asset, in reading order; empty while nothing is in the index. */
export function openingText(
  db: Db,
  { objectId, maxChars }: { objectId: ObjectId; maxChars: number },
): string {
  const rows = db.all<{ text: string }>(sql`
    SELECT text FROM passage WHERE object_id = ${objectId} AND kind <> 'metadata'
    ORDER BY ordinal LIMIT ${passagesMax}`)
  return rows
    .map(({ text }) => text)
    .join('\n\n')
    .slice(0, maxChars)
}
