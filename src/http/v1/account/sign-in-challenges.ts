import { passkeyPlaceOf } from '../../passkey-place.ts'
import { placeOf } from '../../place.ts'
import { post } from '../../route.ts'
import { LoggedInReply } from './auth.schema.ts'
import { presentChallenge, shownIn } from './present-factors.ts'
import { presentLoggedIn } from './present-logged-in.ts'
import { AnswerSignInBody, AskSignInBody, ChallengeReply } from './second-factors.schema.ts'

/** What asking has by whatever path. */
export const asking = {
  summary: 'Ask what a log-in is answered by: a passkey alone, or the second factor',
  description:
    'Without challenge_id whoever has a passkey is asked for it; with that of a log-in under ' +
    'way, what it asks for is said again. Good for five minutes.',
  access: 'none',
  neverReplayed: true,
  body: AskSignInBody,
  status: 201,
  reply: ChallengeReply,
  errors: [400, 403, 429, 503],
  guard: 'sso',
  present: presentChallenge,
} as const

/** What answering has by whatever path. */
export const answering = {
  description:
    'The second factor of who has shown a password, or a passkey alone. A right answer counts ' +
    'once; five wrong ones, or one wrong passkey, end the log-in. Wrong codes are counted by ' +
    'person, too: ten in a quarter of an hour answer 429.',
  access: 'none',
  body: AnswerSignInBody,
  errors: [400, 401, 403, 409, 429, 503],
  guard: 'login',
} as const

export const askSignIn = post('/v1/auth/challenges', {
  ...asking,
  id: 'askSignIn',
  tag: 'Accounts',
  run: ({ rooms, cmd, body, http }) =>
    rooms.identity.askChallenge(cmd, {
      challengeId: body.challenge_id,
      kind: 'bearer',
      place: passkeyPlaceOf(http),
    }),
})

export const answerSignIn = post('/v1/auth/challenges/answer', {
  ...answering,
  id: 'answerSignIn',
  summary: 'Answer what a log-in asks: a session of 7 days',
  tag: 'Accounts',
  givesSecret: true,
  reply: LoggedInReply,
  idempotencyOwner: ({ challenge_id }) => challenge_id,
  run: ({ rooms, cmd, body, http }) =>
    rooms.identity.answerChallenge(cmd, {
      challengeId: body.challenge_id,
      shown: shownIn(body),
      passkeys: passkeyPlaceOf(http),
      place: placeOf(http, 'bearer'),
    }),
  present: presentLoggedIn,
})
