import { type LogEntry, logEntryOf, logLevels, plainLogLine } from '../base/log-line.ts'
import { redacted } from '../base/redacted.ts'
import type { LogLine, RecentLogs, WantedLogs } from '../domain/running.ts'

/** What was looked for in the lines that are remembered, the newest first. */
export function readRecent(lines: readonly string[], wanted: WantedLogs): RecentLogs {
  const { level: least, requestId, leastMs, sinceMs, limit } = wanted
  const entries: LogLine[] = []
  for (let at = lines.length - 1; at >= 0 && entries.length < limit; at--) {
    const line = lines[at] as string
    const level = levelOf(line)
    if (level < least || (requestId !== undefined && !line.includes(requestId))) continue
    const entry = lineOf(line)
    if (!entry || (requestId !== undefined && entry.requestId !== requestId)) continue
    // Lines are written in the order of time.
    if (sinceMs !== undefined && entry.atMs < sinceMs) break
    if (leastMs !== undefined && !(Number(entry.facts.ms) >= leastMs)) continue
    entries.push(entry)
  }
  return { entries, rememberedSinceMs: lineOf(lines[0] ?? '')?.atMs ?? null }
}

/** The first member of every line; most lines need no more of a look. */
function levelOf(line: string): number {
  return Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0)
}

function lineOf(line: string): LogLine | undefined {
  const written = logEntryOf(line)
  if (!written) return undefined
  // What is masked where no text stands is no JSON any more: then the entry is said as a sentence.
  const entry = logEntryOf(redacted(line.trimEnd())) ?? sentenceOf(written)
  const { level = 0, time = '', msg = '', requestId = null, ...facts } = entry
  const word = Object.keys(logLevels).find((name) => logLevels[name] === level) ?? String(level)
  return { atMs: Date.parse(time), level: word, message: msg, requestId, facts }
}

function sentenceOf(entry: LogEntry): LogEntry {
  const { level, time, requestId } = entry
  return { level, time, requestId, msg: redacted(plainLogLine(entry)) } as LogEntry
}
