import { close, closeSync, existsSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { DiskLost, type Durable } from '../base/durable.ts'

export type LogSync = {
  /** Something was committed; `then` is called when it is on the disk, in the order of commits. */
  committed(then: () => void): void
  /** Calls `then` when all is on the disk that is committed by now: at once, where it is. */
  after(then: () => void): void
  durable: Durable
  /** The same here and now, for what cannot wait. */
  syncNow(): void
  /** Nothing is committed any more. */
  close(): void
}

type Options = {
  /** The write-ahead log. SQLite makes it with the first transaction. */
  file: string
  /** Is told instead of those who wait. */
  onLost?: ((error: DiskLost) => void) | undefined
}

/**
 * Has the disk take the write-ahead log while the event loop goes on. What is in the log is
 * durable up to some point, never with a gap: so one sync serves all commits before it, and a later
 * transaction that has read an earlier one is on the disk only together with it. One sync at a
 * time; what is committed meanwhile has the next one.
 *
 * SQLite still syncs by itself what must be in order: the log before its pages are copied into the
 * database (whoever does that), the database before the log begins anew, and the header of the new
 * log, with the folder where the file is new. So a log that began anew holds nothing that is
 * waited for here and is not in the database.
 */
export function openLogSync({ file, onLost = raise }: Options): LogSync {
  let fd: number | undefined
  let waiting: (() => void)[] = []
  let underWay: (() => void)[] | undefined
  let isOver = false

  function start(): void {
    const mine = waiting
    waiting = []
    underWay = mine
    fdatasync(log(), (error) => {
      if (isOver) return close(log(), () => undefined)
      if (error) return lost(error)
      underWay = undefined
      for (const then of mine) then()
      if (!underWay && waiting.length > 0) start()
    })
  }

  /** Nobody who waits is ever told. */
  function lost(cause: unknown): void {
    isOver = true
    underWay ??= []
    onLost(new DiskLost(file, cause))
  }

  function log(): number {
    fd ??= openSync(file, 'r')
    return fd
  }

  function syncNow(): void {
    if (isOver || !existsSync(file)) return
    try {
      fdatasyncSync(log())
    } catch (error) {
      lost(error)
      throw new DiskLost(file, error)
    }
  }

  const after = (then: () => void) => {
    const last = waiting.length > 0 ? waiting : underWay
    if (last) last.push(then)
    else then()
  }

  return {
    committed(then) {
      waiting.push(then)
      if (!underWay) start()
    },
    after,
    durable: () => (underWay ? new Promise((done) => after(done)) : undefined),
    syncNow,
    close() {
      if (isOver) return
      syncNow()
      isOver = true
      const left = [...(underWay ?? []), ...waiting]
      waiting = []
      // A sync that is under way closes it.
      if (!underWay && fd !== undefined) closeSync(fd)
      for (const then of left) then()
    },
  }
}

function raise(error: DiskLost): void {
  throw error
}
