import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Io, UsageError } from '../command.ts'

/** Of one server, as `kontor login` was given it. */
export type KeptSession = {
  email: string
  tenant: string
  session_token: string
  expires_at: string
  /** Of this machine: its next login waits for no stranger who tries the same account. */
  device_token: string
}

type Kept = {
  /** The server last logged in to: what is meant where none is named. */
  current: string | null
  servers: Record<string, KeptSession>
}

/** `$XDG_CONFIG_HOME/kontor/sessions.json`, or below `~/.config`. */
function fileOf({ environment }: Io): string {
  const home = environment.HOME ?? homedir()
  return join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'kontor', 'sessions.json')
}

/** Throws UsageError for a file that others can read, that belongs to another user, or is none. */
export function readSessions(io: Io): Kept {
  const file = fileOf(io)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return { current: null, servers: {} }
  if (stat.uid !== process.getuid?.()) {
    throw new UsageError(`${file} belongs to another user: its sessions are not yours to use.`)
  }
  if ((stat.mode & 0o077) !== 0) {
    throw new UsageError(
      `${file} can be read by others, who could act as you: remove it, and log in again. If ` +
        `nobody else was here: chmod 600 ${file}`,
    )
  }
  try {
    const { current, servers } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>
    return { current: current ?? null, servers: servers ?? {} }
  } catch {
    throw new UsageError(`${file} cannot be read as JSON: remove it, and log in again.`)
  }
}

/** Written whole or not at all, and never readable by others. */
export function changeSessions(io: Io, change: (kept: Kept) => Kept): void {
  const file = fileOf(io)
  const changed = change(readSessions(io))
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}`
  writeFileSync(next, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, file)
}

/**
 * The address of a server as sessions are kept under it. Throws UsageError for plain HTTP to
 * another machine: passwords and sessions would be readable on the way.
 */
export function serverAddress(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new UsageError(`--server ${text} is not an address such as https://data.example.eu.`)
  }
  const { protocol, hostname, origin, pathname, username, search, hash } = new URL(text)
  if (username !== '' || search !== '' || hash !== '') {
    throw new UsageError('--server is an address alone: without a user, a query or a fragment.')
  }
  const isHere = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname)
  if (protocol === 'http:' && !isHere) {
    throw new UsageError(
      `--server ${text} is plain HTTP: whoever is on the way could read your password. Use https.`,
    )
  }
  return `${origin}${pathname}`.replace(/\/+$/, '')
}
