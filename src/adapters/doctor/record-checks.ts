import type Database from 'better-sqlite3'
import { type Examination, type Finding, namedMax, some } from './finding.ts'
import { unclaimedFindings, undecidedFindings } from './money-checks.ts'
import { mailFindings, programFindings, stuckFindings, webhookFindings } from './waiting-checks.ts'

type Raw = Database.Database

const soonMs = 12 * 3_600_000
const clockStepMs = 3_600_000

/** What the records say by themselves. */
export function recordFindings(
  raw: Raw,
  moment: Pick<Examination, 'nowMs' | 'servingMs' | 'oauthProgramsMax'>,
): Finding[] {
  const { nowMs } = moment
  const stuck = () => stuckFindings(raw, moment)
  const programs = () => programFindings(raw, moment)
  const checks = [
    ...[clockFindings, indexFindings, failedFindings, partFindings, unseenFindings],
    ...[reviewFindings, jobFindings, readingFindings, analysisFindings],
    ...[stuck, mailFindings, webhookFindings, unclaimedFindings, undecidedFindings],
    ...[programs],
  ]
  return checks.flatMap((check) => {
    try {
      return check(raw, nowMs)
    } catch (error) {
      // A folder of an older version has no such thing.
      if (/no such (table|column)/.test((error as Error).message)) return []
      throw error
    }
  })
}

function clockFindings(raw: Raw, nowMs: number): Finding[] {
  const state = raw.prepare('SELECT seen_at, paused_reason FROM clock_state').get() as
    | { seen_at: number; paused_reason: string | null }
    | undefined
  const isBehind = state !== undefined && state.seen_at - nowMs > clockStepMs
  if (!state || (state.paused_reason === null && !isBehind)) return []
  return [
    {
      check: 'clock',
      level: 'error',
      message: isBehind
        ? 'The clock of this machine shows a time before what has happened already.'
        : 'The clock was set by more than an hour: what goes by it rests.',
      remedy: 'Set the clock right (timedatectl), then kontor clock confirm.',
    },
  ]
}

function indexFindings(raw: Raw): Finding[] {
  const missing = count(
    raw,
    `SELECT count(*) FROM passage
    WHERE passage_no NOT IN (SELECT id FROM passage_fts_docsize)`,
  )
  const stray = count(
    raw,
    `SELECT count(*) FROM passage_fts_docsize
    WHERE id NOT IN (SELECT passage_no FROM passage)`,
  )
  if (missing + stray === 0) return []
  return [
    {
      check: 'index',
      level: 'error',
      message: `${missing} passages are not in the index, ${stray} rows of it have no passage.`,
      remedy: 'kontor index rebuild; searches go on meanwhile.',
    },
  ]
}

/** Files that were let in and could not be indexed: nobody finds them. */
function failedFindings(raw: Raw): Finding[] {
  const { total, named } = namesOf(
    count(raw, "SELECT count(*) FROM object WHERE index_state = 'failed' AND status = 'active'"),
    raw.prepare(
      `SELECT filename, folder, ingest_error AS why FROM object
       WHERE index_state = 'failed' AND status = 'active' ORDER BY object_no DESC LIMIT ?`,
    ),
  )
  if (total === 0) return []
  return [
    {
      check: 'files',
      level: 'warning',
      message: `Files that could not be indexed: ${total}. ${named}`,
      remedy:
        'Their providers see them with GET /v1/objects?index_state=failed: have them upload ' +
        'better ones and delete these, or read them anew after an upgrade.',
    },
  ]
}

/** Files that took more time than there is for one: their rest is not found. */
function partFindings(raw: Raw): Finding[] {
  const { total, named } = namesOf(
    count(
      raw,
      `SELECT count(*) FROM object
       WHERE part IS NOT NULL AND index_state = 'indexed' AND status = 'active'`,
    ),
    raw.prepare(
      `SELECT filename, folder,
         (part ->> 'read') || ' of ' || coalesce(part ->> 'of', '?') || ' ' || (part ->> 'unit')
           AS why
       FROM object WHERE part IS NOT NULL AND index_state = 'indexed' AND status = 'active'
       ORDER BY object_no DESC LIMIT ?`,
    ),
  )
  if (total === 0) return []
  return [
    {
      check: 'partial',
      level: 'warning',
      message: `Files of which a part was read: ${total}. ${named}`,
      remedy:
        'Give them more time (--recognition-minutes, --extract-seconds), then read their dataset ' +
        'anew: POST /v1/datasets/{id}/reprocess. Or have them uploaded in pieces.',
    },
  ]
}

/** The newest of so many files, each with what is said of it. */
function namesOf(total: number, select: Database.Statement) {
  const newest = select.all(namedMax) as {
    filename: string
    folder: string | null
    why: string | null
  }[]
  const named = newest.map(({ filename, folder, why }) => {
    return `${folder ? `${folder}/` : ''}${filename} (${why ?? 'no reason is known'})`
  })
  const more = total > newest.length ? `; and ${total - newest.length} more` : ''
  return { total, named: named.join('; ') + more }
}

/** Uploads that were let in and that no buyer will ever find. */
function unseenFindings(raw: Raw): Finding[] {
  const rows = raw
    .prepare(
      `SELECT dataset_id, name FROM dataset WHERE status = 'active'
         AND (visibility = 'private' OR (visibility = 'restricted' AND NOT EXISTS
           (SELECT 1 FROM dataset_access access WHERE access.dataset_id = dataset.dataset_id)))
         AND EXISTS (SELECT 1 FROM object WHERE object.dataset_id = dataset.dataset_id
           AND object.status = 'active')
         AND NOT EXISTS (SELECT 1 FROM microip JOIN object ON object_id = asset_id
           WHERE object.dataset_id = dataset.dataset_id)
       ORDER BY dataset_no`,
    )
    .all() as { dataset_id: string; name: string }[]
  if (rows.length === 0) return []
  const names = some(rows.map(({ name, dataset_id: id }) => `${name} (${id})`))
  return [
    {
      check: 'unseen',
      level: 'warning',
      message: `No buyer can see ${names}.`,
      remedy: 'Its owner makes it listed, or restricted with access for those who may see it.',
    },
  ]
}

function reviewFindings(raw: Raw, nowMs: number): Finding[] {
  const rows = raw
    .prepare(
      `SELECT object_id FROM object WHERE status = 'staged' AND review_expires_at < ?
       ORDER BY review_expires_at`,
    )
    .pluck()
    .all(nowMs + soonMs) as string[]
  if (rows.length === 0) return []
  return [
    {
      check: 'reviews',
      level: 'warning',
      message: `${rows.length} reviews end within twelve hours: ${some(rows)}.`,
      remedy: 'kontor review list, then kontor review approve or kontor review reject.',
    },
  ]
}

function jobFindings(raw: Raw): Finding[] {
  const failed = raw
    .prepare(
      `SELECT count(*) || ' ' || kind FROM job WHERE lower(state) = 'failed' GROUP BY kind
       ORDER BY count(*) DESC`,
    )
    .pluck()
    .all() as string[]
  if (failed.length === 0) return []
  return [
    {
      check: 'jobs',
      level: 'warning',
      message: `Work was given up: ${some(failed)}.`,
      remedy:
        'Operate, Jobs in the console (GET /v1/admin/jobs?state=failed) says why, and tries one ' +
        'again: POST /v1/admin/jobs/{id}/retry. Of a file its owner sees the error.',
    },
  ]
}

/** After an upgrade that reads files otherwise: how far reading them anew has come. */
function readingFindings(raw: Raw): Finding[] {
  const after = raw.prepare(`SELECT after_dataset_id FROM reading_version`).pluck().get()
  if (typeof after !== 'string' || after === '') return []
  const { done, all } = raw
    .prepare(
      `SELECT count(*) AS "all", count(*) FILTER (WHERE dataset_id <= ?) AS done
       FROM dataset WHERE deleted_at IS NULL`,
    )
    .get(after) as { done: number; all: number }
  const part = `${done} of ${all} datasets are read anew, or just being read`
  return [
    {
      check: 'reading',
      level: 'warning',
      message: `An earlier version read these files otherwise: ${part}.`,
      remedy:
        'Nothing: kontor serve goes on with it, and searches find the old passages meanwhile.',
    },
  ]
}

/** After an upgrade whose analyser makes other words of a text: how far the index has come. */
function analysisFindings(raw: Raw): Finding[] {
  const after = raw.prepare(`SELECT after_passage_no FROM analysis_version`).pluck().get()
  if (typeof after !== 'number' || after === 0) return []
  const { done, all } = raw
    .prepare(
      `SELECT count(*) AS "all", count(*) FILTER (WHERE passage_no <= ?) AS done FROM passage`,
    )
    .get(after) as { done: number; all: number }
  return [
    {
      check: 'analysis',
      level: 'warning',
      message: `An earlier version made the search index: ${done} of ${all} passages are new.`,
      remedy: 'Nothing: kontor serve goes on with it, and everything is found meanwhile.',
    },
  ]
}

function count(raw: Raw, sql: string): number {
  return raw.prepare(sql).pluck().get() as number
}
