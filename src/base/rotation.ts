import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import { masterKeyOf } from './master-key.ts'
import {
  fingerprintOf,
  type Generation,
  type Ring,
  readRing,
  readRingTimes,
  writeRing,
  writeWhole,
} from './secret-ring.ts'
import { type Secrets, secretsFrom } from './secrets.ts'

export type SecretPlace = { dataDir: string; masterKey?: string | undefined }

export type Rotated = {
  number: number
  /** Until when what the one before signed is taken. */
  acceptedUntilMs: number
  /** Whether the master key in the folder was replaced, too. */
  newMasterKey: boolean
}

export type GenerationTimes = Omit<Generation, 'secret'>

/** The secrets of a data folder and who changes them: a running server uses new ones at once. */
export type KeyRing = {
  readonly secrets: Secrets
  /** Of the master key that is in use. */
  fingerprint(): string
  /** Newest first. */
  generations(): readonly GenerationTimes[]
  /** Those of them that sign, or whose overlap lasts. */
  accepted(): readonly GenerationTimes[]
  rotate(request: { overlapMs: number }): Rotated
  /** What was signed with earlier secrets is refused from now on. */
  endOverlap(): void
  /** Forgets secrets whose overlap is over; gives how many there were. */
  prune(): number
}

const keyBytes = 32

/**
 * Opens the secrets of a data folder. What a crash left half-way is finished here: the ring opens
 * with the old master key and with the new one until the new one has taken its place.
 */
export function openKeyRing(place: SecretPlace, clock: Clock): KeyRing {
  const { dataDir, masterKey } = place
  let master = masterKeyOf(place)
  let ring = readRing(dataDir, master)
  const isLive = ({ acceptedUntilMs }: Generation) =>
    acceptedUntilMs === null || acceptedUntilMs > clock.nowMs()
  const keep = (next: Ring, masters: readonly Buffer[]) => {
    writeRing(dataDir, next, masters)
    ring = next
  }
  if ((readRingTimes(dataDir)?.masterKeys ?? 1) > 1) keep(ring, [master])

  return {
    secrets: secretsFrom(master, {
      root: () => ring.root,
      signing: () => ring.generations.filter(isLive).map(({ secret }) => secret),
    }),
    fingerprint: () => fingerprintOf(master),
    generations: () => ring.generations.map(timesOf),
    accepted: () => ring.generations.filter(isLive).map(timesOf),
    rotate({ overlapMs }) {
      const next = grown(ring, { nowMs: clock.nowMs(), overlapMs })
      const acceptedUntilMs = clock.nowMs() + overlapMs
      const number = next.generations[0]?.number ?? 0
      if (masterKey !== undefined) {
        keep(next, [master])
        return { number, acceptedUntilMs, newMasterKey: false }
      }
      const fresh = randomBytes(keyBytes)
      // Three steps, each whole or not at all; after each, what lies in the folder opens.
      keep(next, [master, fresh])
      writeWhole(join(dataDir, 'secret.key'), `${fresh.toString('hex')}\n`)
      master = fresh
      keep(next, [master])
      return { number, acceptedUntilMs, newMasterKey: true }
    },
    endOverlap() {
      const nowMs = clock.nowMs()
      const generations = ring.generations.map((one) =>
        one.acceptedUntilMs === null ? one : { ...one, acceptedUntilMs: nowMs },
      )
      keep({ ...ring, generations: generations.filter(isLive) }, [master])
    },
    prune() {
      const live = ring.generations.filter(isLive)
      const over = ring.generations.length - live.length
      if (over > 0) keep({ ...ring, generations: live }, [master])
      return over
    },
  }
}

function timesOf({ secret: _, ...times }: Generation): GenerationTimes {
  return times
}

/** A new secret in front; the one before is taken until the overlap ends, none for longer. */
function grown(ring: Ring, { nowMs, overlapMs }: { nowMs: number; overlapMs: number }): Ring {
  const until = nowMs + overlapMs
  const [last] = ring.generations
  const fresh: Generation = {
    number: (last?.number ?? 0) + 1,
    secret: randomBytes(keyBytes),
    ...{ createdAtMs: nowMs, acceptedUntilMs: null },
  }
  const old = ring.generations
    .map((one) => ({ ...one, acceptedUntilMs: Math.min(one.acceptedUntilMs ?? until, until) }))
    .filter(({ acceptedUntilMs }) => acceptedUntilMs > nowMs)
  return { root: ring.root, generations: [fresh, ...old] }
}
