import { passkeyPlaceOf } from '../passkey-place.ts'
import { placeOf } from '../place.ts'
import { post } from '../route.ts'
import { shownIn } from '../v1/account/present-factors.ts'
import { presentLoggedIn } from '../v1/account/present-logged-in.ts'
import { confirming } from '../v1/account/second-factors.ts'
import { answering, asking } from '../v1/account/sign-in-challenges.ts'
import { giveCookie } from './cookie.ts'
import { OpenedReply, withoutToken } from './session.ts'

const tag = 'Browser sessions'

export const askBrowserSignIn = post('/console/session/challenge', {
  ...asking,
  id: 'askBrowserSignIn',
  tag,
  ownPages: true,
  run: ({ rooms, cmd, body, http }) =>
    rooms.identity.askChallenge(cmd, {
      challengeId: body.challenge_id,
      kind: 'browser',
      place: passkeyPlaceOf(http),
    }),
})

export const answerBrowserSignIn = post('/console/session/answer', {
  ...answering,
  id: 'answerBrowserSignIn',
  summary: 'Answer what a log-in asks: the session comes as a cookie',
  tag,
  ownPages: true,
  neverReplayed: true,
  givesSecret: true,
  reply: OpenedReply,
  headers: { 'Set-Cookie': 'The session: HttpOnly, SameSite=Strict, and Secure but on loopback' },
  idempotencyOwner: ({ challenge_id }) => challenge_id,
  async run({ rooms, cmd, body, http }) {
    const { sessionToken, ...session } = await rooms.identity.answerChallenge(cmd, {
      challengeId: body.challenge_id,
      shown: shownIn(body),
      passkeys: passkeyPlaceOf(http),
      place: placeOf(http, 'browser'),
    })
    giveCookie(http.ctx, { baseUrl: http.baseUrl, token: sessionToken })
    return session
  },
  present: (session) => withoutToken(presentLoggedIn({ ...session, sessionToken: '' })),
})

export const confirmBrowserSession = post('/console/session/confirm', {
  ...confirming,
  id: 'confirmBrowserSession',
  tag,
  ownPages: true,
  run: ({ rooms, cmd, body, http }) =>
    rooms.identity.confirm(cmd, {
      ...shownIn(body),
      challengeId: body.challenge_id,
      password: body.password,
      place: passkeyPlaceOf(http),
    }),
})
