/** A place in what Litestream has read of the log: which of its pieces, and how far in it. */
export type LogPlace = { index: number; offset: number }

export type Progress = {
  /** How old the oldest write is that is not shipped; 0: there is none; null: nothing ever was. */
  behindMs: number | null
  /** Bytes of the log that were read and not shipped yet. */
  behindBytes: number
}

/** Follows how far a replica is, out of what Litestream says and what lies on the disk. */
export function openProgress() {
  let shipped: LogPlace | undefined
  let read: LogPlace = { index: 0, offset: 0 }
  /** Up to where it had read at each look, as long as that is not shipped. */
  let marks: (LogPlace & { atMs: number })[] = []
  let unreadSinceMs: number | undefined

  return {
    /** Something was shipped up to there. */
    shipped(place: LogPlace): void {
      shipped = place
      marks = marks.filter((mark) => isBefore(place, mark))
    },
    /** A look at the disk: up to where it has read, and whether there is more to be read. */
    look({ place, isUnread, nowMs }: { place: LogPlace; isUnread: boolean; nowMs: number }): void {
      const isNew = isBefore(read, place) || place.index < read.index
      if (isNew && (!shipped || isBefore(shipped, place))) marks.push({ ...place, atMs: nowMs })
      read = place
      unreadSinceMs = isUnread ? (unreadSinceMs ?? nowMs) : undefined
    },
    report(nowMs: number): Progress {
      const sinceMs = marks[0]?.atMs ?? unreadSinceMs
      const behindBytes = shipped?.index === read.index ? read.offset - shipped.offset : read.offset
      return {
        behindMs: shipped === undefined ? null : sinceMs === undefined ? 0 : nowMs - sinceMs,
        behindBytes: marks.length === 0 ? 0 : Math.max(0, behindBytes),
      }
    },
  }
}

function isBefore(a: LogPlace, b: LogPlace): boolean {
  return a.index < b.index || (a.index === b.index && a.offset < b.offset)
}

/** What a line of Litestream's says to have shipped; undefined for any other. */
export function shippedIn(line: string): LogPlace | undefined {
  try {
    const { msg, position, sz } = JSON.parse(line) as Record<string, unknown>
    if (msg !== 'wal segment written' || typeof position !== 'string') return undefined
    const [, index, offset] = /\/([0-9a-f]{8}):(\d+)$/.exec(position) ?? []
    if (index === undefined) return undefined
    return { index: Number.parseInt(index, 16), offset: Number(offset) + Number(sz) }
  } catch {
    return undefined
  }
}

/** What a line says to have gone wrong. */
export function troubleIn(line: string): string | undefined {
  try {
    const { level, msg, error } = JSON.parse(line) as Record<string, unknown>
    if (level !== 'ERROR' && level !== 'WARN') return undefined
    return [msg, error].filter((one) => typeof one === 'string').join(': ')
  } catch {
    // Go's own words for a fault of the program.
    return /^(panic|fatal error):/.test(line) ? line : undefined
  }
}
