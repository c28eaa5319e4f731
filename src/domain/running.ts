/** The running service itself, as far as the doors may ask about it. Types only. */
export type Service = {
  /** Throws Saturated while the service is not healthy. */
  health(): { status: 'healthy'; version: string }
  /** Throws Saturated while the service starts or stops. */
  ready(): { status: 'ready' }
  /** What absolute links start with. */
  baseUrl(): string
  readonly version: string
  /** As they are in force; what is secret is masked. */
  settings(): Readonly<Record<string, unknown>>
  /** What was asked of this process so far. */
  traffic(): ServedSoFar
}

export type ServedSoFar = {
  readonly uptimeSeconds: number
  readonly residentBytes: number
  readonly inFlight: number
  readonly shed: number
  /** The busiest first; times in milliseconds. */
  readonly routes: readonly {
    readonly route: string
    readonly requests: number
    readonly failures: number
    readonly median: number
    readonly slowest: number
  }[]
}
