import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { HeldLease } from '../adapters/lease/hold-lease.ts'
import { type FoundLease, LeaseAway, LeaseRefused } from '../adapters/lease/lease-record.ts'
import { leaseGone, type Taking, takeOver, untilOver } from '../adapters/lease/take-lease.ts'
import { requireLitestream, run, usualPath } from '../adapters/replica/litestream.ts'
import { restoreReplica, setAside } from '../adapters/replica/restore-replica.ts'
import { systemClock } from '../base/clock.ts'
import type { Config } from '../config.ts'
import { lockFolder } from '../store/lock.ts'
import { takingOf } from './tenure.ts'

type Leasing = NonNullable<Config['leasing']>

export type Waiting = {
  config: Config & { leasing: Leasing }
  /** The next machine has the folder itself: nothing is restored. */
  isShared: boolean
  /** Run once the lease is had, and before the folder is opened. */
  prepare: string | undefined
  /** Takes over although the replica lacks more than is usual. */
  acceptsLoss: boolean
  signal: AbortSignal
  say(line: string): void
}

/** Undefined lease: the folder is the one that was served last, and takes it by itself. */
export type Turn = {
  lease?: HeldLease
  isRestored?: boolean
  /** Nothing but whoever started it says so: the lease is gone. */
  isNewest?: boolean
}

/** What a replica may lack without anybody being asked. */
const usualLossMs = 60_000
const looksPerLease = 3

/**
 * Waits until it is this machine's turn, and brings the folder to where the one before was. Throws
 * LeaseRefused, LitestreamRefused, FolderInUse, and AbortError when it is asked to stop.
 */
export async function waitForTurn(waiting: Waiting): Promise<Turn> {
  const { config, isShared, prepare, say } = waiting
  const { dataDir, leasing } = config
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (prepare !== undefined) requireProgram(prepare)
  if (!isShared) await requireMeans(config)
  const lock = isShared ? undefined : lockFolder(dataDir)
  try {
    const taking = takingOf(config, { installation: '', clock: systemClock })
    const sight: Sight = { wasSeen: false, goneSinceMs: undefined }
    for (;;) {
      const found = await nextTurn(waiting, taking, sight)
      if (!('record' in found)) return found
      const lease = await taken(taking, found)
      if (lease === undefined) continue
      const { host } = found.record
      say(`The lease is this machine's, in epoch ${lease.epoch}. Before, ${host} had it.`)
      try {
        if (prepare !== undefined) await prepared(prepare, lease.epoch, waiting.signal)
        if (isShared || epochIn(dataDir) >= found.record.served) return { lease }
        await restore({ dataDir, leasing, record: found.record, waiting })
        return { lease, isRestored: true }
      } catch (error) {
        lease.close()
        throw error
      }
    }
  } finally {
    lock?.release()
  }
}

/** When its turn comes it is too late to find out. */
function requireProgram(program: string): void {
  const folders = program.includes('/') ? [''] : usualPath.PATH.split(':')
  if (folders.some((folder) => isProgram(folder === '' ? program : join(folder, program)))) return
  const where = program.includes('/') ? 'there' : `in any of ${folders.join(', ')}`
  throw new LeaseRefused(
    `--prepare ${program} cannot be run: there is no such file ${where}, or it is no program ` +
      '(chmod +x). Name it with its whole path.',
  )
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** Attaches and mounts the disk, say. */
async function prepared(program: string, epoch: number, signal: AbortSignal): Promise<void> {
  await run(program, [String(epoch)], usualPath, signal).catch((error: Error) => {
    signal.throwIfAborted()
    throw new LeaseRefused(`${program} (--prepare) failed, so nothing is served: ${error.message}`)
  })
}

/** What will be needed then is looked for now. */
async function requireMeans({ dataDir, leasing, masterKey }: Waiting['config']): Promise<void> {
  await requireLitestream(leasing.litestream)
  if (masterKey !== undefined || existsSync(join(dataDir, 'secret.key'))) return
  throw new LeaseRefused(
    `${dataDir} has no secret.key, which is not in the database: copy it (and secret.ring, where ` +
      'there is one) from the machine that serves, or give KONTOR_MASTER_KEY on both.',
  )
}

/** What was seen of the lease until now. */
type Sight = { wasSeen: boolean; goneSinceMs: number | undefined }

/** Waits for a lease that nobody renews any more, or one that is this folder's own. */
async function nextTurn(
  waiting: Waiting,
  taking: Taking,
  sight: Sight,
): Promise<FoundLease | Turn> {
  const { config, signal, say } = waiting
  const { dataDir, leasing } = config
  const restMs = (leasing.seconds * 1_000) / looksPerLease
  const said = new Set<string>()
  const tell = (line: string) => {
    if (!said.has(line)) say(line)
    said.add(line)
  }
  for (;;) {
    const found = await taking.object.read({ ms: restMs }).catch(tellAway)
    const records = epochIn(dataDir)
    if (found === undefined) {
      const turn = turnWithoutLease(waiting, { sight, records, tell })
      if (turn) return turn
    } else if (found !== 'away') {
      Object.assign(sight, { wasSeen: true, goneSinceMs: undefined })
      const { place, served, host } = found.record
      if (place === taking.me.place && records >= served) return {}
      tell(`${host} serves in epoch ${found.record.epoch}: waiting until it does not.`)
      const next = await untilOver(taking, found, signal)
      if (next !== 'over') continue
      // Whoever has all records needs no replica.
      const lacks = records >= served ? undefined : lackOf(waiting, found)
      if (lacks === undefined) return found
      // Who serves may only be slow; and nobody is to lose much without being asked.
      tell(lacks)
    }
    await delay(restMs, undefined, { signal })
  }

  function tellAway(error: unknown) {
    if (!(error instanceof LeaseAway)) throw error
    tell(error.message)
    return 'away' as const
  }
}

type Unleased = { sight: Sight; records: number; tell(line: string): void }

/** Undefined: others may have served later, and nothing says so any more. */
function turnWithoutLease(waiting: Waiting, { sight, records, tell }: Unleased): Turn | undefined {
  const { config, isShared, acceptsLoss } = waiting
  if (!sight.wasSeen && records === 0) {
    tell('Nobody has served this installation with a lease yet: this folder is the first.')
    return {}
  }
  if (!sight.wasSeen && records < 0) {
    tell('There is no lease yet: waiting for a first machine to serve.')
    return undefined
  }
  // Whoever has it writes it anew.
  const nowMs = performance.now()
  sight.goneSinceMs ??= nowMs
  if (nowMs - sight.goneSinceMs < config.leasing.seconds * 1_000) return undefined
  const isMeant = isShared || (acceptsLoss && !sight.wasSeen)
  if (isMeant && records >= 0) return { isNewest: true }
  tell(leaseGone(records))
  return undefined
}

/** What keeps this machine from taking over by itself. */
function lackOf({ isShared, acceptsLoss }: Waiting, { record }: FoundLease): string | undefined {
  const { behindMs, host } = record
  if (isShared || acceptsLoss || (behindMs !== null && behindMs <= usualLossMs)) return undefined
  const lacks =
    behindMs === null ? 'all of its epoch' : `the last ${Math.round(behindMs / 1_000)} s`
  return (
    `${host} serves no more, and by its last word the replica lacks ${lacks}. Bring it back, or ` +
    'take over without that (--accept-loss).'
  )
}

/** Undefined when somebody else was faster. */
async function taken(taking: Taking, found: FoundLease): Promise<HeldLease | undefined> {
  const { installation } = found.record
  try {
    const asking = { ...taking, me: { ...taking.me, installation } }
    return await takeOver(asking, { found, records: 0 })
  } catch (error) {
    if (error instanceof LeaseRefused && /was faster/.test(error.message)) return undefined
    if (error instanceof LeaseAway) return undefined
    throw error
  }
}

type Restoring = Pick<Config, 'dataDir'> & {
  leasing: Leasing
  record: FoundLease['record']
  waiting: Waiting
}

async function restore({ dataDir, leasing, record, waiting }: Restoring): Promise<void> {
  const { replica: place, litestream: program } = leasing
  if (!place)
    throw new LeaseRefused('There is no replica to restore from: KONTOR_REPLICA is unset.')
  const aside = setAside(dataDir)
  if (aside) waiting.say(`What this folder had was moved to ${aside}.`)
  const beganMs = performance.now()
  for (let epoch = record.served; epoch > 0; epoch -= 1) {
    if (await restoreReplica(dataDir, { program, place, epoch }, waiting.signal)) {
      const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1)
      waiting.say(`The replica of epoch ${epoch} was restored in ${seconds} s.`)
      return
    }
    waiting.say(`Nothing was shipped in epoch ${epoch}.`)
    if (!waiting.acceptsLoss) break
  }
  throw new LeaseRefused(
    `There is no replica of epoch ${record.served} at KONTOR_REPLICA. Bring the disk of ` +
      `${record.host} back, or take over with what was shipped before (--accept-loss).`,
  )
}

/** Of the records that lie there; -1: there are none, 0: no lease was ever held over them. */
function epochIn(dataDir: string): number {
  const file = join(dataDir, 'kontor.db')
  if (!existsSync(file)) return -1
  const raw = new Database(file, { readonly: true, timeout: 5_000 })
  try {
    const table = "SELECT 1 FROM sqlite_schema WHERE name = 'writer_epoch'"
    if (!raw.prepare(table).get()) return 0
    return Number(raw.prepare('SELECT coalesce(max(epoch), 0) FROM writer_epoch').pluck().get())
  } finally {
    raw.close()
  }
}
