import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import { type FolderFacts, openRing, refuseOlder, type SecretPlace } from './open-ring.ts'
import {
  fingerprintOf,
  type Generation,
  type Ring,
  readRingTimes,
  writeRing,
} from './secret-ring.ts'
import { type Secrets, secretsFrom } from './secrets.ts'
import { writeWhole } from './write-whole.ts'

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
  /** Fingerprints of the master keys that open what is sealed, that in use first. */
  masterKeys(): readonly string[]
  /** Whether those are others since this ring was opened. */
  readonly hasNewSeals: boolean
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
 * Opens the secrets of a data folder. What a crash left half-way is finished here, and what is
 * sealed with a master key of before is sealed anew. Throws RingRefused.
 */
export function openKeyRing(place: SecretPlace & FolderFacts, clock: Clock): KeyRing {
  const { dataDir, masterKey } = place
  const opened = openRing(place)
  let { ring, master } = { ring: withSigners(opened.ring, place), master: opened.master }
  const isLive = ({ acceptedUntilMs }: Generation) =>
    acceptedUntilMs === null || acceptedUntilMs > clock.nowMs()
  const keep = (next: Ring, masters = [master, ...opened.others]) => {
    refuseOlder(opened)
    writeRing(dataDir, next, masters)
    ring = next
  }
  // From then on no database has a say in it.
  if (!opened.ring.pastSigners && opened.newer === undefined && !place.isReadOnly) keep(ring)

  return {
    secrets: secretsFrom(master, {
      root: () => ring.root,
      signing: () => ring.generations.filter(isLive).map(({ secret }) => secret),
      pastSigners: () => ring.pastSigners ?? [],
    }),
    fingerprint: () => fingerprintOf(master),
    masterKeys: () => readRingTimes(dataDir)?.masterKeys ?? [fingerprintOf(master)],
    hasNewSeals: opened.hasNewSeals,
    generations: () => ring.generations.map(timesOf),
    accepted: () => ring.generations.filter(isLive).map(timesOf),
    rotate({ overlapMs }) {
      const next = grown(ring, { nowMs: clock.nowMs(), overlapMs, ...place })
      const acceptedUntilMs = clock.nowMs() + overlapMs
      const number = next.generations[0]?.number ?? 0
      if (masterKey !== undefined) {
        keep(next)
        return { number, acceptedUntilMs, newMasterKey: false }
      }
      const fresh = randomBytes(keyBytes)
      // Three steps, each whole or not at all; after each, what lies in the folder opens.
      keep(next, [master, fresh, ...opened.others])
      writeWhole({ file: join(dataDir, 'secret.key'), text: `${fresh.toString('hex')}\n` })
      master = fresh
      keep(next)
      return { number, acceptedUntilMs, newMasterKey: true }
    },
    endOverlap() {
      const nowMs = clock.nowMs()
      const generations = ring.generations.map((one) =>
        one.acceptedUntilMs === null ? one : { ...one, acceptedUntilMs: nowMs },
      )
      keep({ ...ring, generations: generations.filter(isLive) })
    },
    prune() {
      const live = ring.generations.filter(isLive)
      const over = ring.generations.length - live.length
      // Whoever has the newer master key does it.
      if (over === 0 || opened.newer !== undefined) return 0
      keep({ ...ring, generations: live })
      return over
    },
  }
}

function timesOf({ secret: _, ...times }: Generation): GenerationTimes {
  return times
}

/** A new secret in front; the one before is taken until the overlap ends, none for longer. */
function grown(ring: Ring, { nowMs, overlapMs, publicKeyOf }: Growing): Ring {
  const until = nowMs + overlapMs
  const [last] = ring.generations
  const fresh: Generation = {
    number: (last?.number ?? 0) + 1,
    secret: randomBytes(keyBytes),
    createdAtMs: nowMs,
    acceptedUntilMs: null,
  }
  const old = ring.generations
    .map((one) => ({ ...one, acceptedUntilMs: Math.min(one.acceptedUntilMs ?? until, until) }))
    .filter(({ acceptedUntilMs }) => acceptedUntilMs > nowMs)
  const pastSigners = [...(ring.pastSigners ?? [])]
  if (last) {
    const { number, secret, createdAtMs: sinceMs } = last
    pastSigners.push({ number, publicKey: publicKeyOf(secret), sinceMs, retiredMs: nowMs })
  }
  return { root: ring.root, generations: [fresh, ...old], pastSigners }
}

type Growing = Pick<FolderFacts, 'publicKeyOf'> & { nowMs: number; overlapMs: number }

/** A ring from before it kept public keys takes those over that were written down elsewhere. */
function withSigners(ring: Ring, { pastSigners }: FolderFacts): Ring {
  return ring.pastSigners ? ring : { ...ring, pastSigners: pastSigners() }
}
