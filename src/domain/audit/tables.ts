import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const auditEvents = sqliteTable('audit_event', {
  auditNo: integer('audit_no').primaryKey({ autoIncrement: true }),
  auditId: text('audit_id').notNull(),
  at: integer('at').notNull(),
  tenantId: text('tenant_id'),
  actorType: text('actor_type', { enum: ['user', 'api_key', 'operator', 'system'] }).notNull(),
  actorId: text('actor_id'),
  action: text('action').notNull(),
  subjectType: text('subject_type').notNull(),
  subjectId: text('subject_id').notNull(),
  details: text('details').notNull().default('{}'),
  requestId: text('request_id'),
})
