import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { type LogEntry, logEntryOf, logLevels, plainLogLine } from '../../base/log-line.ts'
import { redacted } from '../../base/redacted.ts'
import { type FreeCommand, type Io, UsageError, type Values } from '../command.ts'
import { timeOption } from '../time-option.ts'

/** Shows the server's log without what may not leave the house. */
export const logs: FreeCommand = {
  name: 'logs',
  summary: "show the server's log, readable and without secrets or people's data",
  examples: [
    'journalctl -u kontor -o cat | kontor logs --level warn',
    'kontor logs --file kontor.log --request req_01m9hcxfpw5kz96adft6e0bjbs',
    'kontor logs --file kontor.log --from 2026-11-21 --json > for-support.jsonl',
  ],
  options: {
    file: { type: 'string', help: 'a log file (what is piped in)', value: '<file>' },
    level: { type: 'string', help: 'from debug, info, warn or error on (info)', value: '<level>' },
    request: { type: 'string', help: 'of one request', value: '<id>' },
    from: { type: 'string', help: 'from this day or time', value: '<time>' },
  },
  async run(_config, values, io) {
    const [least, fromMs] = [levelOf(values), timeOption(values, 'from')]
    const { file } = values
    const input = typeof file === 'string' ? await openLog(file) : Readable.from(io.input())
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const entry = logEntryOf(line)
      if (!entry) {
        // What is no entry is what a program printed: a banner, or the way to its death.
        if (values.request !== undefined || line === '') continue
        const shown = redacted(line)
        io.out(values.json ? JSON.stringify({ msg: shown }) : shown)
        continue
      }
      const { level = 0, time = '', requestId } = entry
      if (level < least || (values.request !== undefined && requestId !== values.request)) continue
      if (fromMs !== undefined && Date.parse(time) < fromMs) continue
      print(entry, values.json === true, io)
    }
    return 0
  },
}

function print(entry: LogEntry, json: boolean, io: Io): void {
  io.out(redacted(json ? JSON.stringify(entry) : plainLogLine(entry)))
}

/** Opened before anything is read: what reads lines does not hear of a file that is not there. */
async function openLog(file: string) {
  try {
    const handle = await open(file)
    if (!(await handle.stat()).isDirectory()) return handle.createReadStream()
    await handle.close()
  } catch (error) {
    throw new UsageError(`--file cannot be read: ${(error as Error).message}`)
  }
  throw new UsageError(`--file ${file} is a folder: name a file in it.`)
}

function levelOf({ level = 'info' }: Values): number {
  const least = logLevels[String(level)]
  if (least !== undefined) return least
  throw new UsageError(`--level must be one of ${Object.keys(logLevels).join(', ')}.`)
}
