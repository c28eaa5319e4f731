import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { derivedKey } from './secrets.ts'
import { writeWhole } from './write-whole.ts'

/**
 * The file that makes a folder the data folder of one installation. It goes into backups, so a
 * restored folder is the same installation's.
 */
export const markerName = 'kontor.id'

/** What a folder has once it had it: without one of them it is not whole. */
const lasting = ['kontor.db', 'secret.ring', 'ledger.anchor'] as const
export type Part = (typeof lasting)[number]

export type Marker = {
  readonly kind: 'kontor installation 1'
  readonly id: string
  readonly parts: readonly Part[]
  /** Of the program that wrote into the folder last. */
  readonly version: string
}

/** What the id is derived for: from the root of the secrets, which no rotation changes. */
export const installationPurpose = 'instance-id'

/** The id as 8 hexadecimal digits; the same is in the name of the local chain. It is no secret. */
export function installationIdIn(derived: Buffer): string {
  return derived.toString('hex').slice(0, 8)
}

/** Of the installation whose secrets began with this one. */
export function installationOf(root: Buffer): string {
  return installationIdIn(derivedKey(root, installationPurpose))
}

/** Undefined: there is none, as in folders of earlier versions. */
export function readMarker(dataDir: string): Marker | 'damaged' | undefined {
  const file = join(dataDir, markerName)
  if (!existsSync(file)) return undefined
  try {
    const marker = JSON.parse(readFileSync(file, 'utf8')) as Marker
    if (marker.kind === 'kontor installation 1') return marker
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return 'damaged'
}

/** Writes down whose folder it is and which parts it has by now, where that was not known. */
export function markFolder(dataDir: string, mark: Pick<Marker, 'id' | 'version'>): void {
  const old = readMarker(dataDir)
  const known = typeof old === 'object' ? old.parts : []
  const parts = lasting.filter((part) => known.includes(part) || existsSync(join(dataDir, part)))
  const marker: Marker = { kind: 'kontor installation 1', ...mark, parts }
  if (JSON.stringify(marker) === JSON.stringify(old)) return
  writeWhole({ file: join(dataDir, markerName), text: `${JSON.stringify(marker)}\n` })
}

/** The same when a part was made, in a folder that has a marker. */
export function notePart(dataDir: string): void {
  const marker = readMarker(dataDir)
  if (typeof marker === 'object') markFolder(dataDir, marker)
}
