import * as z from 'zod'
import { OAuthRefused } from '../../domain/identity/index.ts'
import { readFields } from '../body/fields-once.ts'
import { invalidInputOf } from '../refusals.ts'
import { post } from '../route.ts'
import { oauthPlaceOf, requireOffered } from './offered.ts'

const field = z.string().min(1, 'must not be empty').max(1_000)
const form = 'application/x-www-form-urlencoded'

const ByCode = z.object({
  code: field,
  client_id: field,
  redirect_uri: field.optional(),
  code_verifier: field,
  resource: field.optional(),
})
const ByRefresh = z.object({
  refresh_token: field,
  client_id: field,
  resource: field.optional(),
})
const Revocation = z.object({ token: field, client_id: field })

const Tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.string(),
})

export const token = post('/oauth/token', {
  id: 'getToken',
  summary: 'A token for a code that somebody said yes to, or for a refresh token',
  tag: 'OAuth',
  access: 'none',
  givesSecret: true,
  takes: z.union([ByCode, ByRefresh]),
  takesAs: form,
  reply: Tokens,
  errors: [400, 403, 404, 413, 503],
  async run({ rooms: { identity }, cmd, http }) {
    requireOffered(http)
    const sent = Object.fromEntries(await readFields(http.ctx))
    if (sent.grant_type === 'authorization_code') {
      const { code, client_id, redirect_uri, code_verifier, resource } = checked(ByCode, sent)
      return identity.exchangeCode(cmd, {
        code,
        clientId: client_id,
        redirectUri: redirect_uri,
        verifier: code_verifier,
        resource,
      })
    }
    if (sent.grant_type === 'refresh_token') {
      const { refresh_token, client_id, resource } = checked(ByRefresh, sent)
      return identity.refreshTokens(cmd, {
        refreshToken: refresh_token,
        clientId: client_id,
        resource,
        ownResource: oauthPlaceOf(http).resource,
      })
    }
    const message = 'grant_type must be authorization_code or refresh_token.'
    throw new OAuthRefused('unsupported_grant_type', message)
  },
  present: ({ accessToken, expiresInSeconds, refreshToken, scopes }) => ({
    access_token: accessToken,
    token_type: 'Bearer' as const,
    expires_in: expiresInSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  }),
})

export const revoke = post('/oauth/revoke', {
  id: 'revokeToken',
  summary: 'A program gives up what it was given (RFC 7009), by either of its tokens',
  tag: 'OAuth',
  access: 'none',
  takes: Revocation,
  takesAs: form,
  reply: z.object({}),
  errors: [400, 404, 413, 503],
  async run({ rooms, cmd, http }) {
    requireOffered(http)
    const sent = Object.fromEntries(await readFields(http.ctx))
    const { token, client_id: clientId } = checked(Revocation, sent)
    await rooms.identity.revokeToken(cmd, { token, clientId })
  },
  present: () => ({}),
})

function checked<T extends z.ZodType>(schema: T, sent: Record<string, string>): z.output<T> {
  const result = schema.safeParse(sent)
  if (!result.success) throw invalidInputOf(result.error, 'body', sent)
  return result.data
}
