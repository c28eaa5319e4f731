import * as z from 'zod'
import { isoOf } from '../../base/clock.ts'
import type { SessionId } from '../../base/ids.ts'
import type { Rooms } from '../../domain/rooms.ts'
import { passkeyPlaceOf } from '../passkey-place.ts'
import { placeOf } from '../place.ts'
import { get, type HttpFacts } from '../route.ts'
import { presentChallenge } from '../v1/account/present-factors.ts'
import { ChallengeReply } from '../v1/account/second-factors.schema.ts'
import {
  cookieToken,
  giveCookie,
  giveSignInCookie,
  requireSafePlace,
  signInToken,
} from './cookie.ts'
import { sendFactorPage, sendOnwardPage, wantsPage } from './pages.ts'

const tag = 'Browser sessions'
const providerId = z.object({ id: z.string() })
const codeMaxChars = 4_096

const ProvidersReply = z
  .object({ providers: z.array(z.object({ id: z.string(), name: z.string() })) })
  .meta({ id: 'SignInProviders' })

export const listSignInProviders = get('/console/oidc', {
  id: 'listSignInProviders',
  summary: 'The providers that people may log in by, for buttons',
  description: 'Those of the settings; see the manual, Single sign-on.',
  tag,
  access: 'none',
  reply: ProvidersReply,
  errors: [],
  run: ({ rooms }) => rooms.identity.listProviders(),
  present: (providers) => ({ providers: providers.map(({ id, name }) => ({ id, name })) }),
})

/** Of this server, and not what a browser reads as the name of another: `//host`, `/\host`. */
const ownPath = z
  .string()
  .max(1_000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'must be a path of this server')

export const beginSignIn = get('/console/oidc/:id/start', {
  id: 'beginSignIn',
  summary: 'Log a browser in by a provider: sends it there',
  description:
    'For a link that a person follows. The answer of the provider counts in this browser alone, ' +
    'once, for a quarter of an hour. With the code of an invitation somebody joins who has no ' +
    'account, where the provider is set up for it.',
  tag,
  access: 'none',
  showsPages: 'logIn',
  params: providerId,
  query: z.object({
    return_to: ownPath.optional().meta({ description: 'Path of this server to be shown then' }),
    invitation: z.string().max(200).optional(),
  }),
  givesSecret: true,
  reply: z.object({ continue_at: z.url() }).meta({ id: 'SignInBegun' }),
  also: { 302: 'To the log-in page of the provider, unless JSON is asked for' },
  errors: [400, 403, 404, 429, 503],
  headers: { 'Set-Cookie': 'What this browser is known by when it comes back' },
  guard: 'sso',
  isWork: true,
  raw: true,
  async run({ rooms, cmd, params, query, http }) {
    const { ctx, baseUrl } = http
    requireSafePlace(baseUrl)
    const { url, browserToken } = await rooms.identity.beginSignIn(cmd, {
      providerId: params.id,
      redirectUri: callbackOf(http, params),
      returnTo: query.return_to ?? homeOf(baseUrl),
      browserToken: signInToken(ctx, baseUrl),
      invitationCode: query.invitation,
      replaces: currentSession(rooms, http),
    })
    giveSignInCookie(ctx, { baseUrl, token: browserToken })
    ctx.set('Cache-Control', 'no-store')
    ctx.set('Referrer-Policy', 'no-referrer')
    if (ctx.accepts('html', 'json') === 'json') {
      sendData(http, { continue_at: url })
      return
    }
    ctx.set('Location', url)
    ctx.body = null
    ctx.status = 302
  },
})

/** What this browser is logged in with, where one of our own pages sent it here. */
function currentSession({ identity }: Rooms, { ctx, baseUrl }: HttpFacts): SessionId | undefined {
  if (ctx.get('sec-fetch-site') !== 'same-origin') return undefined
  const token = cookieToken(ctx, baseUrl)
  return token === undefined ? undefined : identity.principalOfToken(token, 'browser')?.sessionId
}

export const finishSignIn = get('/console/oidc/:id/callback', {
  id: 'finishSignIn',
  summary: 'Where a provider sends the browser back to: the session comes as a cookie',
  description:
    'The redirect URI to be known to the provider. The answer is a page that goes on to ' +
    'return_to by itself, because a redirect would keep the cookie back. Refusals are a page ' +
    'where HTML is asked for first, and otherwise JSON. Who has a second factor here goes on to ' +
    'return_to with #second_factor= and the id of the challenge, and without a session.',
  tag,
  access: 'none',
  showsPages: 'logIn',
  params: providerId,
  query: z.object({
    state: z.string().max(200),
    code: z.string().max(codeMaxChars).optional(),
    error: z.string().max(200).optional(),
    iss: z.string().max(1_000).optional(),
  }),
  reply: z
    .object({
      return_to: z.string(),
      second_factor: ChallengeReply.optional().meta({
        description: 'For who has one that the provider did not ask for: there is no session yet',
      }),
    })
    .meta({ id: 'SignedIn' }),
  errors: [400, 403, 404, 503],
  headers: { 'Set-Cookie': 'The session: HttpOnly, SameSite=Strict, and Secure but on loopback' },
  isWork: true,
  raw: true,
  async run({ rooms, cmd, params, query, http }) {
    const { ctx, baseUrl } = http
    requireSafePlace(baseUrl)
    const answer = new URL(callbackOf(http, params))
    answer.search = ctx.querystring
    const signedIn = await rooms.identity.finishSignIn(cmd, {
      providerId: params.id,
      state: query.state,
      browserToken: signInToken(ctx, baseUrl),
      answer,
      place: placeOf(http, 'browser'),
      passkeys: passkeyPlaceOf(http),
    })
    const { returnTo } = signedIn
    ctx.status = 200
    ctx.set('Cache-Control', 'no-store')
    if (signedIn.sessionToken === undefined) {
      const { asked } = signedIn
      if (wantsPage(ctx)) return sendFactorPage(ctx, { path: returnTo, ...asked })
      return sendData(http, { return_to: returnTo, second_factor: presentChallenge(asked) })
    }
    giveCookie(ctx, { baseUrl, token: signedIn.sessionToken })
    if (wantsPage(ctx)) return sendOnwardPage(ctx, { path: returnTo })
    sendData(http, { return_to: returnTo })
  },
})

function sendData({ ctx, requestId, nowMs }: HttpFacts, data: object): void {
  ctx.body = { data, request_id: requestId, timestamp: isoOf(nowMs) }
}

function callbackOf({ baseUrl }: HttpFacts, { id }: { id: string }): string {
  return `${baseUrl}/console/oidc/${id}/callback`
}

function homeOf(baseUrl: string): string {
  return `${new URL(baseUrl).pathname.replace(/\/$/, '')}/console/`
}
