/** How the pages for everybody look, and whom they name: the operator's settings. */
export type PublicFace = {
  readonly name: string
  readonly text: string | undefined
  /** `#rrggbb` */
  readonly color: string
  readonly logo: Logo | undefined
  /** An e-mail address. */
  readonly contact: string | undefined
  readonly imprint: string | undefined
  readonly privacy: string | undefined
  /** Whether a visitor can make an account. */
  readonly isSignupOpen: boolean
  readonly hasConsole: boolean
}

export type Logo = {
  readonly kind: 'image/svg+xml' | 'image/png' | 'image/webp'
  readonly bytes: Buffer
}
