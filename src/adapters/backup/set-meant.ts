// Which set somebody means who names the folder of the backups.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootIn } from '../../base/folder-root.ts'
import { hmac } from '../../base/secrets.ts'
import { manifestKeyOf, type Trust } from './authenticity.ts'
import {
  BackupRefused,
  manifestName,
  readManifest,
  type SignedManifest,
  setsIn,
} from './manifest.ts'

/** A set that says whose it is: the same for all sets of an installation, and nothing else. */
export function markOf(key: Buffer): string {
  return hmac(key, 'installation').toString('hex').slice(0, markChars)
}

const markChars = 12
const markForm = /^[0-9a-f]{12}$/

type Meant = { root: string; set: string }
type Candidate = { name: string; signed: SignedManifest | undefined; mark: string | undefined }

/**
 * The folder when it is a set itself; else the newest whole set in it of the installation whose
 * secrets are at hand; without such secrets the newest, as long as all are of one. A set whose
 * manifest is damaged may be anybody's: it is taken when it is the newest, and refused by whoever
 * reads it. Throws BackupRefused, with the installations that have sets there.
 */
export function setMeant(folder: string, trust: Trust): Meant {
  if (existsSync(join(folder, manifestName))) return { root: join(folder, '..'), set: folder }
  const names = wholeSetsIn(folder)
  const sets = names.map((name) => candidateOf({ folder, name, trust }))
  const own = ownOf(sets, trust)
  const name = own ?? newestOfOne(folder, sets)
  return { root: folder, set: join(folder, name) }
}

function wholeSetsIn(folder: string): string[] {
  const { whole, unfinished } = setsIn(folder)
  if (whole.length > 0) return whole
  if (!existsSync(folder)) {
    throw new BackupRefused(`${folder} is not there: name the folder that the backups are in.`)
  }
  const left = unfinished.length > 0 ? ` ${unfinished.length} were begun and not finished.` : ''
  throw new BackupRefused(`${folder} holds no whole backup.${left}`)
}

type Looked = { folder: string; name: string; trust: Trust }

/** Those of earlier versions carry no mark: what lies in them, or whom they are for, tells. */
function candidateOf({ folder, name, trust }: Looked): Candidate {
  const set = join(folder, name)
  try {
    const signed = readManifest(set)
    const { installation, recipient } = signed.manifest
    if (markForm.test(installation ?? '')) return { name, signed, mark: installation }
    const { masterKey } = trust
    const root = recipient === null ? rootIn({ folder: set, masterKey }) : undefined
    const key = root && manifestKeyOf(root)
    const isTheirs = key !== undefined && signed.isSignedWith(key)
    return { name, signed, mark: isTheirs ? markOf(key) : undefined }
  } catch {
    return { name, signed: undefined, mark: undefined }
  }
}

/** By its signature: a mark could be anybody's. */
function ownOf(sets: readonly Candidate[], trust: Trust): string | undefined {
  const { secrets, nearby, masterKey } = trust
  const folders = [secrets ?? nearby].filter((folder) => folder !== undefined)
  const keys = folders.flatMap((folder) => {
    const root = rootIn({ folder, masterKey })
    return root ? [manifestKeyOf(root)] : []
  })
  const isOwn = ({ signed }: Candidate) => keys.some((key) => signed?.isSignedWith(key))
  if (!sets.some(isOwn)) return undefined
  return sets.findLast((one) => one.signed === undefined || isOwn(one))?.name
}

function newestOfOne(folder: string, sets: readonly Candidate[]): string {
  const newest = new Map<string, string[]>()
  for (const { name, mark } of sets) {
    if (mark !== undefined) newest.set(mark, [...(newest.get(mark) ?? []), name])
  }
  if (newest.size <= 1) return (sets.at(-1) as Candidate).name
  const lines = [...newest].map(
    ([mark, names]) => `  ${join(folder, names.at(-1) as string)} (${mark}, ${names.length} sets)`,
  )
  throw new BackupRefused(
    `${folder} holds backups of ${newest.size} installations. Name the one that you mean, or ` +
      `--secrets with a folder that has its secrets. The newest of each:\n${lines.join('\n')}`,
  )
}
