import type { SmtpSettings } from '../adapters/mail/open-mailer.ts'
import type { Config } from '../config.ts'

/** Whom letters are given to, and whom they come from; undefined: nobody is written to. */
export function smtpOf({
  smtpUrl: url,
  smtpFrom,
  smtpCaFile: caFile,
  baseUrl,
}: Config): SmtpSettings | undefined {
  if (url === undefined) return undefined
  const host = baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname
  return { url, from: smtpFrom ?? `kontor@${host}`, caFile }
}
