import * as z from 'zod'
import { line } from './rules.ts'

const server = z.string().refine((text) => /^smtps?:\/\//.test(text) && URL.canParse(text), {
  message: 'an address like smtps://name:password@mail.example.eu or smtp://mail.example.eu:587',
})

const sender = z
  .string()
  .max(200)
  .regex(/^([^<>\p{Cc}]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/u, {
    message: 'an e-mail address, also with a name: Data house <data@example.eu>',
  })

/** Letters to people: none are sent unless a server is named. */
export const mailSettings = {
  smtpUrl: {
    rule: server.optional(),
    secret: true,
    help: 'server for mail: smtps:// (TLS) or smtp:// (STARTTLS); without it none is sent',
  },
  smtpFrom: {
    rule: sender.optional(),
    help: 'whom mail comes from; kontor@ the host of the base URL unless given',
  },
  smtpCaFile: {
    rule: line.optional(),
    help: 'file with the authority that signed the certificate of that server',
  },
} as const
