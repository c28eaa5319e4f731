import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../../base/clock.ts'
import { NotFound } from '../../../../base/errors.ts'
import { text, timestamp } from '../../../fields.ts'
import { get } from '../../../route.ts'

const BackupsReply = z
  .object({
    folder: z.string().nullable().meta({ description: 'Null: the settings name none' }),
    every_hours: z.number().nullable(),
    keep: z.int().nullable().meta({ description: 'Older ones are removed; null: all are kept' }),
    next_at: timestamp
      .nullable()
      .meta({ description: 'When the next one is due; null: the settings name no folder' }),
    busy: z.boolean().meta({ description: 'One is being made' }),
    backups: z.array(
      z.object({
        name: z.string(),
        made_at: timestamp,
        files: z.int(),
        encrypted: z.boolean(),
        problems: z.array(z.string()),
        verified_at: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: 'Backups' })

export const listBackups = get('/v1/admin/backups', {
  id: 'listBackups',
  summary: 'The backups of this server in the folder of the settings, the newest first',
  description: 'At most 50. POST /v1/admin/work makes one, and verifies the last.',
  tag: 'Administration',
  access: 'platform_admin',
  reply: BackupsReply,
  errors: [400, 401, 403],
  run: ({ rooms }) => rooms.service.backups(),
  present: (backups) => ({
    folder: backups.folder,
    every_hours: backups.everyHours,
    keep: backups.keep,
    next_at: isoOrNull(backups.nextAtMs),
    busy: backups.isBusy,
    backups: backups.sets.map((set) => ({
      name: set.name,
      made_at: isoOf(set.madeAtMs),
      files: set.files,
      encrypted: set.isEncrypted,
      problems: [...set.problems],
      verified_at: isoOrNull(set.verifiedAtMs),
    })),
  }),
})

const BackupReply = z
  .object({
    name: z.string(),
    folder: z.string().meta({ description: 'Where it lies on the machine: what restore is given' }),
    made_at: timestamp,
    version: z.string().meta({ description: 'Of the program that made it' }),
    encrypted: z.boolean().meta({ description: 'Then restore needs the key (--identity)' }),
    master_key_elsewhere: z
      .boolean()
      .meta({ description: 'The key of the secrets was given from outside: it is not in it' }),
    model_elsewhere: z.string().nullable().meta({ description: 'An own model that is not in it' }),
    files: z.int(),
    bytes: z.int().meta({ description: 'All that a restore reads' }),
    gives: z
      .object({
        tenants: z.int(),
        users: z.int(),
        datasets: z.int(),
        objects: z.int(),
        passages: z.int(),
        transfers: z.int(),
      })
      .meta({ description: 'What a restore would give' }),
    ledger_head: z.string(),
    problems: z.array(z.string()),
    verified_at: timestamp.nullable(),
  })
  .meta({ id: 'Backup' })

export const getBackup = get('/v1/admin/backups/:name', {
  id: 'getBackup',
  summary: 'What a restore of a backup would give, as its own manifest says',
  description: 'Of the backups of this server. What is in it is read by the work backup_verify.',
  tag: 'Administration',
  access: 'platform_admin',
  params: z.object({ name: text({ min: 1, max: 40 }) }),
  reply: BackupReply,
  errors: [400, 401, 403, 404],
  run({ rooms, params }) {
    const backup = rooms.service.backup(params.name)
    if (!backup) throw new NotFound('backup')
    return backup
  },
  present: (backup) => ({
    name: backup.name,
    folder: backup.folder,
    made_at: isoOf(backup.madeAtMs),
    version: backup.version,
    encrypted: backup.isEncrypted,
    master_key_elsewhere: backup.isMasterKeyElsewhere,
    model_elsewhere: backup.modelElsewhere,
    files: backup.files,
    bytes: backup.bytes,
    gives: {
      tenants: backup.counts.tenant ?? 0,
      users: backup.counts.user ?? 0,
      datasets: backup.counts.dataset ?? 0,
      objects: backup.counts.object ?? 0,
      passages: backup.counts.passage ?? 0,
      transfers: backup.counts.transfer ?? 0,
    },
    ledger_head: backup.ledgerHead,
    problems: [...backup.problems],
    verified_at: isoOrNull(backup.verifiedAtMs),
  }),
})
