import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Backups } from './adapters/backup/open-backups.ts'
import { openCheckpoints } from './adapters/checkpoints.ts'
import type { HeldLease } from './adapters/lease/hold-lease.ts'
import { note } from './adapters/notes.ts'
import { type Clock, isoOf, systemClock } from './base/clock.ts'
import { isToRevoke, noteRevoked } from './base/revoke-mark.ts'
import type { KeyRing } from './base/rotation.ts'
import type { SlowWatch } from './base/slow-watch.ts'
import { beginSearch } from './composition/begin-search.ts'
import { openCertificates, watchPair } from './composition/certificates.ts'
import { type Ended, endAll } from './composition/end-all.ts'
import { historyChores, trafficOf } from './composition/history.ts'
import { noteRotation, noteSeals } from './composition/note-secrets.ts'
import { archivesOf, backupsOf } from './composition/open-copies.ts'
import { openDoors } from './composition/open-doors.ts'
import { type Files, openFiles } from './composition/open-files.ts'
import {
  type FolderUse,
  markParts,
  type OpenedFolder,
  openFolder,
} from './composition/open-folder.ts'
import { openLog } from './composition/open-log.ts'
import { openRooms } from './composition/open-rooms.ts'
import { anchorChore, openProofs, type Proofs } from './composition/proofs.ts'
import { type Status, serviceOf } from './composition/running-process.ts'
import { seedAdmin } from './composition/seed-admin.ts'
import { openTenure } from './composition/tenure.ts'
import { openWorks } from './composition/work/open-works.ts'
import { operationsOf } from './composition/work/operations.ts'
import type { Config } from './config.ts'
import type { UploadLimits } from './domain/catalog/index.ts'
import type { ChainReport } from './domain/chain/index.ts'
import type { PasswordCost } from './domain/identity/index.ts'
import type { DetectLanguages, Extractor } from './domain/ingest/ports.ts'
import type { VerifyReport } from './domain/ledger/index.ts'
import type { Rooms } from './domain/rooms.ts'
import { serverFor, stop, urlOf } from './http/http-server.ts'
import { listen } from './http/listen.ts'
import type { Traffic } from './http/middleware/traffic.ts'
import type { Mounted } from './http/surfaces.ts'
import type { Store } from './store/open.ts'

export { type BackupOrder, backupInThread } from './adapters/backup/backup-thread.ts'
export { BackupRefused } from './adapters/backup/manifest.ts'
export type { Progress } from './adapters/backup/meter.ts'
export {
  type Capability,
  type CapabilitySettings,
  listCapabilities,
} from './adapters/capabilities.ts'
export { urlFindings } from './adapters/doctor/ask-url.ts'
export { tlsFindings } from './adapters/doctor/certificate-checks.ts'
export { examineInThread } from './adapters/doctor/doctor-thread.ts'
export type { Finding } from './adapters/doctor/finding.ts'
export { openSourceFolder } from './adapters/folders/source-folder.ts'
export { openLeanHeaps } from './adapters/lean-heaps.ts'
export { leaseFindings } from './adapters/lease/lease-findings.ts'
export type { ArchiveManifest } from './adapters/portability/archive.ts'
export { archiveInThread } from './adapters/portability/portability-thread.ts'
export { type OldReplicas, takeOldReplicas } from './adapters/replica/old-replicas.ts'
export { nodeFindings } from './adapters/search-nodes/node-findings.ts'
export type { Ended } from './composition/end-all.ts'
export { capabilityFindings, examinationOf } from './composition/examine.ts'
export { checkFolder, FolderRefused, type FolderUse } from './composition/open-folder.ts'
export { engineFindings, toldSoFar } from './composition/outside-engine/findings.ts'
export { requirePapers, requireUsable } from './composition/require-usable.ts'
export { openNodeLog, openSearchNode } from './composition/search-nodes/open-node.ts'
export { type Turn, waitForTurn } from './composition/standby.ts'
export { collectGarbage, countGarbage } from './composition/work/collect-garbage.ts'
export { moveFiles } from './composition/work/move-files.ts'
export { endOverlap, rotateSecrets } from './composition/work/rotate-secrets.ts'
export { checkModel, type ModelReport, scriptNames } from './engine/index.ts'
export {
  checkMediaModel,
  describeWalls,
  type MediaModelReport,
  taskOfModel,
} from './extract/index.ts'
export { appliedMigrations, pendingMigrations, refuseAnswerOfOlder } from './store/pending.ts'
export { requireOwner } from './store/require-writable.ts'

/** Null for a sign-in provider that answers as what the settings say; else what is wrong. */
export async function tryProvider(
  provider: Pick<Config['oidc'][number], 'issuer' | 'clientId'>,
): Promise<string | null> {
  return (await import('./adapters/oidc/try-provider.ts')).tryProvider(provider)
}

/** The documents of the interface; what makes them is loaded when somebody asks. */
export async function openapiDocuments() {
  const { documentNames, openapiText } = await import('./http/openapi/openapi-text.ts')
  const { olderText } = await import('./http/openapi/older-document.ts')
  return { documentNames, olderText, openapiText }
}

export const version = '0.1.0'

/** What of the application runs; a command that needs less leaves parts out. */
export type Parts = { http: boolean; jobs: boolean; workers: boolean }

/** What tests swap. */
export type AppOverrides = {
  clock?: Clock
  passwordCost?: PasswordCost
  uploadLimits?: UploadLimits
  /** A thread that other applications of this process use, too. */
  detectLanguages?: DetectLanguages
  /** Reads files inside of this process. */
  extractor?: Extractor
  checkReplies?: boolean
  /** Other routes than the product's. */
  mounts?: Mounted[]
  /** False: the searching threads start with the first search, and FTS5 alone answers. */
  startSearch?: boolean
  /** Is told instead of whoever sees to it that the process ends. */
  onLeaseOver?: (why: string) => void
}

export type App = {
  readonly config: Config
  readonly rooms: Rooms
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
  readonly backups: Backups
  /** Where files lie. */
  readonly files: Files
  /** The secrets of the folder, and the one who changes them. */
  readonly ring: KeyRing
  /** What has been asked of it. */
  readonly traffic: Traffic
  /** Is told of SQL that takes long. */
  readonly slow: SlowWatch
  /** What was ended at this opening, of a folder that was restored for that. */
  readonly ended: Ended | undefined
  /** Starts to answer requests, here or on a socket that is open already, and to work off jobs. */
  listen(on?: { socket?: number | undefined }): Promise<{ url: string }>
  /**
   * Answers a request of Surface B for whoever may open the data folder, in the place of the owner
   * of a tenant (id or name). Who that is has been looked at: by the permission of the socket.
   */
  answerOperator(req: IncomingMessage, res: ServerResponse, tenant: string): Promise<void>
  /** A one-time code that makes the first platform administrator; none once there is one. */
  ensureSetupCode(): Promise<string | undefined>
  /** Settles when no job is due any more. */
  settleJobs(): Promise<void>
  /** Settles when every passage has its vector; starts the thread that makes them. */
  settleVectors(): Promise<void>
  /** Does what is due by the clock; happens by itself every minute while jobs run. */
  runUpkeep(): Promise<void>
  /** Checks every entry of the ledger, with the links against it. */
  verifyLedger(): Promise<VerifyReport>
  /** Checks every block of the local chain, and that it has what the other rooms say it has. */
  verifyChain(): Promise<ChainReport>
  /** Takes the database as it is for the right one, and writes down why. */
  acceptLedger(reason: string): Promise<void>
  /** Requests in progress are finished, jobs go back into the queue, everything is closed. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Options = {
  parts?: Partial<Parts>
  overrides?: AppOverrides
  /** What is to be done with the data folder. */
  use?: FolderUse
  /** Whether a folder of an older schema may be read as it is. */
  anySchema?: boolean
  /** Taken already, before the folder could be opened. */
  lease?: HeldLease
  /** The records were put there out of a replica, which may end before what was served. */
  isRestored?: boolean
  /** The lease is gone, and whoever started it says that no records are newer. */
  isNewest?: boolean
}

/**
 * The composition root: opens the store, the adapters, the rooms, the jobs and the doors, top to
 * bottom. Throws what openFolder does.
 */
export async function openApp(config: Config, options: Options = {}): Promise<App> {
  const parts: Parts = { http: true, jobs: true, workers: true, ...options.parts }
  const { overrides = {}, use = 'serve', anySchema = false } = options
  const clock = overrides.clock ?? systemClock
  const { log, recent, spans } = openLog(config, parts)
  await using resources = new AsyncDisposableStack()

  const slow = slowWatch(config, log)
  const folder = openFolder(config, { use, anySchema, clock, slow, resources })
  const { store, ring, isReadOnly } = folder
  const { secrets } = ring
  if (store.copyBeforeMigration) log.info({ copy: store.copyBeforeMigration }, 'copied')
  const status: Status = { url: config.baseUrl ?? '', ready: false }
  const tenure = await openTenure({ config, folder, clock, log, status, resources, options })
  if ((parts.workers || !isReadOnly) && config.checkpoints)
    resources.use(checkpointsOf(store, config))

  const files = await openFiles(config, { ...folder, log })
  const proofs = openProofs({ store, secrets, clock, dataDir: config.dataDir, isReadOnly })
  let anchored: () => unknown = () => undefined
  // After all that may write, and before the database is closed.
  resources.defer(() => anchorLast(anchored, log))
  let noteFailure: ((beganAtMs: number) => Promise<void>) | undefined
  const onFailed = async (beganAtMs: number) => noteFailure?.(beganAtMs)
  const backups = resources.use(backupsOf({ config, version, clock, log, ring, onFailed }))
  const archives = resources.use(archivesOf(config, { clock, slow, parts, isReadOnly }))
  const { traffic, history } = trafficOf(config, { parts, isReadOnly, log, resources })
  const works = openWorks(clock, () => operationsOf({ ...own, rooms, verifyLedger, verifyChain }))
  const own = { config, version, traffic, backups, archives, works, ring, clock, store, spans }
  const { rooms, startJobs, engine, settleVectors, schedule, ...searching } = openRooms({
    config,
    store,
    clock,
    secrets,
    log,
    blobs: files.store,
    resources,
    slow,
    passwordCost: overrides.passwordCost,
    uploadLimits: overrides.uploadLimits,
    detectLanguages: overrides.detectLanguages,
    extractor: overrides.extractor,
    service: serviceOf(status, { ...own, recent, history, file: store.file }),
    chores: [
      ...[...backups.chores, ...archives.chores, forgetSecrets(ring)],
      ...[anchorChore(() => anchored()), ...historyChores(history, { ...own, rooms: () => rooms })],
    ],
  })
  resources.use(works)
  const verifyChain = () => verifiedChain(rooms, proofs.missed(rooms))
  const verifyLedger = () => checkedLedger({ rooms, proofs, config, clock })
  noteFailure = (atMs) => rooms.events.backupFailed({ began_at: isoOf(atMs) })
  if (!isReadOnly) anchored = () => proofs.anchor(rooms)
  const beginning = { config, folder, clock, log, proofs }
  const ended = isReadOnly ? undefined : await beginToWrite(rooms, beginning)

  const owned = resources.move()
  let closing: Promise<void> | undefined
  let settleJobs: () => Promise<void> | undefined = () => undefined
  const isOver = () => closing !== undefined
  const close = () => {
    status.ready = false
    closing ??= toTheEnd(owned)
    return closing
  }

  const needs = { ...own, ...overrides, rooms, log, owned, status, files, tenure, ...searching }
  const { doors, answerOperator, stopping } = openDoors(needs)

  return {
    config,
    rooms,
    store,
    clock,
    log,
    backups,
    files,
    ring,
    traffic,
    slow,
    ended,
    close,
    settleJobs: async () => settleJobs(),
    settleVectors,
    runUpkeep: () => schedule.tick(),
    verifyLedger,
    verifyChain,
    acceptLedger: (reason) => proofs.accept(rooms, reason),
    ensureSetupCode: () => rooms.identity.ensureSetupCode(),
    async listen({ socket } = {}) {
      await Promise.all([checkCluster(rooms, log), doors().then(tenure.begin)])
      const runner = parts.jobs ? owned.use(startJobs()) : undefined
      settleJobs = () => runner?.settle()
      if (parts.jobs) owned.use(startChores(schedule, files))
      const certificates = openCertificates({ config, secrets, log, owned })
      const server = serverFor(config, {
        answer: await doors(),
        certificates,
        pair: watchPair(status, log),
      })
      owned.defer(() => stop(server, stopping))
      await listen(server, { ...config, socket })
      await certificates?.start(server)
      status.url ||= urlOf(server, config)
      const isSearching = parts.workers && overrides.startSearch !== false
      if (isSearching) void beginSearch({ engine, log, status, isOver })
      else status.ready = true
      log.info({ url: status.url, version }, 'listening')
      return { url: status.url }
    },
    answerOperator,
    [Symbol.asyncDispose]: close,
  }
}

function startChores(schedule: { start(): AsyncDisposable }, files: Pick<Files, 'tellMissing'>) {
  void files.tellMissing()
  return schedule.start()
}

type Checked = Pick<App, 'rooms' | 'config' | 'clock'> & { proofs: Proofs }

async function checkedLedger({ rooms, proofs, config, clock }: Checked): Promise<VerifyReport> {
  const report = await verifiedLedger(rooms, proofs)
  const named = { dataDir: config.dataDir, name: 'verification' } as const
  note(named, { atMs: clock.nowMs(), ok: report.ok })
  return report
}

function verifiedLedger(rooms: Rooms, proofs: Proofs) {
  const { delivery, ledger, wallet } = rooms
  return ledger.verify([delivery.verifyLinks, wallet.verifyEntries, ...proofs.parts(rooms)])
}

async function verifiedChain({ chain, wallet, microip }: Rooms, missed: readonly string[]) {
  const report = await chain.verify([wallet.namedRecords, microip.namedRecords])
  const problems = [...report.problems, ...missed.map((message) => ({ height: null, message }))]
  return { ...report, ok: problems.length === 0, problems }
}

/** What cannot be written at the end (a full disk) keeps nothing else from ending well. */
/** Threads do not keep the process: while they are waited for, this does. */
async function toTheEnd(owned: AsyncDisposable): Promise<void> {
  const held = setInterval(() => {}, 60_000)
  try {
    await owned[Symbol.asyncDispose]()
  } finally {
    clearInterval(held)
  }
}

function anchorLast(anchored: () => unknown, log: Logger): void {
  try {
    anchored()
  } catch (error) {
    log.error({ error: (error as Error).message }, 'ledger.anchor was not written')
  }
}

/** Its text names no value, so it can be logged whole. */
function slowWatch({ slowStatementMs: slowMs }: Config, log: Logger): SlowWatch {
  return { slowMs, onSlow: ({ sql, ms }) => log.warn({ ms, sql }, 'slow statement') }
}

const forgetEveryMs = 60_000

/** Secrets whose overlap is over do not lie there any longer than they have to. */
function forgetSecrets(ring: KeyRing) {
  const slice = async () => {
    ring.prune()
    return false
  }
  return { name: 'forget-secrets', everyMs: forgetEveryMs, slice }
}

type Beginning = Pick<App, 'config' | 'clock' | 'log'> & { folder: OpenedFolder; proofs: Proofs }

/** What the settings and the secrets say that the database does not say yet, and what it lacks. */
async function beginToWrite(rooms: Rooms, { config, folder, clock, log, proofs }: Beginning) {
  const { ring, store } = folder
  const { dataDir } = config
  const ended = isToRevoke(dataDir) ? await endAll({ rooms, ring }) : undefined
  if (ended) {
    log.warn(ended, 'what was open in the backup is ended')
    store.syncNow()
    noteRevoked(dataDir)
  }
  await seedAdmin(rooms.identity, config)
  await rooms.chain.resumeSubmissions()
  await noteRotation(rooms, ring)
  if (ring.hasNewSeals) await noteSeals({ ring, store, clock, log })
  const missed = proofs.anchor(rooms)
  if (missed.length > 0) log.error({ missed }, 'the database is not the one that was anchored')
  markParts(folder, { dataDir, version })
  return ended
}

/** Throws ClusterRefused. A node that is away now is asked again before it is used. */
async function checkCluster({ chain }: Rooms, log: Logger): Promise<void> {
  if ((await chain.checkCluster()) !== 'unknown') return
  log.warn({ chain: chain.remote?.name }, 'the node does not answer: it is asked again later')
}

/** A replicator that the server has started decides itself when the log begins anew. */
function checkpointsOf({ file, hold }: Store, { leasing }: Config) {
  return openCheckpoints({ file, hold: leasing?.replica === undefined ? hold : undefined })
}
