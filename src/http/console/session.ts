import * as z from 'zod'
import type { Me, SignupPolicy } from '../../domain/identity/index.ts'
import { normaliseEmail } from '../../domain/identity/index.ts'
import type { Locale } from '../../domain/mail/index.ts'
import { passkeyPlaceOf } from '../passkey-place.ts'
import { placeOf } from '../place.ts'
import { del, get, type HttpFacts, post } from '../route.ts'
import { spokenLanguage } from '../spoken-language.ts'
import { LoggedInReply, LogInBody } from '../v1/account/auth.schema.ts'
import { MeReply } from '../v1/account/me.ts'
import { shownIn } from '../v1/account/present-factors.ts'
import { presentLoggedIn } from '../v1/account/present-logged-in.ts'
import { presentMe } from '../v1/account/present-me.ts'
import { cookieToken, giveCookie, takeCookie } from './cookie.ts'

const path = '/console/session'
const tag = 'Browser sessions'

const BrowserSessionReply = z
  .object({
    session: MeReply.nullable().meta({ description: 'Null for a browser that is not logged in' }),
    suspended: z.boolean().meta({
      description: 'Somebody is logged in whose tenant is suspended: session is null, too',
    }),
    setup: z.boolean().meta({ description: 'Whether the first administrator is still to come' }),
    signup: z.enum(['open', 'invite', 'closed']),
    mail: z.boolean().meta({ description: 'Whether this server sends letters' }),
    version: z.string(),
    locale: z.string().meta({
      description: 'The language of the account, or else the best of Accept-Language',
    }),
  })
  .meta({ id: 'BrowserSession' })

export const OpenedReply = LoggedInReply.omit({ session_token: true }).meta({
  id: 'OpenedBrowserSession',
})

export const openBrowserSession = post(path, {
  id: 'openBrowserSession',
  summary: 'Log a browser in: the session comes as a cookie',
  description:
    'For pages of this server alone: Sec-Fetch-Site must be same-origin, x-kontor-console 1 and ' +
    'Origin that of this server, or the answer is 403. No script can read the cookie, and its ' +
    'token is in no answer. A session that the browser had before ends. Who has a second factor ' +
    'is answered as by POST /v1/auth/login, and goes on at POST /console/session/answer.',
  tag,
  access: 'none',
  ownPages: true,
  neverReplayed: true,
  body: LogInBody,
  givesSecret: true,
  reply: OpenedReply,
  errors: [400, 401, 403, 429, 503],
  headers: { 'Set-Cookie': 'The session: HttpOnly, SameSite=Strict, and Secure but on loopback' },
  guard: 'login',
  idempotencyOwner: ({ email }) => normaliseEmail(email),
  knownDevice: ({ identity }, { email, device_token }) =>
    identity.knownDevice({ email, deviceToken: device_token }),
  async run({ rooms, cmd, principal, body, http }) {
    const { sessionToken, ...session } = await rooms.identity.logIn(cmd, {
      email: body.email,
      password: body.password,
      deviceToken: body.device_token,
      place: placeOf(http, 'browser'),
      replaces: principal?.sessionId,
      shown: body.second_factor && shownIn(body.second_factor),
      passkeys: passkeyPlaceOf(http),
    })
    giveCookie(http.ctx, { baseUrl: http.baseUrl, token: sessionToken })
    return session
  },
  present: (session) => withoutToken(presentLoggedIn({ ...session, sessionToken: '' })),
})

export function withoutToken({ session_token: _, ...shown }: ReturnType<typeof presentLoggedIn>) {
  return shown
}

export const getBrowserSession = get(path, {
  id: 'getBrowserSession',
  summary: 'Who this browser is logged in as, and what the first page needs to know',
  description:
    'For pages of this server alone. Nobody is no error: session is null then, and a cookie that ' +
    'is worth nothing any more is taken back.',
  tag,
  access: 'none',
  ownPages: true,
  evenSuspended: true,
  reply: BrowserSessionReply,
  errors: [403],
  run({ rooms, principal, http }) {
    const isOver = principal === undefined && cookieToken(http.ctx, http.baseUrl) !== undefined
    if (isOver) takeCookie(http.ctx, http.baseUrl)
    const suspended = principal !== undefined && rooms.identity.isShutOut(principal)
    const me = principal && !suspended ? rooms.identity.me(principal) : undefined
    const { version } = rooms.service.health()
    const locale = principal && rooms.mail.chosenLanguage(principal)
    return { me, suspended, ...rooms.identity.entrance(), mail: rooms.mail.isSet, version, locale }
  },
  present: presentSession,
})

type Shown = {
  me: Me | undefined
  suspended: boolean
  needsSetup: boolean
  signup: SignupPolicy
  mail: boolean
  version: string
  locale: Locale | undefined
}

function presentSession(
  { me, suspended, needsSetup, signup, mail, version, locale }: Shown,
  { ctx }: HttpFacts,
) {
  return {
    session: me ? presentMe(me) : null,
    suspended,
    setup: needsSetup,
    signup,
    mail,
    version,
    locale: locale ?? spokenLanguage(ctx),
  }
}

const LoggedOutReply = z
  .object({
    continue_at: z.url().nullable().meta({ description: 'Null but after a log-in by a provider' }),
  })
  .meta({ id: 'BrowserLoggedOut' })

export const endBrowserSession = del(path, {
  id: 'endBrowserSession',
  summary: 'Log this browser out',
  description:
    'The session ends at the server, and the browser forgets the cookie. After a log-in by a ' +
    'provider continue_at is where the page goes on to, to end it there as well.',
  tag,
  access: 'session',
  ownPages: true,
  evenSuspended: true,
  evenUnproven: true,
  reply: LoggedOutReply,
  errors: [400, 401, 403],
  headers: { 'Set-Cookie': 'Takes the session away' },
  async run({ rooms, cmd, http }) {
    const ended = await rooms.identity.logOutEverywhere(cmd, { hereUrl: http.baseUrl })
    takeCookie(http.ctx, http.baseUrl)
    return ended
  },
  present: ({ continueAt }) => ({ continue_at: continueAt }),
})
