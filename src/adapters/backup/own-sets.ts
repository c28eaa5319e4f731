// Whose a set is, in a folder that several installations may share.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hmac, sameBytes } from '../../base/secrets.ts'
import { noted } from '../notes.ts'
import { type Manifest, readManifest, type SignedManifest, setsIn, setTimeMs } from './manifest.ts'

/** `key` signs the manifests of one installation, as hex. */
type Owned = { folder: string; name: string; key: string }

/** In a set from its beginning: only who has the key can tell whose it is, or make it. */
const claimName = 'claim'

export async function claimSet(set: Owned): Promise<void> {
  await writeFile(join(set.folder, set.name, claimName), claimOf(set), { mode: 0o600 })
}

function claimOf({ name, key }: Owned): string {
  return hmac(Buffer.from(key, 'hex'), `claim ${name}`).toString('hex')
}

/** What somebody else wrote is not taken over into the next one. */
export function ownManifest({ folder, name, key }: Owned): Manifest | undefined {
  const signed = manifestOrNone(join(folder, name))
  return signed?.isSignedWith(Buffer.from(key, 'hex')) ? signed.manifest : undefined
}

function manifestOrNone(set: string): SignedManifest | undefined {
  try {
    return readManifest(set)
  } catch {
    return undefined
  }
}

function isClaimed(set: Owned): boolean {
  const file = join(set.folder, set.name, claimName)
  if (!existsSync(file)) return false
  return sameBytes(Buffer.from(readFileSync(file, 'utf8')), Buffer.from(claimOf(set)))
}

/** The newest whole set of this installation's own. */
export function lastOwnSet({ folder, key }: Omit<Owned, 'name'>): string | undefined {
  return setsIn(folder).whole.findLast((name) => ownManifest({ folder, name, key }) !== undefined)
}

/** The newest of those in the folder, if it is encrypted. */
export function lastIfEncrypted(place: Omit<Owned, 'name'>): string | undefined {
  const name = lastOwnSet(place)
  const manifest = name && ownManifest({ ...place, name })
  return manifest && manifest.recipient !== null ? name : undefined
}

export type OwnSet = {
  readonly name: string
  readonly madeAtMs: number
  readonly files: number
  readonly isEncrypted: boolean
  readonly problems: readonly string[]
  /** Of the last one alone. */
  readonly verifiedAtMs: number | null
}

const listedMax = 50

/** The newest whole sets of this installation's own; what is noted of them stands in its folder. */
export function listOwnSets(place: Omit<Owned, 'name'>, dataDir: string): OwnSet[] {
  const last = noted(dataDir, 'backup')
  const newest = setsIn(place.folder).whole.reverse().slice(0, listedMax)
  return newest.flatMap((name) => {
    const manifest = ownManifest({ ...place, name })
    if (!manifest) return []
    return {
      name,
      madeAtMs: setTimeMs(name),
      files: manifest.blobs.length,
      isEncrypted: manifest.recipient !== null,
      problems: manifest.problems,
      verifiedAtMs: last?.set === name ? last.verifiedAtMs : null,
    }
  })
}

export type SetFacts = OwnSet & {
  readonly folder: string
  readonly version: string
  readonly isMasterKeyElsewhere: boolean
  readonly modelElsewhere: string | null
  readonly bytes: number
  readonly counts: Readonly<Record<string, number>>
  readonly ledgerHead: string
}

/** What one of them holds, by its manifest; undefined where it is none of this installation's. */
export function findOwnSet(set: Owned, dataDir: string): SetFacts | undefined {
  const { whole } = setsIn(set.folder)
  const manifest = whole.includes(set.name) ? ownManifest(set) : undefined
  if (!manifest) return undefined
  const last = noted(dataDir, 'backup')
  const all = [...manifest.files, ...manifest.blobs]
  return {
    name: set.name,
    folder: join(set.folder, set.name),
    madeAtMs: setTimeMs(set.name),
    version: manifest.version,
    files: manifest.blobs.length,
    bytes: all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    isEncrypted: manifest.recipient !== null,
    isMasterKeyElsewhere: manifest.masterKeyElsewhere !== null,
    modelElsewhere: manifest.model,
    counts: manifest.counts,
    ledgerHead: manifest.ledgerHead,
    problems: manifest.problems,
    verifiedAtMs: last?.set === set.name ? last.verifiedAtMs : null,
  }
}

type Forgotten = { removedSets: string[]; foreignSets: number }

/**
 * Removes the oldest sets, what was never finished, and blobs that no set names any more: all of
 * this installation alone. Where others have sets, too, blobs that nobody names may be theirs, of a
 * backup that is being made: then those go that stood in the sets that went.
 */
export async function forgetSets(
  order: Omit<Owned, 'name'> & { keep: number },
): Promise<Forgotten> {
  const { folder, keep, key } = order
  const { whole, unfinished } = setsIn(folder)
  const manifests = new Map(
    whole.map((name) => [name, ownManifest({ folder, name, key })] as const),
  )
  const own = whole.filter((name) => manifests.get(name))
  const begun = unfinished.filter((name) => isClaimed({ folder, name, key }))
  const old = own.slice(0, Math.max(0, own.length - keep))
  const foreignSets = whole.length + unfinished.length - own.length - begun.length
  for (const name of [...old, ...begun]) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
  // Those that an earlier version did not sign are nobody's, and name what ours do.
  const left = whole.filter((name) => !old.includes(name))
  const kept = new Set(
    left.flatMap((name) => blobsOf(manifestOrNone(join(folder, name))?.manifest)),
  )
  const gone =
    foreignSets > 0 ? old.flatMap((name) => blobsOf(manifests.get(name))) : await blobsIn(folder)
  for (const name of gone) if (!kept.has(name)) await rm(join(folder, name), { force: true })
  return { removedSets: [...old, ...begun], foreignSets }
}

/** Within the folder of the backups. */
function blobsOf(manifest: Manifest | undefined): string[] {
  return manifest?.blobs.map((blob) => join(manifest.blobFolder, blob.name)) ?? []
}

async function blobsIn(folder: string): Promise<string[]> {
  const shelves = (await readdir(folder)).filter((name) => /^blobs(-[0-9a-f]{12})?$/.test(name))
  return shelves.flatMap((shelf) =>
    filesBelow(join(folder, shelf)).map((name) => join(shelf, name)),
  )
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
}
