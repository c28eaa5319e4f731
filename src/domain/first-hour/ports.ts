import type { Locale } from '../mail/index.ts'

/** What is wrong, and what to do about it. */
export type AddressFinding = {
  readonly level: 'error' | 'warning'
  readonly message: string
  readonly remedy: string
}

/** Of the certificate that clients are shown; dates as milliseconds. */
export type ShownCertificate = {
  readonly subject: string
  readonly issuer: string
  readonly endMs: number
  /** From the server's own up to the last that was sent. */
  readonly chain: readonly string[]
  /** Whether this machine's authorities vouch for it; else why not. */
  readonly isTrusted: boolean
  readonly trouble: string | null
}

export type AddressReport = {
  readonly url: string
  readonly findings: readonly AddressFinding[]
  /** Null: plain HTTP, or nothing answers. */
  readonly certificate: ShownCertificate | null
}

export type Ability = {
  readonly name: string
  readonly state: 'ready' | 'off' | 'broken'
  readonly detail: string
  readonly remedy: string | null
}

export type Sample = {
  readonly filename: string
  readonly contentType: string
  readonly title: string
  readonly tags: readonly string[]
  readonly bytes: Uint8Array
}

/** The running server, as far as setting it up is about it. */
export type House = {
  readonly baseUrl: string | null
  /** Whether others than people of this machine can reach it. */
  readonly isReachable: boolean
  readonly hasMail: boolean
  readonly backups: () => {
    folder: string | null
    lastMadeMs: number | null
    isVerified: boolean
  }
  readonly abilities: () => Promise<readonly Ability[]>
  /** Over the network, as clients come. */
  readonly checkAddress: () => Promise<AddressReport>
  /** At once; what the server for mail said, whatever it was. */
  readonly sendTest: (letter: {
    to: string
    locale: Locale
  }) => Promise<{ ok: boolean; said: string }>
  readonly samples: () => readonly Sample[]
}
