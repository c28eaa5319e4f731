import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../../base/clock.ts'
import { type WorkRecord, workKinds } from '../../../../domain/running.ts'
import { timestamp } from '../../../fields.ts'

export const WorkReply = z
  .object({
    work_id: z.string(),
    kind: z.enum(workKinds),
    period: z.string().nullable().meta({ description: 'Of a settlement: as it was asked for' }),
    tenant_id: z.string().nullable().meta({ description: 'Of an export or an erasure' }),
    state: z.enum(['running', 'done', 'failed']),
    progress: z.object({ done: z.int(), total: z.int() }).nullable().meta({
      description:
        'Bytes of a backup or an archive, passages of the index; null where nothing is counted',
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

export function presentWork(work: WorkRecord) {
  return {
    work_id: work.workId,
    kind: work.kind,
    period: work.options.period ?? null,
    tenant_id: work.options.tenantId ?? null,
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
