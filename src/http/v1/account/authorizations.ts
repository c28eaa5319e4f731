import * as z from 'zod'
import { isoOf } from '../../../base/clock.ts'
import type { ApiKeyId } from '../../../base/ids.ts'
import { cents } from '../../../base/money.ts'
import * as identity from '../../../domain/identity/index.ts'
import { idText, int, timestamp } from '../../fields.ts'
import {
  authorizationFields,
  authorizationIn,
  backAt,
  programId,
} from '../../oauth/authorization.schema.ts'
import { oauthPlaceOf, requireOffered } from '../../oauth/offered.ts'
import { get, post } from '../../route.ts'

const exampleCode = 'Zm9yIG5vYm9keTogYW4gZXhhbXBsZSBvZiBhIGNvZGU'

const Asked = z
  .object({
    client_id: z.string().meta({ examples: [programId] }),
    client_name: z.string().meta({
      description: 'As the program says itself',
      examples: ['Assistant'],
    }),
    redirect_place: z.string().meta({
      description: 'Where its answer goes: a host, or the scheme of a program',
      examples: ['assistant.example'],
    }),
    registered_at: timestamp,
    scopes: z.array(z.enum(identity.SCOPES)),
    earlier: z
      .array(
        z.object({
          api_key_id: z.string().meta({ examples: ['key_01k5w2q8m3n7p4r6s9t1v5x8yz'] }),
          redirect_place: z.string().meta({ examples: ['assistant.example'] }),
          created_at: timestamp,
          last_used_at: timestamp.nullable(),
        }),
      )
      .meta({
        description:
          'What the same person let in before under this name, whose answers go to the same place',
      }),
    denied_at: z.string().meta({
      description: 'Where the browser goes with a no',
      examples: [`${backAt}?error=access_denied`],
    }),
  })
  .meta({ id: 'AuthorizationAsked' })

export const askAuthorization = get('/v1/oauth/authorization', {
  id: 'askAuthorization',
  summary: 'Who wants to be let in, as the console shows it',
  description: 'With the parameters of GET /oauth/authorize.',
  tag: 'API keys',
  access: 'session',
  query: z.object(authorizationFields),
  reply: Asked,
  errors: [400, 401, 403, 404, 503],
  async run({ rooms, principal, query, http }) {
    requireOffered(http)
    await rooms.identity.learnClient(query.client_id)
    const request = authorizationIn(query)
    const asked = rooms.identity.askAuthorization(request, oauthPlaceOf(http))
    return { ...asked, earlier: rooms.identity.listEarlier(principal, request) }
  },
  present: (asked) => ({
    client_id: asked.clientId,
    client_name: asked.name,
    redirect_place: asked.redirectPlace,
    registered_at: isoOf(asked.registeredAtMs),
    scopes: [...asked.scopes],
    earlier: asked.earlier.map(({ apiKeyId, redirectPlace, createdAtMs, lastUsedAtMs }) => ({
      api_key_id: apiKeyId,
      redirect_place: redirectPlace,
      created_at: isoOf(createdAtMs),
      last_used_at: lastUsedAtMs === null ? null : isoOf(lastUsedAtMs),
    })),
    denied_at: asked.deniedAt,
  }),
})

const Approved = z
  .object({ redirect_to: z.string().meta({ examples: [`${backAt}?code=${exampleCode}`] }) })
  .meta({ id: 'AuthorizationApproved', description: 'Where the browser goes, with a code' })

export const approveAuthorization = post('/v1/oauth/authorization', {
  id: 'approveAuthorization',
  summary: 'Let a program search and buy over MCP, up to a sum a month',
  description:
    'It gets a key of its own, which stands among the others and is revoked like them. The code ' +
    'counts once, for a minute. Needs the scope keys:write.',
  tag: 'API keys',
  access: 'session',
  body: z
    .object({
      ...authorizationFields,
      replaces: z
        .array(idText)
        .max(identity.earlierShownMax)
        .optional()
        .meta({ description: 'Keys of `earlier` that end at once, for this one' }),
      monthly_budget_credits: int({ min: 0, max: identity.keyBudgetMaxCredits }).transform(cents),
    })
    .meta({ id: 'ApproveAuthorization' }),
  givesSecret: true,
  reply: Approved,
  errors: [400, 401, 403, 404, 503],
  async run({ rooms, cmd, body, http }) {
    requireOffered(http)
    await rooms.identity.learnClient(body.client_id)
    return rooms.identity.approveAuthorization(cmd, {
      asked: authorizationIn(body),
      place: oauthPlaceOf(http),
      replaces: (body.replaces ?? []) as ApiKeyId[],
      monthlyBudgetCredits: body.monthly_budget_credits,
    })
  },
  present: (redirectTo) => ({ redirect_to: redirectTo }),
})
