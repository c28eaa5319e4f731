import type { OidcProvider } from '../../base/oidc-settings.ts'

/** What a provider says of somebody who logged in there, every check of the protocol passed. */
export type SsoLogin = {
  readonly issuer: string
  readonly subject: string
  /** The provider's own session, where it names one. */
  readonly sid: string | undefined
  readonly claims: Readonly<Record<string, unknown>>
  readonly idToken: string
  readonly refreshToken: string | undefined
}

/** A log-in under way: what binds the answer of the provider to its question. */
export type SsoProofs = {
  readonly state: string
  readonly nonce: string
  /** PKCE (RFC 7636). */
  readonly verifier: string
}

/** `unknown`: the provider did not answer, or not as one; that ends no session. */
export type SsoRefreshed =
  | {
      readonly outcome: 'live'
      readonly subject: string | undefined
      readonly refreshToken: string | undefined
    }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unknown' }

/** What a provider says ended there. One of subject and sid at least. */
export type SsoLogout = {
  readonly issuer: string
  readonly subject: string | undefined
  readonly sid: string | undefined
  readonly jti: string
}

/**
 * The side of a client of OpenID Connect, for each provider. Throws Saturated where a provider does
 * not answer, and Forbidden or InvalidInput for what does not pass the checks.
 */
export type SsoClient = {
  /** Where a browser is sent. */
  begin(
    provider: OidcProvider,
    asked: SsoProofs & {
      readonly redirectUri: string
      /** Who is logged in is to show it anew, whatever the provider remembers. */
      readonly isAgain: boolean
      /** Whom it saw longer ago it is to see anew, and in any case to say when that was. */
      readonly seenMaxMs: number
    },
  ): Promise<string>
  /** `answer` is the address by which the browser came back. */
  finish(provider: OidcProvider, asked: SsoProofs & { readonly answer: URL }): Promise<SsoLogin>
  refresh(provider: OidcProvider, refreshToken: string): Promise<SsoRefreshed>
  readLogout(provider: OidcProvider, logoutToken: string): Promise<SsoLogout>
  /** Where a browser logs out of the provider, too; null where there is no such place. */
  logOutAt(
    provider: OidcProvider,
    asked: { readonly idToken: string | undefined; readonly returnTo: string | undefined },
  ): Promise<string | null>
}

/** Single sign-on as the operator set it up. */
export type SsoSettings = {
  readonly providers: readonly OidcProvider[]
  readonly client: SsoClient
  /** After so long a provider is asked whether a session goes on. */
  readonly refreshMs: number
}

/** What a browser gives of a passkey (WebAuthn 3, the JSON of a PublicKeyCredential). */
export type PasskeyAnswer = {
  readonly id: string
  readonly type: string
  readonly response: Readonly<Record<string, unknown>>
}

type PasskeyAsked = {
  readonly answer: PasskeyAnswer
  readonly challenge: string
  readonly place: { readonly id: string; readonly origin: string }
}

export type NewPasskey = {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: readonly string[]
  readonly backedUp: boolean
}

/**
 * The checks of WebAuthn: challenge, origin, relying party, that somebody was there and showed who
 * it is, and the signature. Undefined for what does not pass one of them.
 */
export type PasskeyChecks = {
  registration(asked: PasskeyAsked): Promise<NewPasskey | undefined>
  assertion(
    asked: PasskeyAsked & { readonly credentialId: Buffer; readonly publicKey: Buffer },
  ): Promise<{ readonly signCount: number; readonly backedUp: boolean } | undefined>
}

/** What programs say of themselves at an address that is their id. */
export type ClientDocuments = {
  /** Where one may be asked for, with the port where it is another than that of HTTPS. */
  readonly hosts: readonly string[]
  /** The JSON at an address of these. Throws where there is none, with why. */
  read(url: string): Promise<unknown>
}
