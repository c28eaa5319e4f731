import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mayGoLater } from '../../base/no-room.ts'
import { type Connection, connect } from '../connect.ts'
import { keepStatements } from '../keep-statements.ts'
import { databaseName } from '../open.ts'
import type { Db, Tx } from '../tx.ts'
import { copySchema } from './copy-schema.ts'

export const copyName = 'search-node.db'

/** The folder of a search node is another's. */
export class CopyRefused extends Error {
  override readonly name = 'FolderRefused'
}

/** Another one for each schema: a copy of another is not brought to this one but made anew. */
const schemaNumber = createHash('sha256').update(copySchema).digest().readInt32BE(0)

export type Copy = {
  readonly file: string
  readonly db: Db
  readonly raw: Connection['raw']
  write<T>(fn: (tx: Tx) => T): T
  /** What was noted as taken in, as it was written; undefined: nothing yet. */
  position(): string | undefined
  /** Inside of the transaction that takes something in. */
  notePosition(position: string): void
  close(): void
}

/**
 * Opens (and makes) the database of a search node. It can be had again, so that one which cannot be
 * read is made anew. Throws CopyRefused for the data folder of a server.
 */
export function openCopy(dir: string): Copy {
  if (existsSync(join(dir, databaseName))) {
    throw new CopyRefused(
      `${dir} is the data folder of a server. Give the node a folder of its own: --data-dir.`,
    )
  }
  if (!existsSync(dir)) mkdirSync(dir, { recursive: true, mode: 0o700 })
  try {
    return copyIn(dir)
  } catch (error) {
    if (mayGoLater(error)) throw error
    removeCopy(dir)
    return copyIn(dir)
  }
}

export function removeCopy(dir: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dir, `${copyName}${end}`), { force: true })
}

function copyIn(dir: string): Copy {
  const file = join(dir, copyName)
  const isNew = !existsSync(file)
  const { raw, db } = connect(file, 'write')
  raw.pragma('synchronous = NORMAL')
  // What a removal takes is not to be read in the file either.
  raw.pragma('secure_delete = ON')
  if (isNew) {
    raw.exec(copySchema)
    raw.pragma(`user_version = ${schemaNumber}`)
  } else if (raw.pragma('user_version', { simple: true }) !== schemaNumber) {
    raw.close()
    throw new Error('the copy is of another version of the program')
  }
  keepStatements(raw)
  const read = raw.prepare('SELECT position FROM feed_position')
  const note = raw.prepare('INSERT OR REPLACE INTO feed_position VALUES (1, ?)')
  const found = () => (read.get() as { position: string } | undefined)?.position
  found()
  return {
    file,
    db,
    raw,
    write: (fn) => raw.transaction(() => fn(db as unknown as Tx))(),
    position: found,
    notePosition: (position) => void note.run(position),
    close: () => void raw.close(),
  }
}
