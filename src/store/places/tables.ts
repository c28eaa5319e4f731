import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The places that files lie in, by their names. Of no room: it is about the whole installation. */
export const filePlace = sqliteTable('file_place', {
  name: text('name').primaryKey(),
  placeId: text('place_id').notNull(),
})
