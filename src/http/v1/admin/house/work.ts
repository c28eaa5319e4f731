import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../../base/clock.ts'
import { overlapMaxHours, type WorkRecord, workKinds } from '../../../../domain/running.ts'
import { idText, int, oneOf, timestamp } from '../../../fields.ts'
import { route } from '../../../route.ts'
import { periodText } from '../money/payouts.schema.ts'

const tag = 'Administration'

const WorkReply = z
  .object({
    work_id: z.string(),
    kind: z.enum(workKinds),
    period: z.string().nullable().meta({ description: 'Of a settlement: as it was asked for' }),
    state: z.enum(['running', 'done', 'failed']),
    progress: z.object({ done: z.int(), total: z.int() }).nullable().meta({
      description: 'Bytes of a backup, passages of the index; null where nothing is counted',
    }),
    ok: z.boolean().nullable().meta({ description: 'Null until it is done: nothing is wrong' }),
    findings: z.array(
      z.object({
        check: z.string(),
        level: z.enum(['error', 'warning']),
        message: z.string(),
        remedy: z.string().meta({ description: 'What to do' }),
      }),
    ),
    facts: z.record(z.string(), z.unknown()).meta({ description: 'What it counted and made' }),
    error: z.string().nullable().meta({ description: 'Why it could not be done' }),
    started_by: z.string().nullable(),
    started_by_name: z.string().nullable().meta({ description: 'As they were called then' }),
    started_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Work' })

const StartWork = z
  .object({
    kind: oneOf(workKinds),
    period: periodText
      .optional()
      .meta({ description: 'With settle, settle_check, settle_preview: last month unless given' }),
    overlap_hours: int({ min: 0, max: overlapMaxHours })
      .optional()
      .meta({ description: 'With secrets_rotate: how long those of before are taken' }),
  })
  .meta({ id: 'StartWork' })

export const startWork = route({
  id: 'startWork',
  method: 'post',
  path: '/v1/admin/work',
  summary: 'Start work that looks after the server: a backup, a check, a settlement and the like',
  description:
    'Each kind does what the command of that name does (gc_count is kontor gc --count), in the ' +
    'background and once at a time (409). A backup goes where the settings say. What comes of it ' +
    'is remembered until the server ends, the last 20.',
  tag,
  access: 'platform_admin',
  body: StartWork,
  status: 202,
  reply: WorkReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.service.works.start(cmd, {
      kind: body.kind,
      options: { period: body.period, overlapHours: body.overlap_hours },
    }),
  present: presentWork,
})

export const listWork = route({
  id: 'listWork',
  method: 'get',
  path: '/v1/admin/work',
  summary: 'The work that was started since the server started, the newest first',
  description: 'At most 20, with how far each is and what came of it.',
  tag,
  access: 'platform_admin',
  status: 200,
  reply: z.object({ work: z.array(WorkReply) }).meta({ id: 'Works' }),
  errors: [400, 401, 403],
  run: ({ rooms }) => rooms.service.works.list(),
  present: (work) => ({ work: work.map(presentWork) }),
})

export const getWork = route({
  id: 'getWork',
  method: 'get',
  path: '/v1/admin/work/:id',
  summary: 'How far one of them is, and what came of it',
  description: 'Asked again while it runs.',
  tag,
  access: 'platform_admin',
  params: z.object({ id: idText }),
  status: 200,
  reply: WorkReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, params }) => rooms.service.works.get(params.id),
  present: presentWork,
})

const BackupsReply = z
  .object({
    folder: z.string().nullable().meta({ description: 'Null: the settings name none' }),
    every_hours: z.number().nullable(),
    keep: z.int().nullable().meta({ description: 'Older ones are removed; null: all are kept' }),
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

export const listBackups = route({
  id: 'listBackups',
  method: 'get',
  path: '/v1/admin/backups',
  summary: 'The backups of this server in the folder of the settings, the newest first',
  description: 'At most 50. POST /v1/admin/work makes one, and verifies the last.',
  tag,
  access: 'platform_admin',
  status: 200,
  reply: BackupsReply,
  errors: [400, 401, 403],
  run: ({ rooms }) => rooms.service.backups(),
  present: (backups) => ({
    folder: backups.folder,
    every_hours: backups.everyHours,
    keep: backups.keep,
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

function presentWork(work: WorkRecord) {
  return {
    work_id: work.workId,
    kind: work.kind,
    period: work.options.period ?? null,
    state: work.state,
    progress: work.progress,
    ok: work.ok,
    findings: work.findings.map(({ check, level, message, remedy }) => ({
      check,
      level,
      message,
      remedy,
    })),
    facts: work.facts,
    error: work.error,
    started_by: work.startedBy,
    started_by_name: work.startedByName,
    started_at: isoOf(work.startedAtMs),
    finished_at: isoOrNull(work.finishedAtMs),
  }
}
