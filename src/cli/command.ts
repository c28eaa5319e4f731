import type { App, FolderUse, Progress } from '../app.ts'
import type { Kontor } from '../client/index.ts'
import type { Config } from '../config.ts'

/** Where a command writes and what it may know of the process. */
export type Io = {
  out(line: string): void
  err(line: string): void
  /** What is typed or piped in. */
  input: () => AsyncIterable<Uint8Array>
  /** Whether a person watches: progress bars, colours. */
  terminal: boolean
  environment: Readonly<Record<string, string | undefined>>
  /** Settles when the process is asked to stop (SIGINT, SIGTERM). */
  stopped: Promise<string>
}

/** Told how far a long command is. */
export type Told = (progress: Progress) => void

/** Who waits for a command: may want to know how far it is, and may ask it to stop. */
export type Watch = { onProgress?: Told | undefined; signal?: AbortSignal | undefined }

export type Values = Readonly<Record<string, string | boolean | undefined>>

/** What a command found or did: text for people, data for `--json`. */
export type Outcome = {
  lines: readonly string[]
  data: unknown
  failed?: boolean
  /** There is more to do: the command is given again with these values added, till it ends. */
  more?: More
  /** It was asked to stop, and did before its end: how it goes on. */
  stopped?: string
}

type More = {
  values: Values
  done: number
  total: number
  /** Said at once. */
  said?: readonly string[]
  /** Asked of a person; of anybody else the answer is no. */
  ask?: { question: string; yes: Values }
}

type Description = {
  /** One or two words, as typed: `ledger verify`. */
  name: string
  summary: string
  /** Lines under "Examples:" in the help. */
  examples: readonly string[]
  options: Readonly<Record<string, OptionHelp>>
  /** The option that may be given without its name. */
  operand?: string
  /** It begins or looks after a server: what was set and does nothing is told. */
  tellsNotices?: true
  /** When it is asked to stop, it does so soon and in order; any other is left where it is. */
  stops?: true
}

export type OptionHelp = {
  type: 'string' | 'boolean'
  help: string
  value?: string
  /** It names whom the command is about, whoever is logged in. */
  isAbout?: true
}

/**
 * A command that works on the data folder. It runs here when no server has the folder, and inside
 * the running server (through the control socket in the folder) when one has: either way the same
 * code on the only writing connection.
 */
export type FolderCommand = Description & {
  /** What it does with the folder: one that is not there is a mistake, and made by init alone. */
  use: FolderUse
  /** It reads what every schema has: a folder of an older version as it is. */
  anySchema?: true
  /** The same of a server elsewhere. */
  ask?: Asks
  act(app: App, values: Values, watch?: Watch): Promise<Outcome>
}

/**
 * Asks the API, by the client of the product: of a server elsewhere, or in the place of a tenant
 * of the data folder, with a server or without one.
 */
export type MarketCommand = Description & { ask: Asks }

export type Asks = (market: Market, values: Values) => Promise<Outcome>

export type Market = {
  client: Kontor
  isElsewhere: boolean
  io: Io
  /** Aborted when the command is asked to stop. */
  signal?: AbortSignal
}

/** For commands that can be given for any tenant of a folder. */
export const tenantOption = {
  type: 'string',
  help: 'whose, on a data folder: id or name (the only one)',
  value: '<tenant>',
} as const satisfies OptionHelp

/** A command that looks after everything by itself; gives the exit code. */
export type FreeCommand = Description & {
  /** Its data folder where none is named, instead of that of a server. */
  usualFolder?: string
  run(config: () => Config, values: Values, io: Io): Promise<number>
}

export type CliCommand = FolderCommand | FreeCommand | MarketCommand

/** What the operator typed cannot be carried out as typed: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What was named is not there, as if an id were unknown: exit code 1. */
export class NotThere extends Error {
  override readonly name = 'NotThere'
}

/** What `--url` names: an address of HTTP. Throws UsageError. */
export function requireAddress(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url
  throw new UsageError(`--url: ${url} is not an address such as https://data.example.eu.`)
}

/** The value of an option that must be there. Throws UsageError. */
export function requireOption(values: Values, name: string): string {
  const value = values[name]
  if (typeof value === 'string' && value !== '') return value
  throw new UsageError(`--${name} is required.`)
}
