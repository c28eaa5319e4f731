import * as z from 'zod'
import { line, list, truth, whole } from './rules.ts'

/** As it stands in an address: small letters, and a port where it is another than that of HTTPS. */
const documentHost = z
  .string()
  .refine(
    (text) => URL.parse(`https://${text}/`)?.host === text,
    'hosts such as assistant.example or assistant.example:8443, separated by commas',
  )

/** How people get in, and for how long. */
export const signInSettings = {
  signup: { rule: z.enum(['open', 'invite', 'closed']).optional(), help: 'who may sign up' },
  adminEmail: { rule: line.optional(), help: 'first platform administrator' },
  adminPassword: { rule: line.optional(), secret: true, help: 'password of that account' },
  adminPasswordFile: { rule: line.optional(), help: 'file that holds that password' },
  loginAttemptsPerAccount: {
    rule: whole(1, 1_000_000).default(10),
    help: 'failed logins in a quarter of an hour, per account and address',
  },
  loginAttemptsPerAddress: {
    rule: whole(1, 1_000_000).optional(),
    help: 'failed logins in a quarter of an hour, per address (50)',
  },
  signupsPerHour: {
    rule: whole(1, 1_000_000).optional(),
    help: 'signups per address; likewise wrong codes, and letters (20)',
  },
  sessionIdleMinutes: {
    rule: whole(15, 10_080).default(720),
    help: 'minutes without a request after which a browser is logged out',
  },
  secondFactor: {
    rule: z.enum(['off', 'admins', 'staff', 'all']).default('off'),
    help: 'who must have a second factor: nobody, platform admins, also who sees money, everybody',
  },
  console: {
    rule: truth.default(true),
    help: 'the console at /console and its sessions; false: cookies count nowhere',
  },
  oauth: {
    rule: truth.default(true),
    help: 'people may connect assistants to MCP by its URL alone (OAuth); false: by API key',
  },
  oauthRegistrationsPerHour: {
    rule: whole(1, 1_000_000).default(60),
    help: 'programs that may register in an hour from one address (OAuth)',
  },
  oauthClientHosts: {
    rule: list.pipe(z.array(documentHost)).default([]),
    help: 'hosts asked what programs are whose id is an address there (OAuth); without it none',
  },
  oauthProgramsMax: {
    rule: whole(1, 1_000_000).default(10_000),
    help: 'registered programs; the oldest that nobody connected make room (OAuth)',
  },
} as const
