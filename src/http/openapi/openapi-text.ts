import * as z from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { agentRoutes } from '../agent/routes.ts'
import { blobRoutes } from '../blobs/routes.ts'
import { confirmationText } from '../confirmations.ts'
import { consoleRoutes } from '../console/routes.ts'
import { describeEnd } from '../deprecation.ts'
import { health } from '../plain/health.ts'
import type { AnyRoute } from '../route.ts'
import { v1Routes } from '../v1/routes.ts'
import { walletRoutes } from '../wallet/routes.ts'
import { eventTag, webhooksOf } from './events.schema.ts'
import { exampleValues } from './example-values.ts'
import { finishDocument } from './finish-document.ts'
import { tagsOf } from './tags.ts'
import { walletValues } from './wallet-examples.ts'

export const documentNames = ['a', 'b', 'c'] as const
export type DocumentName = (typeof documentNames)[number]

const plan = {
  a: {
    title: 'Kontor, Surface A: search and download',
    description:
      'For agents and programs with an API key: passages are found, assets read, files fetched ' +
      'once.',
    version: '0.1.0',
    routes: agentRoutes,
  },
  b: {
    title: 'Kontor, Surface B: management',
    description:
      'For people and programs that offer, review, buy and account: datasets, objects, keys, ' +
      'money.',
    version: '1.0.0',
    routes: [...v1Routes, ...consoleRoutes, ...blobRoutes, health as AnyRoute],
  },
  c: {
    title: 'Kontor, Surface C: wallets and licences',
    description:
      'For people with a session: wallets, a balance of SOL, licences on assets, and their search.',
    version: '0.1.0',
    routes: walletRoutes,
  },
} as const

/** The OpenAPI 3.1 document of one surface as JSON, made from the table that validates. */
export function openapiText(name: DocumentName, baseUrl: string): string {
  const { routes, ...about } = plan[name]
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const operations = paths[path] ?? {}
    operations[route.method] = operationOf(route, name)
    paths[path] = operations
  }
  const document = createDocument({
    openapi: '3.1.1',
    info: { ...about, contact: { name: 'Who runs this server', url: baseUrl }, license },
    servers: [{ url: baseUrl }],
    tags: tagsOf(name === 'b' ? [...routes, { tag: eventTag }] : routes),
    paths,
    ...(name === 'b' ? { webhooks: webhooksOf() } : {}),
    components: { securitySchemes: schemesOf[name] },
  })
  return `${JSON.stringify(finishDocument(document, valuesOf[name]), null, 2)}\n`
}

const made = new Map<string, Buffer>()

/** The same as bytes, made once: it takes a tenth of a second, and anybody may ask for it. */
export function openapiBytes(name: DocumentName, baseUrl: string): Buffer {
  const key = `${name} ${baseUrl}`
  const known = made.get(key) ?? Buffer.from(openapiText(name, baseUrl))
  made.set(key, known)
  return known
}

const valuesOf = { a: exampleValues, b: exampleValues, c: { ...exampleValues, ...walletValues } }

/** All rights reserved; an SPDX name for it. */
const license = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' }

const apiKey = { type: 'apiKey', in: 'header', name: 'x-api-key' } as const
const bearer = { type: 'http', scheme: 'bearer' } as const
const browser = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-kontor',
  description:
    'For pages of this server alone: see POST /console/session. Over plain HTTP on this machine ' +
    'it is called kontor.',
} as const
const schemesOf = { a: { apiKey, bearer }, b: { apiKey, bearer, browser }, c: { bearer, browser } }

function operationOf(route: AnyRoute, name: DocumentName): ZodOpenApiOperationObject {
  return {
    operationId: route.id,
    summary: route.summary,
    ...describeEnd(described(route)),
    ...(confirmationText(route.id) && { 'x-confirmation': true }),
    tags: [route.tag],
    security: securityOf(route, name),
    ...(route.params || route.query ? { requestParams: paramsOf(route) } : {}),
    ...(takesIdempotencyKey(route, name) ? { parameters: [idempotencyKey] } : {}),
    ...bodyOf(route),
    ...(route.form
      ? {
          requestBody: {
            required: true,
            content: { 'multipart/form-data': { schema: route.form } },
          },
        }
      : {}),
    responses: responsesOf(route, name),
  }
}

/** With what it asks for before it does anything. */
function described(route: AnyRoute): AnyRoute {
  const { description } = route
  const asks = confirmationText(route.id)
  return asks ? { ...route, description: description ? `${description} ${asks}` : asks } : route
}

/** Where a retried POST is recognised: there must be somebody whose key it is (spec 4.2). */
function takesIdempotencyKey(route: AnyRoute, name: DocumentName): boolean {
  const owned = route.access !== 'none' || route.idempotencyOwner !== undefined
  return name !== 'a' && route.method === 'post' && owned && !route.neverReplayed
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key with the same request within 24 hours gets the first answer again, and nothing ' +
    'is done twice; with another request it is refused with 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  example: '3f0c9f6e-1b1d-4a55-9f0e-8a3d0f6f9f2a',
} as const

const anyBytes = { content: { 'application/octet-stream': { schema: {} } } } as const

function bodyOf({ body, takes = body, takesAs = 'application/json', takesBytes }: AnyRoute) {
  // An empty file has none.
  if (takesBytes) return { requestBody: { required: false, ...anyBytes } }
  if (!takes) return {}
  // A body of which nothing must be said may as well be left out.
  const required = !takes.safeParse({}).success
  return { requestBody: { required, content: { [takesAs]: { schema: takes } } } }
}

function paramsOf({ params, query }: AnyRoute) {
  return { ...(params ? { path: params } : {}), ...(query ? { query } : {}) }
}

function securityOf({ access, optionalCredential, ownPages }: AnyRoute, name: DocumentName) {
  const byKey = { apiKey: [] }
  const byBearer = { bearer: [] }
  const byBrowser = { browser: [] }
  if (access === 'none') return optionalCredential ? [{}, byKey, byBearer] : []
  if (ownPages) return [byBrowser]
  if (access === 'session' || access === 'platform_admin' || name === 'c') {
    return [byBearer, byBrowser]
  }
  return name === 'a' ? [byKey, byBearer] : [byKey, byBearer, byBrowser]
}

function responsesOf(route: AnyRoute, name: DocumentName) {
  const success = route.reply
    ? { content: { 'application/json': { schema: wrapped(route, name) } } }
    : contentOf(route)
  const headers = headersOf(route)
  // A request that is none is refused before anybody looks where it goes.
  const malformed = route.errors.includes(400) ? [] : [400]
  // Whoever is of a tenant that is suspended is refused everywhere.
  const known = route.access !== 'none' || route.optionalCredential !== undefined
  const suspended = known && !route.errors.includes(403) ? [403] : []
  // Every JSON body has the same bound.
  const bound = route.body && !route.errors.includes(413) ? [413] : []
  // A server with too much to do, or no room to write, says so to whatever is asked of it.
  const busy = route.errors.includes(503) ? [] : [503]
  // Surface B names what the server itself can do wrong.
  const fault = name === 'b' ? [500] : []
  const errors = [...malformed, ...route.errors, ...suspended, ...bound, ...fault, ...busy].map(
    (status: number) => [
      String(status),
      {
        description: meanings[status] ?? 'Refused',
        ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
        content: { 'application/json': { schema: refusalSchema(route, { name, status }) } },
      },
    ],
  )
  return {
    [String(route.status)]: { description: route.summary, ...headers, ...success },
    ...Object.fromEntries(
      Object.entries(route.also ?? {}).map(([status, description]) => [
        status,
        { description, ...headers, ...(hasBody(route, Number(status)) ? success : {}) },
      ]),
    ),
    ...Object.fromEntries(errors),
  }
}

/** A part of what there is; or a refusal in the words of the route's own protocol. */
function hasBody(route: AnyRoute, status: number): boolean {
  return status === 206 || (hasOwnWords(route) && status >= 400)
}

function headersOf({ headers = {} }: AnyRoute) {
  const schema = { type: 'string' } as const
  const named = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema },
  ])
  return named.length === 0 ? {} : { headers: Object.fromEntries(named) }
}

/** What is streamed: bytes of a known kind, or of any. */
function contentOf({ media = [], givesBytes }: AnyRoute) {
  if (givesBytes) return anyBytes
  if (media.length === 0) return {}
  const schema = { type: 'string' } as const
  return { content: Object.fromEntries(media.map((type: string) => [type, { schema }])) }
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
} as const

function wrapped(route: AnyRoute, name: DocumentName): z.ZodType {
  const reply = route.reply as z.ZodType
  if (name !== 'b' || route.path === '/health') return reply
  return z.object({ data: reply, request_id: z.string(), timestamp: isoTime })
}

const isoTime = z.string().meta({ format: 'date-time' })

const meanings: Readonly<Record<number, string>> = {
  400: 'Malformed: the message names the field and the rule',
  401: 'No valid credential',
  402: 'Payment required',
  403: 'Not allowed, or an invalid or expired link',
  404: 'Not there, or not visible to the caller',
  405: 'Another method is needed',
  409: 'Does not fit the present state',
  410: 'The link was used',
  413: 'Too large',
  415: 'A type of file that is not taken',
  429: 'Too many requests: wait for Retry-After seconds',
  500: 'A fault of the server: the request id helps to find it',
  501: 'Not offered in this release',
  503: 'Busy or in maintenance: wait for Retry-After seconds',
}

const V1Error = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
    request_id: z.string(),
    timestamp: isoTime,
  })
  .meta({ id: 'Error' })

const AgentError = z
  .object({ code: z.string(), message: z.string(), request_id: z.string() })
  .meta({ id: 'AgentError' })

export const PaymentRequiredBody = z
  .object({
    code: z.enum(['insufficient_credits', 'search_allowance_exhausted']),
    message: z.string(),
    operation: z.string(),
    required_credits: z.int(),
    available_credits: z.int().optional(),
    reset_at: isoTime.optional(),
    budget_credits: z.int().optional().meta({ description: 'What the key may spend a month' }),
    budget_spent: z.int().optional(),
    top_up: z.object({ url: z.string(), methods: z.array(z.string()) }).optional(),
    next_step: z.string(),
  })
  .meta({ id: 'PaymentRequired' })

const WalletError = z
  .object({
    detail: z.string(),
    code: z.string(),
    field: z.string().optional(),
    reason: z.string().optional().meta({ description: 'Where more than a session is asked for' }),
    price: z.number().optional().meta({ description: 'Of a licence that costs more than agreed' }),
    license_type: z.string().optional(),
  })
  .meta({ id: 'WalletError' })

function refusalSchema(
  route: AnyRoute,
  { name, status }: { name: DocumentName; status: number },
): z.ZodType {
  const usual = errorSchema(name, status)
  return hasOwnWords(route) && status === 400 ? z.union([usual, route.reply]) : usual
}

/** Who reads the body by itself also refuses in the words of its own protocol: MCP. */
function hasOwnWords(route: AnyRoute): route is AnyRoute & { reply: z.ZodType } {
  return route.takes !== undefined && route.reply !== null
}

function errorSchema(name: DocumentName, status: number): z.ZodType {
  if (name === 'b') return V1Error
  if (name === 'c') return WalletError
  return status === 402 ? PaymentRequiredBody : AgentError
}
