import * as z from 'zod'
import type { AuthorizationRequest } from '../../domain/identity/index.ts'
import { idText } from '../fields.ts'

export const programId = 'app_01k5w2q8m3n7p4r6s9t1v5x8yz'
export const backAt = 'https://assistant.example/callback'

/** What a program sends somebody here with; a scope is not looked at, for there is only one. */
export const authorizationFields = {
  client_id: idText.meta({ examples: [programId] }),
  redirect_uri: z
    .string()
    .min(1, 'must not be empty')
    .max(1_000)
    .meta({ examples: [backAt] }),
  response_type: field({ max: 100, example: 'code' }),
  code_challenge: field({ max: 200, example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }),
  code_challenge_method: field({ max: 100, example: 'S256' }),
  state: field({ max: 2_000, example: 'af0ifjsldkj' }),
  scope: field({ max: 1_000, example: 'search:query' }),
  resource: field({ max: 1_000, example: 'https://data.example.eu/mcp' }),
}

function field({ max, example }: { max: number; example: string }) {
  return z
    .string()
    .max(max)
    .optional()
    .meta({ examples: [example] })
}

type Fields = z.output<z.ZodObject<typeof authorizationFields>>

export function authorizationIn(fields: Fields): AuthorizationRequest {
  return {
    clientId: fields.client_id,
    redirectUri: fields.redirect_uri,
    responseType: fields.response_type,
    challenge: fields.code_challenge,
    challengeMethod: fields.code_challenge_method,
    state: fields.state,
    resource: fields.resource,
  }
}
