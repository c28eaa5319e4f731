import * as z from 'zod'
import type { AcmeSettings } from '../base/acme-settings.ts'
import { line, list, truth, webAddress, whole } from './rules.ts'

/** A certificate by ACME (RFC 8555), for a server without a proxy. */
export const certificateSettings = {
  tlsCertFile: { rule: line.optional(), help: 'certificate chain, PEM' },
  tlsKeyFile: { rule: line.optional(), help: 'private key, PEM' },
  acmeEmail: {
    rule: z.email('an address of e-mail').optional(),
    help: 'gets certificates by ACME; the authority writes to this address',
  },
  acmeDomains: {
    rule: list.default([]),
    help: 'names that the certificate is for; without any, that of the base URL',
  },
  acmeAgreeTerms: {
    rule: truth.default(false),
    help: 'you agree to the terms of service of the authority',
  },
  acmeDirectory: {
    rule: webAddress.default('https://acme-v02.api.letsencrypt.org/directory'),
    help: 'ACME directory of the authority',
  },
  acmeHttpPort: {
    rule: whole(0, 65_535).default(80),
    help: 'port that answers HTTP-01 and redirects; 0: TLS-ALPN-01 on the port of the server',
  },
}

type Given = {
  [K in keyof typeof certificateSettings]: z.output<(typeof certificateSettings)[K]['rule']>
} & {
  baseUrl?: string | undefined
}

const domainForm = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/

/** Undefined where no certificate is asked for. Settings that do not go together are refused. */
export function acmeOf(given: Given, refuse: (why: string) => never): AcmeSettings | undefined {
  const { acmeEmail: email, acmeDomains, acmeDirectory: directory, acmeHttpPort, baseUrl } = given
  if (email === undefined) return undefined
  if (given.tlsCertFile !== undefined) {
    refuse('KONTOR_ACME_EMAIL and KONTOR_TLS_CERT_FILE exclude one another.')
  }
  if (!given.acmeAgreeTerms) {
    refuse(`KONTOR_ACME_EMAIL needs --acme-agree-terms: read the terms of ${directory} first.`)
  }
  const own = baseUrl === undefined ? [] : [new URL(baseUrl).hostname]
  const domains = acmeDomains.length > 0 ? acmeDomains : own
  if (domains.length === 0)
    refuse('KONTOR_ACME_EMAIL needs KONTOR_ACME_DOMAINS or KONTOR_BASE_URL.')
  const wrong = domains.find((domain) => !domainForm.test(domain))
  if (wrong !== undefined) {
    refuse(`KONTOR_ACME_DOMAINS cannot have ${wrong}: a public name like data.example.eu.`)
  }
  const httpPort = acmeHttpPort === 0 ? undefined : acmeHttpPort
  return { email, domains, directory, httpPort }
}

/** Where the names of a certificate lead; on any free port nobody looks for it. */
export function addressOf({ domains }: AcmeSettings, port: number): string | undefined {
  if (port === 0) return undefined
  return `https://${domains[0]}${port === 443 ? '' : `:${port}`}`
}
