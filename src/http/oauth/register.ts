import * as z from 'zod'
import { redirectUriLengthMax, redirectUrisMax } from '../../domain/identity/index.ts'
import { post } from '../route.ts'
import { requireOffered } from './offered.ts'

/** What else a program says of itself counts for nothing, and is not kept. */
const Registration = z.looseObject({
  client_name: z.string().max(1_000).optional(),
  redirect_uris: z
    .array(z.string().max(2 * redirectUriLengthMax), { error: 'must be a list of addresses' })
    .min(1, 'must name at least one address')
    .max(redirectUrisMax, `must have at most ${redirectUrisMax} entries`),
})

const Registered = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
})

export const register = post('/oauth/register', {
  id: 'registerClient',
  summary: 'Register a program (RFC 7591): it may do nothing by that',
  tag: 'OAuth',
  access: 'none',
  guard: 'registration',
  body: Registration,
  reply: Registered,
  status: 201,
  errors: [400, 404, 429, 503],
  run({ rooms, cmd, body, http }) {
    requireOffered(http)
    const { client_name: name, redirect_uris: redirectUris } = body
    return rooms.identity.registerClient(cmd, { name, redirectUris })
  },
  present: ({ clientId, createdAtMs, name, redirectUris }) => ({
    client_id: clientId,
    client_id_issued_at: Math.floor(createdAtMs / 1_000),
    client_name: name,
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none' as const,
  }),
})
