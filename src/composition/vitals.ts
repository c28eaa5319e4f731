import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import { noted } from '../adapters/notes.ts'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config.ts'
import type { Attention } from '../domain/reports/index.ts'
import type { Rooms } from '../domain/rooms.ts'

import type { Files } from './open-files.ts'
import type { Outside } from './outside-engine/outside.ts'
import type { Status } from './running-process.ts'
import type { Tenure } from './tenure.ts'

/** What operators are woken for, as /metrics shows it (with `kontor_` before it). */
export const vitalHelp = {
  backup_last_success_timestamp_seconds: 'When the last backup without problems was made.',
  backup_last_verified_timestamp_seconds:
    'When the last backup of its time was read again and found whole.',
  data_disk_free_bytes: 'Room where the data folder lies.',
  files_failed: 'Approved files that could not be indexed.',
  files_waiting: 'Approved files that are not indexed yet.',
  reviews_waiting: 'Uploads that wait for a reviewer.',
  reviews_ending_soon: 'Uploads whose review ends within a day.',
  ledger_last_verified_timestamp_seconds: 'When the whole ledger was verified last.',
  ledger_in_order: 'Whether it was in order then: 1 or 0.',
  months_unsettled: 'Months that have been over for hours and are not settled.',
  certificate_expiry_timestamp_seconds: 'When the certificate that this server shows ends.',
  certificate_failures: 'Orders of a certificate that failed since the last that did not.',
  jobs_due: 'Jobs that could run now and wait.',
  jobs_oldest_due_seconds: 'How long the first of them has waited.',
  jobs_failed: 'Jobs that were given up, of the last days.',
  letters_unsent: 'Letters that could not be sent three times, and are tried again.',
  webhooks_disabled: 'Webhooks that were switched off because nobody took what was sent.',
  oauth_programs: 'Programs that registered to be let in, or that a document names.',
  oauth_programs_max: 'How many of them are kept.',
  blob_store_errors_total: 'Requests to the store of files that failed since the start.',
  blob_places_away: 'Places of files that are away or refused: nothing is put there or given.',
  lease_epoch: 'Which epoch of the lease this server serves.',
  lease_left_seconds: 'How long it may answer yet if the lease is not renewed.',
  replica_behind_seconds: 'How old the oldest write is that was not shipped yet.',
  replica_behind_bytes: 'How much of the log was not shipped yet.',
  replica_restarts_total: 'How often Litestream ended by itself since the start.',
  engine_up: 'Whether the engine of others is asked what is near: 1 or 0.',
  engine_has_all: 'Whether it has been told of everything that is listed: 1 or 0.',
  engine_searches_total: 'Searches in which it was asked.',
  engine_failures_total: 'Of them those in which no answer came that could be used.',
} as const

export type VitalName = keyof typeof vitalHelp
/** How many jobs are open, or programs let in, wakes nobody, and is counted with the others. */
type Figures = Partial<Record<VitalName | 'jobs_open' | 'oauth_connections', number>>

type Needs = {
  rooms: Pick<Rooms, 'reports' | 'ledger'>
  config: Pick<Config, 'dataDir' | 'acme' | 'oauth' | 'oauthProgramsMax'>
  status: Pick<Status, 'certificateEndMs'>
  clock: Clock
  log: Pick<Logger, 'warn'>
  files: Pick<Files, 'troubles' | 'away'>
  tenure: Tenure
  outside: Pick<Outside, 'report'> | undefined
}

const freshMs = 15_000

/**
 * The figures that were gathered last; asking begins to gather them anew when they are old, and
 * waits for nothing. What cannot be gathered is not shown, so that an alert on its absence fires.
 */
export function openVitals(needs: Needs) {
  const { clock, log } = needs
  let figures: Figures = {}
  let gatheredAtMs = Number.NEGATIVE_INFINITY
  let gathering = false

  async function gatherAnew(): Promise<void> {
    gathering = true
    try {
      figures = await gather(needs)
    } catch (error) {
      figures = {}
      log.warn({ error: String(error) }, 'figures for /metrics could not be gathered')
    }
    gatheredAtMs = clock.elapsedMs()
    gathering = false
  }

  return {
    help: vitalHelp as Readonly<Record<string, string>>,
    read(): Readonly<Record<string, number | undefined>> {
      if (!gathering && clock.elapsedMs() - gatheredAtMs >= freshMs) void gatherAnew()
      return figures
    },
  }
}

async function gather({ rooms, config, status, ...needs }: Needs): Promise<Figures> {
  const { clock, files, tenure, outside } = needs
  const { dataDir, acme } = config
  const [found, { bavail, bsize }] = await Promise.all([rooms.reports.attention(), statfs(dataDir)])
  const backup = noted(dataDir, 'backup')
  const verification = noted(dataDir, 'verification')
  const certificate = acme && noted(dataDir, 'certificate')
  const times = {
    backup_last_success_timestamp_seconds: backup?.madeAtMs,
    backup_last_verified_timestamp_seconds: backup?.lastVerifiedAtMs ?? backup?.verifiedAtMs,
    ledger_last_verified_timestamp_seconds: verification?.atMs,
    certificate_expiry_timestamp_seconds: status.certificateEndMs ?? certificate?.endMs,
  }
  const known = Object.entries(times).flatMap(([name, ms]) => (ms ? [[name, ms / 1_000]] : []))
  return {
    ...Object.fromEntries(known),
    ...(verification && { ledger_in_order: verification.ok ? 1 : 0 }),
    ...(certificate && { certificate_failures: certificate.failures }),
    ...counted(found, clock.nowMs()),
    ...(config.oauth && programs(found, config.oauthProgramsMax)),
    blob_store_errors_total: files.troubles(),
    blob_places_away: files.away(),
    ...leased(tenure),
    ...besides(outside),
    data_disk_free_bytes: bavail * bsize,
    months_unsettled: rooms.ledger.countUnsettled(),
  }
}

function programs(found: Attention, max: number): Figures {
  return {
    oauth_programs: found.programsRegistered,
    oauth_programs_max: max,
    oauth_connections: found.programsConnected,
  }
}

function besides(outside: Needs['outside']): Figures {
  if (!outside) return {}
  const { isUp, hasAll, searches, failures } = outside.report()
  return {
    engine_up: isUp ? 1 : 0,
    engine_has_all: hasAll ? 1 : 0,
    engine_searches_total: searches,
    engine_failures_total: failures,
  }
}

function leased(tenure: Tenure): Figures {
  const report = tenure.report()
  if (!report) return {}
  const { epoch, leftMs, replica } = report
  return {
    lease_epoch: epoch,
    lease_left_seconds: leftMs / 1_000,
    ...(replica && {
      replica_behind_bytes: replica.behindBytes,
      replica_restarts_total: replica.restarts,
    }),
    // What was never shipped has no age: the alert on its absence fires.
    ...(replica?.behindMs != null && { replica_behind_seconds: replica.behindMs / 1_000 }),
  }
}

function counted(found: Attention, nowMs: number): Figures {
  return {
    files_failed: found.filesFailed,
    files_waiting: found.filesWaiting,
    reviews_waiting: found.reviewsWaiting,
    reviews_ending_soon: found.reviewsEnding,
    jobs_open: found.jobsOpen,
    jobs_due: found.jobsDue,
    jobs_oldest_due_seconds: found.oldestDueAt === null ? 0 : (nowMs - found.oldestDueAt) / 1_000,
    jobs_failed: found.jobsFailed,
    letters_unsent: found.lettersUnsent,
    webhooks_disabled: found.webhooksDisabled,
  }
}
