/** Why an address is not one that events are sent to; what a caller is told of it. */
export type UrlTrouble = { readonly reason: string; readonly message: string }

export type Sending = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came back: an answer, whatever its status, or what went wrong before there was one. */
export type Sent =
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      /** As much of it as is kept. */
      readonly body: string
      readonly problem?: undefined
    }
  | { readonly problem: string }

/** How events leave the server. */
export type Sender = {
  /** What can be said of an address without asking anybody for it. */
  troubleWith(url: string): UrlTrouble | undefined
  /** Never throws. Settles in a bounded time. */
  send(sending: Sending, signal: AbortSignal): Promise<Sent>
}
