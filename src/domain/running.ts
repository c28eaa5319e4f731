/** The running service itself, as far as the doors may ask about it. Types only. */
export type Service = {
  /** Throws Saturated while the service is not healthy. */
  health(): { status: 'healthy'; version: string }
  /** Throws Saturated while the service starts or stops. */
  ready(): { status: 'ready' }
  /** What absolute links start with. */
  baseUrl(): string
}
