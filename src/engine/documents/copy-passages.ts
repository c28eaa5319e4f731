import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../store/tx.ts'
import { indexRowOf } from './index-row.ts'
import { insertIntoIndex, insertPassage, listPassages, type PassageRow } from './queries.ts'

/** Passages with higher numbers than one, as they are: no more than so many, nor much more text. */
export function passagesToCopy(
  db: Db,
  { afterNo, limit, charsMax }: { afterNo: number; limit: number; charsMax: number },
): { passages: PassageRow[]; isAll: boolean } {
  const found = listPassages(db, { afterNo, limit })
  let chars = 0
  const fitting = found.findIndex(({ text }) => {
    chars += text.length
    return chars > charsMax
  })
  const passages = fitting < 0 ? found : found.slice(0, Math.max(1, fitting))
  return { passages, isAll: passages.length === found.length && found.length < limit }
}

/** Takes passages of another database in, with their rows in the index. */
export function copyPassages(tx: Tx, rows: readonly PassageRow[]): void {
  for (const row of rows) {
    insertPassage(tx, row)
    insertIntoIndex(tx, indexRowOf(row))
  }
}

/** Those that are there of these; a trigger takes them out of the index. */
export function removeCopiedPassages(tx: Tx, passageNos: readonly number[]): void {
  if (passageNos.length === 0) return
  tx.run(sql`DELETE FROM passage
    WHERE passage_no IN (SELECT value FROM json_each(${JSON.stringify(passageNos)}))`)
}

/** Which passage has a number; undefined: none. */
export function passageIdOf(db: Db, passageNo: number): string | undefined {
  return listPassages(db, { afterNo: passageNo - 1, limit: 1 }).find(
    (row) => row.passageNo === passageNo,
  )?.passageId
}
