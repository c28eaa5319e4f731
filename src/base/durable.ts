/** Whether all that is committed is on the disk: undefined, or what settles when it is. */
export type Durable = () => Promise<void> | undefined

/** The disk did not take what was committed: what was read since then may not be true. */
export class DiskLost extends Error {
  override readonly name = 'DiskLost'
  constructor(file: string, cause: unknown) {
    super(
      `The disk did not take what was written to ${file} (${reasonOf(cause)}). Nobody was told ` +
        'that it was done, and what was read since then may not be true: this process ends. Look ' +
        'at the disk before the next start.',
      { cause },
    )
  }
}

/** Of SQLite's own: it would try again, and by then the system has forgotten what failed. */
export function isFailedSync(error: unknown): boolean {
  return /^SQLITE_IOERR_(DIR_)?FSYNC$/.test((error as { code?: string }).code ?? '')
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  return code ?? message
}
