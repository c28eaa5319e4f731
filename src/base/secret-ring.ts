import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installationOf, notePart } from './installation.ts'
import { seal, unseal } from './sealed.ts'
import { derivedKey, type PastSigner } from './secrets.ts'
import { writeWhole } from './write-whole.ts'

/**
 * The file in the data folder. A folder that keeps its master key itself has none before the first
 * rotation.
 */
export const ringName = 'secret.ring'

/** A secret that signing keys are derived from. Number 0 is the root, with which all began. */
export type Generation = {
  readonly number: number
  readonly secret: Buffer
  readonly createdAtMs: number
  /** Null: it signs. Otherwise until when what it signed is still taken. */
  readonly acceptedUntilMs: number | null
}

/** Everything that a master key keeps: the root never changes, generations come and go. */
export type Ring = {
  readonly root: Buffer
  readonly generations: readonly Generation[]
  /** Public keys of the generations that sign no more. Undefined: a ring from before they were. */
  readonly pastSigners: readonly PastSigner[] | undefined
}

export class RingRefused extends Error {
  override readonly name = 'RingRefused'
}

type StoredGeneration = { number: number; created_at: number; accepted_until: number | null }

/** Times lie in the clear for the doctor; secrets are sealed for each master key that may come. */
type StoredRing = {
  kind: 'kontor secret ring 1'
  /** Of the root. Undefined: a ring from before it named it. */
  installation?: string
  generations: StoredGeneration[]
  seals: { by: string; root: string; secrets: Record<string, string>; signers?: string }[]
}

/** As it lies in a seal. */
type StoredSigner = { number: number; key: string; since: number; retired: number }

/** Tells one master key from another, and tells nothing of it. */
export function fingerprintOf(master: Buffer): string {
  return derivedKey(master, 'fingerprint').toString('hex').slice(0, 16)
}

/** What lies sealed in a data folder; without a file, the master key is the root and signs. */
export function readRing(dataDir: string, master: Buffer): Ring {
  const stored = readStored(dataDir)
  if (!stored) return ringOf(master)
  const own = stored.seals.find(({ by }) => by === fingerprintOf(master))
  if (!own) {
    throw new RingRefused(
      `${join(dataDir, ringName)} was sealed with another master key. ` +
        'Put the key back that was used last, or both files out of one backup; where the key is ' +
        'new, give the one of before beside it (KONTOR_PREVIOUS_MASTER_KEY). Nothing was changed.',
    )
  }
  const root = unsealedText(master, own.root)
  const generations = stored.generations.map((one) => ({
    number: one.number,
    secret: one.number === 0 ? root : unsealedText(master, own.secrets[one.number] ?? ''),
    createdAtMs: one.created_at,
    acceptedUntilMs: one.accepted_until,
  }))
  return { root, generations, pastSigners: signersIn(master, own.signers) }
}

/** With which a folder begins: its first secret is the root and signs. */
export function ringOf(root: Buffer): Ring {
  const first = { number: 0, secret: root, createdAtMs: 0, acceptedUntilMs: null }
  return { root, generations: [first], pastSigners: [] }
}

/**
 * What may be known of a ring without any key: numbers, times, and the fingerprints of the master
 * keys that open it, that in use first. Undefined: there is no ring yet.
 */
export function readRingTimes(dataDir: string) {
  const stored = readStored(dataDir)
  if (!stored) return undefined
  const { installation, generations, seals } = stored
  return { installation, generations, masterKeys: seals.map(({ by }) => by) }
}

/** Writes the ring so that each of these master keys opens it, that in use first: whole or not. */
export function writeRing(dataDir: string, ring: Ring, masters: readonly Buffer[]): void {
  const { root, generations, pastSigners } = ring
  const stored: StoredRing = {
    kind: 'kontor secret ring 1',
    installation: installationOf(root),
    generations: generations.map(({ number, createdAtMs, acceptedUntilMs }) => {
      return { number, created_at: createdAtMs, accepted_until: acceptedUntilMs }
    }),
    seals: masters.map((master) => ({
      by: fingerprintOf(master),
      root: sealedText(master, root),
      secrets: Object.fromEntries(
        generations
          .filter(({ number }) => number > 0)
          .map(({ number, secret }) => [number, sealedText(master, secret)]),
      ),
      ...(pastSigners && { signers: sealedText(master, textOf(pastSigners)) }),
    })),
  }
  writeWhole({ file: join(dataDir, ringName), text: `${JSON.stringify(stored, null, 2)}\n` })
  notePart(dataDir)
}

function readStored(dataDir: string): StoredRing | undefined {
  const file = join(dataDir, ringName)
  if (!existsSync(file)) return undefined
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as StoredRing
    if (stored.kind === 'kontor secret ring 1') return stored
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new RingRefused(`${file} is damaged: put it back out of a backup.`)
}

function sealedText(master: Buffer, secret: Buffer): string {
  return seal(derivedKey(master, sealPurpose), secret).toString('hex')
}

function unsealedText(master: Buffer, text: string): Buffer {
  try {
    return unseal(derivedKey(master, sealPurpose), Buffer.from(text, 'hex'))
  } catch {
    throw new RingRefused(`${ringName} is damaged: put it back out of a backup.`)
  }
}

function textOf(signers: readonly PastSigner[]): Buffer {
  const stored = signers.map(({ number, publicKey, sinceMs, retiredMs }): StoredSigner => {
    return { number, key: publicKey.toString('hex'), since: sinceMs, retired: retiredMs }
  })
  return Buffer.from(JSON.stringify(stored))
}

function signersIn(master: Buffer, text: string | undefined): PastSigner[] | undefined {
  if (text === undefined) return undefined
  const stored = JSON.parse(unsealedText(master, text).toString()) as StoredSigner[]
  return stored.map(({ number, key, since, retired }) => {
    return { number, publicKey: Buffer.from(key, 'hex'), sinceMs: since, retiredMs: retired }
  })
}

const sealPurpose = 'secret-ring'
