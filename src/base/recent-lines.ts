/** What a log has said lately, oldest first. */
export type RecentLines = { keep(line: string): void; lines(): readonly string[] }

/** Of a log of requests that is some ten thousand of them. */
const keptChars = 4 * 1024 * 1024
/** A line that is longer is not remembered: a log of what went wrong has none. */
const lineMaxChars = 32 * 1024

/** The last lines, as many as fit: when there is no more room, the oldest quarter goes. */
export function recentLines(maxChars = keptChars): RecentLines {
  const kept: string[] = []
  let chars = 0
  return {
    keep(line) {
      if (line.length > lineMaxChars) return
      kept.push(line)
      chars += line.length
      if (chars <= maxChars) return
      const gone = kept.splice(0, Math.ceil(kept.length / 4))
      chars -= gone.reduce((sum, { length }) => sum + length, 0)
    },
    lines: () => kept,
  }
}
