import * as z from 'zod'
import { folderSettings } from './folders.ts'
import { mailSettings } from './mail.ts'
import { folder, truth, webAddress, whole } from './rules.ts'
import { webhookSettings } from './webhooks.ts'

/** What an operator sets for years of running: backups, what can be watched, what is too much. */
export const operationsSettings = {
  backupDir: { rule: folder.optional(), help: 'folder that backups go to by themselves' },
  backupHours: { rule: whole(1, 720).default(24), help: 'hours from one of those to the next' },
  backupKeep: { rule: whole(1, 10_000).default(14), help: 'how many of those are kept' },
  backupRecipient: {
    rule: z
      .string()
      .regex(/^age1[0-9a-z]{20,}$/, 'an age recipient: age1…')
      .optional(),
    help: 'age recipient that backups are encrypted to',
  },
  secretsOverlapHours: {
    rule: whole(0, 720).default(24),
    help: 'hours for which links and sessions of before a secrets rotate are taken',
  },
  doctorHours: {
    rule: whole(0, 720).default(24),
    help: 'hours from one look of the doctor to the next, 0: it never looks by itself',
  },
  eventsDays: { rule: whole(1, 3_650).default(90), help: 'days for which events are kept' },
  ...folderSettings,
  ...webhookSettings,
  ...mailSettings,
  metricsToken: {
    rule: z
      .string()
      .regex(/^\S{16,}$/, 'at least 16 characters, and no spaces')
      .optional(),
    secret: true as const,
    help: 'bearer credential for /metrics; without it there is no /metrics',
  },
  slowRequestMs: {
    rule: whole(0, 600_000).default(1_000),
    help: 'requests that take longer are logged as slow; 0: none',
  },
  slowStatementMs: {
    rule: whole(0, 600_000).default(250),
    help: 'SQL that takes longer is logged, without its values; 0: none',
  },
  checkpoints: {
    rule: truth.default(true),
    help: 'empty the log of the database; false: a program that replicates it does that',
  },
  requestsMax: {
    rule: whole(1, 100_000).default(1_000),
    help: 'requests at once; beyond it the server answers 503 at once',
  },
  requestsPerAddress: {
    rule: whole(1, 100_000).default(100),
    help: 'bodies and answers that one address may leave lying; beyond it the oldest are cut off',
  },
  connectionsMax: {
    rule: whole(16, 1_000_000).default(8_000),
    help: 'open connections; beyond it those longest without a request are closed',
  },
  headSeconds: {
    rule: whole(1, 3_600).default(15),
    help: 'time for the address and the headers of a request',
  },
  bodyIdleSeconds: {
    rule: whole(1, 3_600).default(15),
    help: 'time for which nothing of a body may come; uploads have four times as much',
  },
  bodySeconds: {
    rule: whole(1, 3_600).default(60),
    help: 'time for a whole body; uploads have a second more for every 4 KB',
  },
  answerIdleSeconds: {
    rule: whole(1, 3_600).default(60),
    help: 'time for which nothing of an answer may be taken',
  },
  traceUrl: {
    rule: webAddress.optional(),
    help: 'OTLP/HTTP address that traces go to; without it there are none',
  },
}
