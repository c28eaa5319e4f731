import type Database from 'better-sqlite3'
import { type Examination, type Finding, some } from './finding.ts'

type Raw = Database.Database
type Moment = Pick<Examination, 'nowMs' | 'servingMs'>

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs
const reasonMax = 200

/** Letters that the server for mail does not take: it is tried for about a day. */
export function mailFindings(raw: Raw): Finding[] {
  const { letters, why } = raw
    .prepare(
      `SELECT count(*) AS letters, error AS why, max(job_id) FROM job
       WHERE lower(state) = 'queued' AND kind = 'send-mail' AND failures >= 3`,
    )
    .get() as { letters: number; why: string | null }
  if (letters === 0) return []
  const [said = ''] = (why ?? '').split('\n')
  return [
    {
      check: 'mail',
      level: 'error',
      message:
        `${letters} letters could not be sent, and are tried again: ` +
        `${said.slice(0, reasonMax)}.`,
      remedy:
        'Look at KONTOR_SMTP_URL and KONTOR_SMTP_CA_FILE, and at the server for mail: what waits ' +
        'goes by itself when it takes letters, for about a day.',
    },
  ]
}

/** Who is told of nothing any more, and may not have seen why. */
export function webhookFindings(raw: Raw, nowMs: number): Finding[] {
  const rows = raw
    .prepare(
      `SELECT webhook_id || ' (' || webhook.tenant_id || ')' FROM webhook
       WHERE state = 'disabled' AND EXISTS (SELECT 1 FROM audit_event
         WHERE subject_id = webhook_id AND action = 'webhook.disabled' AND at > ?)
       ORDER BY webhook_id DESC`,
    )
    .pluck()
    .all(nowMs - weekMs) as string[]
  if (rows.length === 0) return []
  return [
    {
      check: 'webhooks',
      level: 'warning',
      message: `Switched off within a week, because nobody took what was sent: ${some(rows)}.`,
      remedy:
        'Operate, Deliveries in the console has what was answered. Whose they are mends the ' +
        'address and switches them on again: PATCH /v1/webhooks/{id} with state active.',
    },
  ]
}

/** Work that could run while a server runs, and does not. */
export function stuckFindings(raw: Raw, { nowMs, servingMs }: Moment): Finding[] {
  if (!servingMs || servingMs < hourMs) return []
  const rows = raw
    .prepare(
      `SELECT kind, min(run_after_at) AS since FROM job
       WHERE state = 'queued' AND run_after_at < ? GROUP BY kind ORDER BY since`,
    )
    .all(nowMs - hourMs) as { kind: string; since: number }[]
  const [first] = rows
  if (!first) return []
  const hours = Math.floor((nowMs - first.since) / hourMs)
  return [
    {
      check: 'jobs',
      level: 'warning',
      message:
        `Work has waited for its turn for ${hours} hours: ` +
        `${some(rows.map(({ kind }) => kind))}.`,
      remedy:
        'kontor top shows what runs instead. Where much was sent at once it comes by itself; ' +
        'where nothing runs the log says why.',
    },
  ]
}

/** Of the programs that may be registered so many are no news yet. */
const programsUsual = 0.8

/** Room for programs that want to be let in: anybody takes some of it. */
export function programFindings(
  raw: Raw,
  { oauthProgramsMax: max }: Pick<Examination, 'oauthProgramsMax'>,
): Finding[] {
  if (max === undefined) return []
  const { programs, used } = raw
    .prepare('SELECT count(*) AS programs, count(used_at) AS used FROM oauth_client')
    .get() as { programs: number; used: number }
  if (programs < programsUsual * max) return []
  const isFull = used >= max
  return [
    {
      check: 'oauth',
      level: isFull ? 'error' : 'warning',
      message:
        `${programs} programs are registered and ${max} are kept; somebody let ${used} of them ` +
        `in.${isFull ? ' No other can be connected.' : ''}`,
      remedy:
        'What nobody lets in makes room by itself. Where most were let in raise ' +
        'KONTOR_OAUTH_PROGRAMS_MAX; where few were somebody registers without end: the log says ' +
        'from where, and KONTOR_OAUTH_REGISTRATIONS_PER_HOUR can be lowered.',
    },
  ]
}
