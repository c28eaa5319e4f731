import { existsSync } from 'node:fs'
import { anchorName } from '../adapters/anchor-file.ts'
import {
  foreignParts,
  missingParts,
  type PartProblem,
} from '../adapters/installation/check-parts.ts'
import {
  applicationIdOf,
  type FoundParts,
  findParts,
  isNewFolder,
} from '../adapters/installation/find-parts.ts'
import type { Clock } from '../base/clock.ts'
import {
  installationIdIn,
  installationOf,
  installationPurpose,
  markFolder,
} from '../base/installation.ts'
import { openRing } from '../base/open-ring.ts'
import { type KeyRing, openKeyRing } from '../base/rotation.ts'
import type { SlowWatch } from '../base/slow-watch.ts'
import type { Config } from '../config.ts'
import { listPastSigners, mayHaveSigned, publicKeyOfSecret } from '../domain/ledger/index.ts'
import { openStore, openStoreToRead, type Store } from '../store/open.ts'
import {
  FolderMissing,
  requireFolder,
  requireOwner,
  requireWritable,
} from '../store/require-writable.ts'

/**
 * What somebody is about to do with a data folder. `serve` makes it where there is none, and brings
 * it to this version; `init` makes it; `migrate` brings it to this version; `write` and `read` take
 * it as it is; `copy` reads it while nobody else changes anything in it; `accept` writes, and takes
 * the database for the right one whatever `ledger.anchor` says.
 */
export type FolderUse = 'serve' | 'init' | 'migrate' | 'write' | 'copy' | 'read' | 'accept'

/** A part of the folder is missing or another installation's; the message says what to put back. */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused'
  readonly problems: readonly PartProblem[]
  constructor(problems: readonly PartProblem[]) {
    const said = problems.map(({ message, remedy }) => `${message} ${remedy}`)
    super(`${said.join(' ')} Nothing was changed.`)
    this.problems = problems
  }
}

type Opening = {
  use: FolderUse
  /** Reads an older schema, too. */
  anySchema: boolean
  clock: Clock
  slow: SlowWatch
  resources: AsyncDisposableStack
}

export type OpenedFolder = { store: Store; ring: KeyRing; isReadOnly: boolean; id: string }

/**
 * The database and the secrets. Throws FolderMissing, FolderNotWritable, FolderRefused,
 * FolderInUse, RingRefused, SchemaOlder and MigrationRefused, before anything is written.
 */
export function openFolder(config: Config, opening: Opening): OpenedFolder {
  const { use, clock } = opening
  const isReadOnly = use === 'copy' || use === 'read'
  const { isNew } = checkFolder(config, use)
  if (!isReadOnly) requireOwner(config.dataDir)
  requireWritable(config.dataDir)
  const store = openDatabase(config, { ...opening, isReadOnly, isNew })
  opening.resources.defer(() => store.close())
  const facts = {
    isNew,
    isReadOnly,
    mayBeRoot: (secret: Buffer) => mayHaveSigned(store.db, secret),
    publicKeyOf: publicKeyOfSecret,
    pastSigners: () => listPastSigners(store.db),
  }
  // What a crash left of a rotation is finished here.
  const ring = openKeyRing({ ...config, ...facts }, clock)
  const id = installationIdIn(ring.secrets.derive(installationPurpose))
  return { store, ring, isReadOnly, id }
}

/**
 * Whether nothing was ever kept in the folder; otherwise it has all that it had, and of its own.
 * Throws FolderMissing, FolderNotWritable, FolderRefused and RingRefused.
 */
export function checkFolder(config: Config, use: FolderUse): { isNew: boolean } {
  const { dataDir, masterKey, previousMasterKey } = config
  requireFolder(dataDir)
  const found = findParts(dataDir)
  if (isNewFolder(found)) {
    if (use === 'serve' || use === 'init') return { isNew: true }
    const state = existsSync(dataDir) ? 'holds no database' : 'is not there'
    const way = 'Name the folder with --data-dir, or make one with kontor init.'
    throw new FolderMissing(`${dataDir} ${state}. ${way}`)
  }
  const refuse = (problems: readonly PartProblem[]) => {
    const counting = problems.filter(({ part }) => use !== 'accept' || part !== anchorName)
    if (counting.length > 0) throw new FolderRefused(counting)
  }
  const hasKey = (masterKey ?? previousMasterKey) !== undefined
  refuse(missingParts(found, { dataDir, hasKey }))
  refuse(foreignParts(found, { dataDir }))
  refuse(foreignParts(found, { dataDir, root: rootOf(config, found) }))
  return { isNew: false }
}

/** What the secrets began with: with a look alone, which refuses what does not open. */
function rootOf(config: Config, { database, marker, anchor, ring }: FoundParts) {
  const own = (typeof marker === 'object' ? marker.id : undefined) ?? database?.id ?? anchor?.id
  // Where no part names its installation, the heads tell whose they are.
  const mayBeRoot = (secret: Buffer) => {
    if (own !== undefined) return installationOf(secret) === own
    return ring !== undefined || database?.signer?.equals(publicKeyOfSecret(secret)) !== false
  }
  const look = { isNew: false, isReadOnly: true, mayBeRoot, publicKeyOf: publicKeyOfSecret }
  const { root } = openRing({ ...config, ...look, pastSigners: () => [] }).ring
  return { id: installationOf(root), belongs: mayBeRoot(root) }
}

/** From now on each part says whose it is, and the folder what it has. */
export function markParts({ store, id }: OpenedFolder, mark: { dataDir: string; version: string }) {
  const number = 'application_id'
  if (store.raw.pragma(number, { simple: true }) === 0) {
    store.raw.pragma(`${number} = ${applicationIdOf(id)}`)
    store.syncNow()
  }
  markFolder(mark.dataDir, { id, version: mark.version })
}

type Way = Opening & { isReadOnly: boolean; isNew: boolean }

function openDatabase({ dataDir: dir, checkpoints, leasing }: Config, way: Way): Store {
  const { use, anySchema, isReadOnly, isNew, clock, slow: watch } = way
  // Who opens the files of datasets clears away what is still being received.
  if (isReadOnly) return openStoreToRead({ dir, watch, anySchema, locks: true })
  const upgrades = use === 'serve' || use === 'migrate' || isNew
  // A replicator goes on where it was, instead of with a copy of everything.
  const keepLog = !checkpoints || leasing?.replica !== undefined
  return openStore({ dir, clock, watch, keepLog, upgrades })
}
