// The endpoints of second factors: every status of each is asked for in the test that is named.
const factors = 'test/http/v1/account/second-factors.test.ts'
const passkeys = 'test/http/v1/account/passkeys.test.ts'
const confirmations = 'test/http/confirmations.test.ts'

export const factorsElsewhere: Readonly<Record<string, string>> = {
  'POST /v1/auth/challenges': passkeys,
  'POST /v1/auth/challenges/answer': 'test/support/second-factors.ts',
  'GET /v1/me/second-factors': factors,
  'POST /v1/me/second-factors/totp': factors,
  'POST /v1/me/second-factors/totp/confirm': 'test/support/second-factors.ts',
  'DELETE /v1/me/second-factors/totp': factors,
  'POST /v1/me/second-factors/recovery-codes': factors,
  'POST /v1/me/passkeys/challenge': passkeys,
  'POST /v1/me/passkeys': passkeys,
  'PATCH /v1/me/passkeys/{id}': passkeys,
  'DELETE /v1/me/passkeys/{id}': passkeys,
  'POST /v1/me/confirm/challenge': confirmations,
  'POST /v1/me/confirm': confirmations,
  'DELETE /v1/admin/users/{id}/second-factors': 'test/http/v1/admin/people.test.ts',
}
