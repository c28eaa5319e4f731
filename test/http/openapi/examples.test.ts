// What the documents of Surface B and C show as examples is what the schemas take and give.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type * as z from 'zod'
import { exampleRequests } from '../../../src/http/openapi/example-requests.ts'
import { exampleValues } from '../../../src/http/openapi/example-values.ts'
import { makeExample } from '../../../src/http/openapi/make-example.ts'
import { openapiText } from '../../../src/http/openapi/openapi-text.ts'
import { walletRequests } from '../../../src/http/openapi/wallet-examples.ts'
import type { AnyRoute } from '../../../src/http/route.ts'
import { v1Routes } from '../../../src/http/v1/routes.ts'
import { walletRoutes } from '../../../src/http/wallet/routes.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it is
type Operation = any

const document = JSON.parse(openapiText('b', 'https://data.example.eu'))
const wallets = JSON.parse(openapiText('c', 'https://data.example.eu'))
const json = 'application/json'

function operationOf({ path, method }: AnyRoute): Operation {
  return document.paths[path.replace(/:(\w+)/g, '{$1}')][method]
}

for (const route of v1Routes) {
  const { requestBody, responses, parameters = [] } = operationOf(route)
  const { reply } = route
  if (route.body) {
    test(`${route.id}: the example of its body is taken`, () => {
      const { error } = route.body.safeParse(requestBody.content[json].example)
      assert.is(error, undefined, error?.message)
    })
  }
  if (reply) {
    test(`${route.id}: the example of its answer is one that it could give`, () => {
      const { example } = responses[route.status].content[json]
      assert.equal(Object.keys(example), ['data', 'request_id', 'timestamp'])
      const { error } = reply.safeParse(example.data)
      assert.is(error, undefined, error?.message)
    })
  }
  test(`${route.id}: every part of its path has an example`, () => {
    const inPath = parameters.filter((one: Operation) => one.in === 'path')
    assert.is(inPath.length, route.path.split('/:').length - 1)
    for (const { example } of inPath) assert.match(`${example}`, /^\w/)
  })
}

test('a whole secret is an example of the one answer that hands it out', () => {
  const telling = v1Routes.filter((route) => {
    const { content } = operationOf(route).responses[route.status]
    return JSON.stringify(content?.[json]?.example ?? '').includes(String(exampleValues.secret))
  })
  assert.equal(
    telling.map(({ id }) => id),
    ['createApiKey'],
  )
})

test('no field of an example holds its own name for want of a value', () => {
  const told = (value: unknown, name = ''): string[] => {
    if (typeof value === 'string') return value === name.replaceAll('_', ' ') ? [name] : []
    if (Array.isArray(value)) return value.flatMap((one) => told(one, name))
    return Object.entries(value ?? {}).flatMap(([member, one]) => told(one, member))
  }
  const contents = v1Routes.flatMap((route) => {
    const { requestBody, responses } = operationOf(route)
    return [requestBody, responses[route.status]].map((one) => one?.content?.[json]?.example)
  })
  assert.equal(told(contents), [])
})

test('a charge is named in examples as the ledger names it', () => {
  assert.match(String(exampleValues.event_id), /^dl:[0-9a-f]{64}$/)
})

for (const route of walletRoutes) {
  const path = route.path.replace(/:(\w+)/g, '{$1}')
  const operation: Operation = wallets.paths[path][route.method]
  if (route.body) {
    test(`${route.id}: the example of its body is taken`, () => {
      const { error } = route.body.safeParse(operation.requestBody.content[json].example)
      assert.is(error, undefined, error?.message)
    })
  }
  test(`${route.id}: the example of its answer is one that it could give`, () => {
    const { example } = operation.responses[route.status].content[json]
    const { error } = (route.reply as z.ZodType).safeParse(example)
    assert.is(error, undefined, error?.message)
  })
  test(`${route.id}: its refusals are shown in the dialect of Surface C`, () => {
    for (const [status, { content }] of Object.entries<Operation>(operation.responses)) {
      if (status < '400') continue
      assert.type(content[json].example.detail, 'string', status)
    }
  })
}

test('every example of Surface C is of an operation', () => {
  const ids = walletRoutes.map(({ id }) => id)
  assert.equal(
    Object.keys(walletRequests).filter((id) => !ids.includes(id)),
    [],
  )
})

test('every body that was thought up is of an operation', () => {
  const withBody = v1Routes.filter(({ body }) => body).map(({ id }) => id)
  assert.equal(
    Object.keys(exampleRequests).filter((id) => !withBody.includes(id)),
    [],
  )
})

test('no object is closed: clients must bear more than is written', () => {
  assert.not.match(JSON.stringify(document), /"additionalProperties":false/)
})

test('every POST with an owner takes an Idempotency-Key, and nothing else does', () => {
  const takes = v1Routes
    .filter((route) =>
      operationOf(route).parameters?.some((one: Operation) => one.name === 'Idempotency-Key'),
    )
    .map(({ id }) => id)
  const posts = v1Routes.filter(({ method }) => method === 'post').map(({ id }) => id)
  assert.equal(
    posts.filter((id) => !takes.includes(id)),
    ['askSignIn', 'receiveStripeEvent'],
  )
  assert.is(takes.length, posts.length - 2)
})

type Made = [title: string, schema: object, name: string, example: unknown]
const made: Made[] = [
  ['a known name', { type: 'string' }, 'currency', 'EUR'],
  ['a known name of another type', { type: 'integer' }, 'currency', 1],
  ['a known name beyond its values', { enum: ['held', 'paid'] }, 'status', 'held'],
  ['null only where there is nothing else', { anyOf: [{ type: 'null' }, { const: 'x' }] }, '', 'x'],
  ['a number from its least on', { type: 'integer', minimum: 7 }, '', 7],
  ['a list of one', { type: 'array', items: { type: 'boolean' } }, '', [false]],
  ['an example of its own', { type: 'string', examples: ['2027-01-31'] }, 'day', '2027-01-31'],
]

for (const [title, schema, name, example] of made) {
  test(`an example is made of ${title}`, () => {
    assert.equal(makeExample(schema, { schemas: {}, values: exampleValues }, name), example)
  })
}

test.run()
