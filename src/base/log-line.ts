/** Numbers of pino. */
export const logLevels: Readonly<Record<string, number>> = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
}

export type LogEntry = {
  level?: number
  time?: string
  msg?: string
  requestId?: string | undefined
}

/** The entry in a line of the log; undefined for what is none: a banner, or the way to a death. */
export function logEntryOf(line: string): LogEntry | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const value = JSON.parse(line) as LogEntry | null
    return typeof value?.level === 'number' ? value : undefined
  } catch {
    return undefined
  }
}

/** An entry as a person reads it: when, how bad, what, and the facts. */
export function plainLogLine({ level, time = '', msg, ...facts }: LogEntry): string {
  const word = Object.keys(logLevels).find((name) => logLevels[name] === level) ?? String(level)
  const told = Object.entries(facts).map(([name, value]) => `${name}=${plain(value)}`)
  return [time, word.toUpperCase().padEnd(5), msg, ...told].join(' ')
}

/** The same for whoever watches it come: the time of day, and a request as one knows it. */
export function watchedLogLine(line: string): string {
  const entry = logEntryOf(line) as (LogEntry & Partial<Served>) | undefined
  if (!entry) return line
  const time = new Date(entry.time ?? '').toTimeString().slice(0, 8)
  const { method, route, status, ms, msg = '', requestId, ...rest } = entry
  if (method === undefined) return plainLogLine({ ...entry, time })
  const asked = `${msg === 'request' ? '' : `${msg} `}${method} ${route} ${status} ${ms} ms`
  // Of what went well nobody looks the request up.
  const which = (status ?? 0) >= 400 ? { requestId } : {}
  return plainLogLine({ ...rest, time, msg: asked, ...which })
}

type Served = { method: string; route: string; status: number; ms: number }

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
