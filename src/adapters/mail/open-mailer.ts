import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Transporter } from 'nodemailer'
import { cleanLine } from '../../base/clean-text.ts'
import type { Letter, Mailer, Posted } from '../../domain/mail/ports.ts'

export type SmtpSettings = {
  /** `smtps://` is TLS from the first byte on, `smtp://` STARTTLS. */
  readonly url: string
  readonly from: string
  /** Authorities that are believed besides those of the system. */
  readonly caFile?: string | undefined
}

const connectMs = 10_000
const answerMs = 30_000
/** After a server could not be reached, others than the next letter need not find that out. */
const restMs = 15_000

/**
 * A server for mail. The package is loaded with the first letter. Beyond this machine, and with a
 * password, nothing goes in the clear: a server that offers no TLS is not spoken to.
 */
export function openMailer(settings: SmtpSettings): Mailer {
  let opened: Promise<Transporter> | undefined
  let downUntilMs = 0
  return {
    async send(letter, id): Promise<Posted> {
      if (performance.now() < downUntilMs) throw new Error('the server for mail is away')
      opened ??= transport(settings)
      try {
        await (await opened).sendMail(messageOf(settings, letter, id))
        return 'taken'
      } catch (error) {
        if (isFinal(error)) return 'refused'
        if (!('responseCode' in (error as object))) downUntilMs = performance.now() + restMs
        throw plain(error)
      }
    },
    close: () => void opened?.then((one) => one.close()).catch(() => {}),
  }
}

/** One letter, at once, and what the server for mail said of it, whatever that was. */
export async function sendTest(
  settings: SmtpSettings,
  letter: Letter,
): Promise<{ ok: boolean; said: string }> {
  const transporter = await transport(settings)
  try {
    const { response } = await transporter.sendMail(messageOf(settings, letter, randomUUID()))
    return { ok: true, said: cleanLine(String(response)) }
  } catch (error) {
    return { ok: false, said: cleanLine((error as Error).message) }
  } finally {
    transporter.close()
  }
}

async function transport({ url, caFile }: SmtpSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(url)
  const isImplicit = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = host === 'localhost' || host === '::1' || /^127\./.test(host)
  // To a server on this machine that wants no password nothing secret travels.
  const isOpen = isHere && username === ''
  return createTransport({
    host,
    port: Number(port) || (isImplicit ? 465 : 587),
    secure: isImplicit,
    requireTLS: !isImplicit && !isOpen,
    ignoreTLS: !isImplicit && isOpen,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    tls: {
      minVersion: 'TLSv1.2',
      ...(isIP(host) ? {} : { servername: host }),
      ...(caFile === undefined ? {} : { ca: readFileSync(caFile) }),
    },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    // A letter is what it says it is: nothing of this machine or of the network gets into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function messageOf({ from }: SmtpSettings, letter: Letter, id: string) {
  const { to, subject, text, html, unsubscribeUrl } = letter
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  }
}

/** 5xx about the letter or its reader. That a log-in is refused is a matter of the settings. */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  if (code === 'EAUTH' || code === 'ETLS') return false
  return responseCode !== undefined && responseCode >= 550 && responseCode < 600
}

/** The command that failed may name people: it is left out of what is logged. */
function plain(error: unknown): Error {
  const { code = 'ESMTP', responseCode = '' } = error as { code?: string; responseCode?: number }
  return new Error(`the server for mail does not take it: ${code} ${responseCode}`.trim())
}
