import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Marker, readMarker } from '../../base/installation.ts'
import { readRingTimes } from '../../base/secret-ring.ts'
import { anchorName } from '../anchor-file.ts'
import { shelvesIn } from '../blobs/blob-files.ts'

/** What lies in a data folder, and which installation each part says it is of. */
export type FoundParts = {
  marker: Marker | 'damaged' | undefined
  database: FoundDatabase | undefined
  ring: { id: string | undefined } | undefined
  anchor: { id: string | undefined } | undefined
  hasKey: boolean
  hasFiles: boolean
}

type FoundDatabase = {
  /** Undefined: it was not marked yet. */
  id: string | undefined
  /** Whether anything but its schema was ever written into it. */
  isUsed: boolean
  /** The public key that signed its last head, if there is one and it was not marked yet. */
  signer: Buffer | undefined
}

/** Reads alone. Throws RingRefused for a damaged ring. */
export function findParts(dataDir: string): FoundParts {
  const ring = readRingTimes(dataDir)
  return {
    marker: readMarker(dataDir),
    database: findDatabase(join(dataDir, 'kontor.db')),
    ring: ring && { id: ring.installation },
    anchor: findAnchor(join(dataDir, anchorName)),
    hasKey: existsSync(join(dataDir, 'secret.key')),
    hasFiles: hasFiles(join(dataDir, 'blobs')),
  }
}

/** Nothing was ever kept in it: what is there may be of a first start that was cut short. */
export function isNewFolder({ marker, database, ring, anchor, hasFiles: files }: FoundParts) {
  if (marker || anchor || database?.isUsed) return false
  return database !== undefined || (!ring && !files)
}

/** One that is damaged is there: whoever opens it says so. */
function findDatabase(file: string): FoundDatabase | undefined {
  if (!existsSync(file)) return undefined
  let raw: Database.Database | undefined
  try {
    raw = new Database(file, { readonly: true, timeout: 5_000 })
    const id = idIn(raw.pragma('application_id', { simple: true }) as number)
    // Marked after a start had written into it. To ask for more is to read the whole schema.
    if (id !== undefined) return { id, isUsed: true, signer: undefined }
    const tables = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
    if (!tables.includes('schema_migration')) return undefined
    const isUsed = usedTables
      .filter((table) => tables.includes(table))
      .some((table) => raw?.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined)
    const signer = tables.includes('ledger_head') ? raw.prepare(lastSigner).pluck().get() : null
    return { id, isUsed, signer: (signer as Buffer | null) ?? undefined }
  } catch (error) {
    if ((error as { code?: string }).code === undefined) throw error
    return { id: undefined, isUsed: true, signer: undefined }
  } finally {
    raw?.close()
  }
}

/** The first that a start writes into, the last as a rule: others came with later schemas. */
const usedTables = ['table_seal', 'setup_code', 'user']
const lastSigner = 'SELECT public_key FROM ledger_head ORDER BY rowid DESC LIMIT 1'

/** SQLite keeps a number of 32 bits for whoever uses the file; 0: none. */
function idIn(applicationId: number): string | undefined {
  return applicationId === 0 ? undefined : (applicationId >>> 0).toString(16).padStart(8, '0')
}

/** The same the other way round. */
export function applicationIdOf(id: string): number {
  return Number.parseInt(id, 16) | 0
}

/** It is signed, and lies in the clear: whose it says it is can be read without a key. */
function findAnchor(file: string): FoundParts['anchor'] {
  if (!existsSync(file)) return undefined
  const id = /"chain_id":"local-([0-9a-f]{8})"/.exec(readFileSync(file, 'utf8'))?.[1]
  return { id }
}

function hasFiles(folder: string): boolean {
  if (!existsSync(folder)) return false
  return shelvesIn(folder).some((shelf) => readdirSync(join(folder, shelf)).length > 0)
}
