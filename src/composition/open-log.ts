import { isatty } from 'node:tty'
import pino, { type Logger } from 'pino'
import { watchedLogLine } from '../base/log-line.ts'
import type { Config } from '../config.ts'

type Needs = Pick<Config, 'logLevel' | 'logFormat'>

/**
 * The log of this process. Where there is no door, the standard output is for what a command was
 * asked for. A terminal is shown plain lines.
 */
export function openLog(needs: Needs, { http }: { http: boolean }): Logger {
  const { logLevel: level, logFormat } = needs
  const fd = http ? 1 : 2
  const out = pino.destination(fd)
  const isPlain = logFormat === 'plain' || (logFormat === 'auto' && isatty(fd))
  const watched = { write: (line: string) => out.write(`${watchedLogLine(line.trimEnd())}\n`) }
  const { isoTime } = pino.stdTimeFunctions
  return pino({ level, base: null, timestamp: isoTime }, isPlain ? watched : out)
}
