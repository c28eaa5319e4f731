/** What the system and SQLite say when nothing can be written: the disk or a quota is full. */
const noRoom = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
])
/** A system takes a disk with errors out of writing by itself. */
const readOnly = /^(EROFS|SQLITE_READONLY)/
const ofDisk = /^(SQLITE_IOERR|SQLITE_BUSY|SQLITE_CANTOPEN)/
const damaged = /^(SQLITE_CORRUPT|SQLITE_NOTADB)/

export function isNoRoom(error: unknown): boolean {
  return noRoom.has(codeOf(error))
}

export function isReadOnly(error: unknown): boolean {
  return readOnly.test(codeOf(error))
}

export function isDamage(error: unknown): boolean {
  return damaged.test(codeOf(error))
}

/** What was to be written is not at fault, and nothing that was written before is. */
export function mayGoLater(error: unknown): boolean {
  return isNoRoom(error) || isReadOnly(error) || ofDisk.test(codeOf(error))
}

/** For the log: what an operator has to do about a failure that is the machine's. */
export function adviceOn(error: unknown): string | undefined {
  if (isNoRoom(error)) return 'There is no room to write: make some, kontor gc removes what it can.'
  if (isReadOnly(error)) {
    return 'The disk of the data folder takes nothing any more: have it checked, mount it again.'
  }
  if (!isDamage(error)) return undefined
  return 'The database is damaged: kontor doctor names it; restore the last backup elsewhere.'
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String((error as NodeJS.ErrnoException).code) : ''
}
