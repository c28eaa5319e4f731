import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { masterKeyOf } from './master-key.ts'
import {
  fingerprintOf,
  type Ring,
  RingRefused,
  readRing,
  readRingTimes,
  ringName,
  ringOf,
  writeRing,
} from './secret-ring.ts'
import type { PastSigner } from './secrets.ts'

export type SecretPlace = {
  dataDir: string
  masterKey?: string | undefined
  /** Opens what is sealed as well, beside the present one and for as long as it is given. */
  previousMasterKey?: string | undefined
}

/** What the folder itself tells. */
export type FolderFacts = {
  /** Nothing was ever signed or hashed in it. */
  isNew: boolean
  /** What lies there is used as it is. */
  isReadOnly: boolean
  /** Whether its secrets may have begun with this one. */
  mayBeRoot(secret: Buffer): boolean
  /** With which key what is derived from this secret is checked. */
  publicKeyOf(secret: Buffer): Buffer
  /** Asked once, of a ring that was written before it kept public keys. */
  pastSigners(): readonly PastSigner[]
}

export type OpenedRing = {
  ring: Ring
  master: Buffer
  /** Other master keys that it is sealed for, too. */
  others: Buffer[]
  /** Whether the master keys that open it were others before. */
  hasNewSeals: boolean
  /** Fingerprint of a master key that came after the one that is given. */
  newer?: string
}

/**
 * Reads the ring, and seals it for the master keys that are given and for no others: in one step,
 * so that a crash leaves it as it was or as it is to be. Throws RingRefused.
 */
export function openRing(place: SecretPlace & FolderFacts): OpenedRing {
  const { dataDir, masterKey, isNew, isReadOnly } = place
  const seals = readRingTimes(dataDir)?.masterKeys
  const given = keysGiven(place, seals)
  const [master, ...others] = given
  const wanted = given.map(fingerprintOf)
  const own = given.find((key) => seals?.includes(fingerprintOf(key)))
  const ring = seals === undefined ? firstRing(place, given) : readRing(dataDir, own ?? master)
  const opened = { ring, master, others, hasNewSeals: false }
  const newest = seals?.[0]
  // A key on its way out does not lock out the one that has taken its place.
  const isOlder = newest !== undefined && own === master && !wanted.includes(newest)
  if (isOlder && masterKey !== undefined) return { ...opened, newer: newest }
  // From the beginning on it is known which key from outside a folder has.
  const wantsRing = seals !== undefined || others.length > 0 || (isNew && masterKey !== undefined)
  if (isReadOnly || !wantsRing || seals?.join() === wanted.join()) return opened
  writeRing(dataDir, ring, given)
  return { ...opened, hasNewSeals: !isNew }
}

/** Throws RingRefused where the ring was opened with a key that may not seal it. */
export function refuseOlder({ newer }: Pick<OpenedRing, 'newer'>): void {
  if (newer === undefined) return
  throw new RingRefused(
    `The secrets are sealed for a newer master key (${newer}), and this one is on its way out: ` +
      'give the newer one as KONTOR_MASTER_KEY here, too.',
  )
}

type Given = SecretPlace & Pick<FolderFacts, 'isReadOnly'>
type Keys = [master: Buffer, ...others: Buffer[]]

/** The one in use first. A key in the folder is made where there is to be one. */
function keysGiven(place: Given, seals: readonly string[] | undefined): Keys {
  const { dataDir, masterKey, previousMasterKey } = place
  const before = previousMasterKey === undefined ? [] : [Buffer.from(previousMasterKey, 'hex')]
  const isLacking = masterKey === undefined && !existsSync(join(dataDir, 'secret.key'))
  if (seals !== undefined && isLacking) refuseStranger(dataDir, before[0])
  // Whoever may write makes a key in the folder.
  if (isLacking && place.isReadOnly && before[0]) return [before[0]]
  const master = masterKeyOf(place)
  return [master, ...before.filter((key) => !key.equals(master))]
}

/** Before a key is made that opens nothing. */
function refuseStranger(dataDir: string, before: Buffer | undefined): void {
  if (before !== undefined) return void readRing(dataDir, before)
  throw new RingRefused(
    `${join(dataDir, ringName)} is there and no master key: set KONTOR_MASTER_KEY, or put the ` +
      'secret.key back that belongs to it.',
  )
}

/** A folder that has no ring began with the master key that it had then. */
function firstRing({ isNew, mayBeRoot }: FolderFacts, [master, before]: Keys): Ring {
  if (before === undefined || isNew) return ringOf(master)
  if (mayBeRoot(before)) return ringOf(before)
  throw new RingRefused(
    'KONTOR_PREVIOUS_MASTER_KEY is not the key that this folder was made with: the heads of its ' +
      'ledger were signed with another. Nothing was changed.',
  )
}
