/** What the system and SQLite say when nothing can be written: the disk or a quota is full. */
const codes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
])

export function isNoRoom(error: unknown): boolean {
  return error instanceof Error && codes.has(String((error as NodeJS.ErrnoException).code))
}
