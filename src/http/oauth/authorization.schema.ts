import * as z from 'zod'
import type { AuthorizationRequest } from '../../domain/identity/index.ts'
import { idText } from '../fields.ts'

/** What a program sends somebody here with; a scope is not looked at, for there is only one. */
export const authorizationFields = {
  client_id: idText,
  redirect_uri: z.string().min(1, 'must not be empty').max(1_000),
  response_type: z.string().max(100).optional(),
  code_challenge: z.string().max(200).optional(),
  code_challenge_method: z.string().max(100).optional(),
  state: z.string().max(2_000).optional(),
  scope: z.string().max(1_000).optional(),
  resource: z.string().max(1_000).optional(),
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
