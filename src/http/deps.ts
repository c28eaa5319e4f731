import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import type { Command } from '../domain/command.ts'
import type { Identity } from '../domain/identity/index.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { WalletRate } from './route.ts'

/** What the doors need; app.ts gives it. */
export type HttpDeps = {
  rooms: Rooms
  write: Command['write']
  /** Handed on to the rooms that ask for it; the doors themselves never read from it. */
  db: Parameters<Identity['assertLive']>[0]
  clock: Clock
  log: Logger
  settings: HttpSettings
}

export type HttpSettings = {
  version: string
  /** Absolute links start with this; never with what a request says its host is. */
  baseUrl: () => string
  trustedProxies: readonly string[]
  /** Names and origins that MCP answers besides those of the base URL and of this machine. */
  allowedHosts: readonly string[]
  allowedOrigins: readonly string[]
  searchRatePerMinute: number
  /** Requests a minute of one user, per group of endpoints of Surface C. */
  walletRatesPerMinute: Readonly<Record<WalletRate, number>>
  publicSearch: boolean
  /** Failed logins in a quarter of an hour. */
  loginAttemptsPerAccount: number
  loginAttemptsPerAddress: number
  /** Per address. */
  signupsPerHour: number
  /** In tests: every answer is held against its documented schema. */
  checkReplies: boolean
}
