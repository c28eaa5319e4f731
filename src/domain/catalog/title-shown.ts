import { type SQL, sql } from 'drizzle-orm'
import type { ObjectRecord } from './object.ts'

/** What an object is called: by its provider, or else by itself, or else as its file. */
export const titleShown: SQL = sql`coalesce(object.title, object.document_title, object.filename)`

/** The same without the name of the file. */
export function titleOf({
  title,
  documentTitle,
}: Pick<ObjectRecord, 'title' | 'documentTitle'>): string | null {
  return title ?? documentTitle
}
