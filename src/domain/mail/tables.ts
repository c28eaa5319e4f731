import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { TenantId, UserId } from '../../base/ids.ts'
import type { EventType } from '../events/index.ts'
import type { Locale } from './texts/locales.ts'

/** The last number in each list that was looked at for a person. */
export type Seen = Readonly<Record<string, number>>

export const notificationChoices = sqliteTable('notification_choice', {
  userId: text('user_id').$type<UserId>().primaryKey(),
  tenantId: text('tenant_id').$type<TenantId>().notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  atOnce: text('at_once', { mode: 'json' }).$type<readonly EventType[]>().notNull(),
  daily: text('daily', { mode: 'json' }).$type<readonly EventType[]>().notNull(),
  atOnceSeen: text('at_once_seen', { mode: 'json' }).$type<Seen>().notNull(),
  dailySeen: text('daily_seen', { mode: 'json' }).$type<Seen>().notNull(),
  dailyAt: integer('daily_at').notNull(),
})
