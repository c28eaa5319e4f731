import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { lanes } from './kinds.ts'

export const jobs = sqliteTable('job', {
  jobId: text('job_id').primaryKey(),
  kind: text('kind').notNull(),
  payload: text('payload').notNull(),
  subjectId: text('subject_id').notNull(),
  tenantId: text('tenant_id'),
  priority: integer('priority').notNull(),
  state: text('state', { enum: ['queued', 'running', 'done', 'failed'] }).notNull(),
  attempt: integer('attempt').notNull().default(0),
  failures: integer('failures').notNull().default(0),
  runAfterMs: integer('run_after_at').notNull(),
  leaseUntilMs: integer('lease_until_at'),
  error: text('error'),
  createdAtMs: integer('created_at').notNull(),
  startedAtMs: integer('started_at'),
  finishedAtMs: integer('finished_at'),
  lane: text('lane', { enum: lanes }).notNull().default('brief'),
})
