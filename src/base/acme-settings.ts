/** How certificates are got by ACME (RFC 8555). */
export type AcmeSettings = {
  readonly email: string
  readonly domains: readonly string[]
  /** Address of the authority. */
  readonly directory: string
  /** Undefined: TLS-ALPN-01 takes the place of HTTP-01. */
  readonly httpPort: number | undefined
}
