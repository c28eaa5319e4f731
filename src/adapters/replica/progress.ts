/**
 * A place in what Litestream has read of the log: which of its pieces, and how far in it. Each
 * generation begins with a snapshot, and counts anew.
 */
export type LogPlace = { generation: string; index: number; offset: number }

export type Progress = {
  /** How old the oldest write is that is not shipped; 0: there is none; null: nothing ever was. */
  behindMs: number | null
  /** Bytes of the log that were read and not shipped yet. */
  behindBytes: number
}

/** Undefined place: it has not begun, or goes over to the next piece at this moment. */
export type Look = { place: LogPlace | undefined; isUnread: boolean; nowMs: number }

/** Follows how far a replica is, out of what Litestream says and what lies on the disk. */
export function openProgress() {
  let shipped: LogPlace | undefined
  let read: LogPlace | undefined
  const past = new Set<string>()
  /** Up to where it had read at each look, as long as that is not shipped. */
  let marks: (LogPlace & { atMs: number })[] = []
  let unreadSinceMs: number | undefined
  let wholeAtMs: number | undefined

  /** What a new generation lacks begins where the one before was whole. */
  function readUpTo(place: LogPlace, nowMs: number): void {
    const isOther = read !== undefined && read.generation !== place.generation
    const isNew = !read || isOther || isBefore(read, place)
    const isFollowed = shipped?.generation === place.generation
    if (isNew && !(isFollowed && shipped && !isBefore(shipped, place))) {
      marks.push({ ...place, atMs: isOther && !isFollowed ? (wholeAtMs ?? nowMs) : nowMs })
    }
    if (isOther && read) past.add(read.generation)
    read = place
  }

  return {
    /** Something was shipped up to there; what was read in generations before is in that, too. */
    shipped(place: LogPlace): void {
      if (past.has(place.generation)) return
      shipped = place
      marks = marks.filter((mark) => mark.generation === place.generation && isBefore(place, mark))
    },
    /** A look at the disk: up to where it has read, and whether there is more to be read. */
    look({ place, isUnread, nowMs }: Look): void {
      if (place) readUpTo(place, nowMs)
      unreadSinceMs = isUnread ? (unreadSinceMs ?? nowMs) : undefined
      if (!isUnread && marks.length === 0) wholeAtMs = nowMs
    },
    report(nowMs: number): Progress {
      const sinceMs = marks[0]?.atMs ?? unreadSinceMs
      const isSamePiece = shipped?.generation === read?.generation && shipped?.index === read?.index
      const behindBytes = (read?.offset ?? 0) - (isSamePiece ? (shipped?.offset ?? 0) : 0)
      return {
        behindMs: shipped === undefined ? null : sinceMs === undefined ? 0 : nowMs - sinceMs,
        behindBytes: marks.length === 0 ? 0 : Math.max(0, behindBytes),
      }
    },
  }
}

/** Of one generation. */
function isBefore(a: LogPlace, b: LogPlace): boolean {
  return a.index < b.index || (a.index === b.index && a.offset < b.offset)
}

/** What a line of Litestream's says to have shipped; undefined for any other. */
export function shippedIn(line: string): LogPlace | undefined {
  try {
    const { msg, position, sz } = JSON.parse(line) as Record<string, unknown>
    if (msg !== 'wal segment written' || typeof position !== 'string') return undefined
    const form = /^([0-9a-f]{16})\/([0-9a-f]{8}):(\d+)$/
    const [, generation, index, offset] = form.exec(position) ?? []
    if (generation === undefined || index === undefined) return undefined
    return { generation, index: Number.parseInt(index, 16), offset: Number(offset) + Number(sz) }
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
