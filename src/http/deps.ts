import type { Logger } from 'pino'
import type { AddressRanges } from '../base/address-ranges.ts'
import type { Clock } from '../base/clock.ts'
import type { Durable } from '../base/durable.ts'
import type { ServedRequest } from '../base/served-request.ts'
import type { Command } from '../domain/command.ts'
import type { Identity } from '../domain/identity/index.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { Unfinished } from './connections/unfinished.ts'
import type { Metrics } from './middleware/metrics.ts'
import type { Traffic } from './middleware/traffic.ts'
import type { PublicFace } from './public/public-face.ts'
import type { WalletRate } from './route.ts'
import type { Streams } from './streams/open-streams.ts'

/** What the doors need; app.ts gives it. */
export type HttpDeps = {
  rooms: Rooms
  write: Command['write']
  /** Handed on to the rooms that ask for it; the doors themselves never read from it. */
  db: Parameters<Identity['assertLive']>[0]
  /** Until when an answer waits that was only read. */
  durable: Durable
  /** Throws LeaseOver once another process may answer in this one's place. */
  requireLease: () => void
  clock: Clock
  log: Logger
  settings: HttpSettings
  traffic: Traffic
  unfinished: Unfinished
  streams: Streams
  /** What /metrics shows, and to whom. */
  metrics: { metrics: Metrics; token: string } | undefined
  /** Told of every request that is over. */
  onServed: ((served: ServedRequest) => void) | undefined
}

export type HttpSettings = {
  version: string
  /** Absolute links start with this; never with what a request says its host is. */
  baseUrl: () => string
  trustedProxies: AddressRanges
  /** Names and origins that MCP answers besides those of the base URL and of this machine. */
  allowedHosts: readonly string[]
  allowedOrigins: readonly string[]
  /** Whether browsers may log in: without it there is no /console, and no cookie counts. */
  console: boolean
  /** Whether people may let programs in to MCP. */
  oauth: boolean
  searchRatePerMinute: number
  /** Requests a minute of one user, per group of endpoints of Surface C. */
  walletRatesPerMinute: Readonly<Record<WalletRate, number>>
  publicSearch: boolean
  /** How the pages for everybody look, and whom they name. */
  publicFace: PublicFace
  /** Failed logins in a quarter of an hour. */
  loginAttemptsPerAccount: number
  loginAttemptsPerAddress: number
  /** Per address. */
  signupsPerHour: number
  /** Programs that register, per address. */
  oauthRegistrationsPerHour: number
  /** Requests at once; what is more is refused. */
  requestsMax: number
  /** From so many milliseconds on a request is logged as slow; 0: none is. */
  slowRequestMs: number
  /** In tests: every answer is held against its documented schema. */
  checkReplies: boolean
}
