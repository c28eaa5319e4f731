// The rows of second factors: what is one's own, asked by a session, and what comes before one.
import { badB, forbidden, no, noId, open, pagesOnly, type Row, sessionOnly } from './words.ts'

const own = (call: string, body?: unknown): Row => ({
  call,
  needs: 'session',
  foreign: noId,
  narrow: sessionOnly,
  ...(body === undefined ? {} : { body }),
})

const anybody = { needs: 'nothing', foreign: open, narrow: open } as const
const over = forbidden(
  'challenge_over',
  'This question is over, was answered, or was asked of somebody else. Begin again.',
)
const factors = '/v1/me/second-factors'
const noQuestion = badB({
  field: 'challenge_id',
  reason: 'required',
  message: 'challenge_id is required.',
})
const page = (call: string): Row => ({ ...anybody, call, body: {}, always: pagesOnly })
const passkey = '/v1/me/passkeys/pk_x'

export const secondFactors: Record<string, Row> = {
  askSignIn: {
    ...anybody,
    call: 'POST /v1/auth/challenges',
    body: { challenge_id: 'challenge_x' },
    always: over,
  },
  answerSignIn: {
    ...anybody,
    call: 'POST /v1/auth/challenges/answer',
    body: {},
    always: noQuestion,
  },
  listSecondFactors: own(`GET ${factors}`),
  beginTotp: own(`POST ${factors}/totp`),
  finishTotp: own(`POST ${factors}/totp/confirm`, { code: '000000' }),
  removeTotp: { ...own(`DELETE ${factors}/totp`), foreign: no('second factor') },
  renewRecoveryCodes: own(`POST ${factors}/recovery-codes`),
  beginPasskey: own('POST /v1/me/passkeys/challenge'),
  addPasskey: own('POST /v1/me/passkeys', {}),
  renamePasskey: { ...own(`PATCH ${passkey}`, { name: 'Mine' }), foreign: no('passkey') },
  removePasskey: { ...own(`DELETE ${passkey}`), foreign: no('passkey') },
  askToConfirm: own('POST /v1/me/confirm/challenge'),
  confirm: own('POST /v1/me/confirm', { password: 'wrong' }),
  askBrowserSignIn: page('POST /console/session/challenge'),
  answerBrowserSignIn: page('POST /console/session/answer'),
  confirmBrowserSession: {
    ...own('POST /console/session/confirm', {}),
    foreign: pagesOnly,
    narrow: pagesOnly,
    always: pagesOnly,
  },
}
