import { isatty } from 'node:tty'
import pino, { type Logger } from 'pino'
import { watchedLogLine } from '../base/log-line.ts'
import { openLogSink } from '../base/log-sink.ts'
import { type RecentLines, recentLines } from '../base/recent-lines.ts'
import { openSpanRing, type SpanRing } from '../base/span-ring.ts'
import type { Config } from '../config.ts'

type Needs = Pick<Config, 'logLevel' | 'logFormat' | 'traceUrl'>

/**
 * The log of this process, what it has said lately, and room for the last spans. Where there is no
 * door, the standard output is for what a command was asked for. A terminal is shown plain lines.
 */
export function openLog(
  { logLevel: level, logFormat, traceUrl }: Needs,
  { http }: { http: boolean },
): { log: Logger; recent: RecentLines; spans: SpanRing } {
  const fd = http ? 1 : 2
  const isPlain = logFormat === 'plain' || (logFormat === 'auto' && isatty(fd))
  const shown = (line: string) => (isPlain ? `${watchedLogLine(line.trimEnd())}\n` : line)
  const recent = recentLines()
  const write = (line: string) => {
    if (http) recent.keep(line)
    out.write(shown(line))
  }
  const { isoTime } = pino.stdTimeFunctions
  const log = pino({ level, base: null, timestamp: isoTime }, { write })
  const out = openLogSink({ fd, lost: (count) => shown(lostLine(count)) })
  return { log, recent, spans: openSpanRing(traceUrl !== undefined) }
}

function lostLine(lines: number): string {
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: 40, time, lines, msg: 'lines of the log were lost' })}\n`
}
