import { retryFirstMs, retryMostMs } from './limits.ts'
import type { FolderFile } from './ports.ts'

/** Of a file that was not taken, or of something else in the folder that was in the way. */
export type Untaken = {
  readonly path: string
  readonly reason: string
  /** What tells one trouble from another where the words do not: they may have numbers in them. */
  readonly cause?: string
  /** Whether the same file may be taken later. */
  readonly mayPass?: boolean
}

type Pause = { readonly nextMs: number; readonly pauseMs: number }

/**
 * What of a folder that is watched is to be looked at: what two looks in a row saw with the same
 * size and time, and was not taken like that. The first time also when nothing is: what went away
 * while nobody watched is looked for, too. What failed for a cause that may pass is given again
 * after a pause of its own, and after all that was never tried. What an import missed is looked for
 * once more at the next look, and may be deleted if that does not see it either: programs save by
 * deleting, and a share is away for a moment. The clock only goes forward.
 */
export function openSettledFiles({ pathsMax, nowMs = () => performance.now() }: Options) {
  let seen = new Map<string, string>()
  const taken = new Map<string, string>()
  const waiting = new Map<string, Pause & { state: string }>()
  const told = openTold()
  let isToSearch = true
  /** While something that is gone could not be dealt with, or a folder not be opened. */
  let searching: Pause | undefined
  const missed = openMissed(pathsMax)

  function settle(paths: readonly string[], failing: ReadonlySet<string>): void {
    for (const path of paths) {
      const state = seen.get(path)
      if (state === undefined) continue
      const before = waiting.get(path)
      waiting.delete(path)
      const again = before?.state === state ? before : undefined
      if (failing.has(path)) waiting.set(path, { state, ...paused(again, nowMs()) })
      else taken.set(path, state)
    }
  }

  const isDue = (pause: Pause | undefined) => pause !== undefined && pause.nextMs <= nowMs()

  return {
    /** Paths to take now; [''] where only what is gone is to be looked for, [] for nothing. */
    after(files: readonly FolderFile[]): readonly string[] {
      const now = new Map(files.map((file) => [file.path, `${file.sizeBytes} ${file.modifiedMs}`]))
      const still = [...now].filter(
        ([path, state]) => seen.get(path) === state && taken.get(path) !== state,
      )
      if (forgetGone([taken, waiting], now) || isDue(searching)) isToSearch = true
      seen = now
      missed.looked(now)
      const dueMs = ([path, state]: [string, string]) => {
        const before = waiting.get(path)
        return before?.state === state ? before.nextMs : 0
      }
      const atMs = nowMs()
      // In the order of their paths, but for those that failed: they come last.
      const due = still
        .map((one) => ({ path: one[0], nextMs: dueMs(one) }))
        .filter(({ nextMs }) => nextMs <= atMs)
        .sort((one, other) => one.nextMs - other.nextMs)
      const paths = due.slice(0, pathsMax).map(({ path }) => path)
      if (paths.length === 0) return isToSearch ? [''] : []
      return paths
    },
    /** What the last import missed and the last look did not see: that may be deleted. */
    gone: missed.gone,
    /**
     * They were looked at as they were seen then, and what was missed is to be deleted. Gives what
     * is news of what was not taken: the same of the same file is told once, until it went well.
     */
    took<T extends Untaken>(
      paths: readonly string[],
      untaken: readonly T[] = [],
      missing: readonly string[] = [],
    ): T[] {
      const failing = new Set(untaken.filter((one) => one.mayPass).map(({ path }) => path))
      settle(paths, failing)
      isToSearch = missed.took(missing)
      const looked = new Set(paths)
      const isInTheWay = [...failing].some((path) => !looked.has(path))
      if (!isInTheWay) searching = undefined
      else if (!searching || isDue(searching)) searching = paused(searching, nowMs())
      return told.newsIn(untaken, (path) => looked.has(path) || !seen.has(path))
    },
  }
}

/** Whether there was something to forget. */
function forgetGone(
  lists: readonly Map<string, unknown>[],
  now: ReadonlyMap<string, unknown>,
): boolean {
  const gone = lists.flatMap((list) => [...list.keys()].filter((path) => !now.has(path)))
  for (const list of lists) for (const path of gone) list.delete(path)
  return gone.length > 0
}

function paused(before: Pause | undefined, nowMs: number): Pause {
  const pauseMs = before ? Math.min(before.pauseMs * 2, retryMostMs) : retryFirstMs
  return { pauseMs, nextMs: nowMs + pauseMs }
}

/** What the last import missed, until a look sees it. */
function openMissed(pathsMax: number) {
  let missed: readonly string[] = []
  let gone: readonly string[] = []
  return {
    gone: () => gone,
    looked(now: ReadonlyMap<string, unknown>): void {
      missed = missed.filter((path) => !now.has(path))
      gone = missed.slice(0, pathsMax)
    },
    /** Whether some of it was not to be deleted yet. */
    took(missing: readonly string[]): boolean {
      const given = new Set(gone)
      missed = missing.filter((path) => !given.has(path))
      return missed.length > 0
    },
  }
}

/** What of each file was told last. */
function openTold() {
  const told = new Map<string, string>()
  return {
    /** Of what was looked at, that which is not in the way any more is forgotten. */
    newsIn<T extends Untaken>(untaken: readonly T[], wasLookedAt: (path: string) => boolean): T[] {
      const left = new Set(untaken.map(({ path }) => path))
      for (const path of told.keys()) {
        if (!left.has(path) && wasLookedAt(path)) told.delete(path)
      }
      const news = untaken.filter((one) => told.get(one.path) !== causeOf(one))
      for (const one of untaken) told.set(one.path, causeOf(one))
      return news
    },
  }
}

const causeOf = ({ cause, reason }: Untaken) => cause ?? reason

type Options = { pathsMax: number; nowMs?: () => number }

export type SettledFiles = ReturnType<typeof openSettledFiles>
