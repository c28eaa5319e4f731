// What the document of Surface A shows as an example is what is taken and given.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { agentRoutes } from '../../../src/http/agent/routes.ts'
import { agentRequests } from '../../../src/http/openapi/agent-requests.ts'
import { openapiText, PaymentRequiredBody } from '../../../src/http/openapi/openapi-text.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it is
type Operation = any

const document = JSON.parse(openapiText('a', 'https://data.example.eu'))
const json = 'application/json'

for (const route of agentRoutes) {
  const path = route.path.replace(/:(\w+)/g, '{$1}')
  const { requestBody, responses, parameters = [] }: Operation = document.paths[path][route.method]
  const taken = route.body ?? route.takes
  if (taken) {
    test(`${route.id}: the example of its body is taken`, () => {
      const { error } = taken.safeParse(requestBody.content[json].example)
      assert.is(error, undefined, error?.message)
    })
  }
  if (route.reply) {
    test(`${route.id}: the example of its answer is one that it could give`, () => {
      const { error } = route.reply?.safeParse(responses[route.status].content[json].example) ?? {}
      assert.is(error, undefined, error?.message)
    })
  }
  test(`${route.id}: what must be said has an example`, () => {
    for (const one of parameters.filter(({ required }: Operation) => required)) {
      assert.type(one.example, 'string', one.name)
    }
  })
  test(`${route.id}: each refusal has an example in its shape`, () => {
    for (const status of route.errors) {
      const { example } = responses[status].content[json]
      if (status === 402) assert.is(PaymentRequiredBody.safeParse(example).error, undefined)
      else assert.equal(Object.keys(example), ['code', 'message', 'request_id'], String(status))
    }
  })
}

test('every body that was thought up is of an operation', () => {
  const ids = agentRoutes.filter(({ body, takes }) => body ?? takes).map(({ id }) => id)
  assert.equal(Object.keys(agentRequests).sort(), ids.sort())
})

test('MCP says what it takes and gives, and that a notification has no answer', () => {
  const { post } = document.paths['/mcp']
  const { schemas } = document.components
  const { $ref } = post.requestBody.content[json].schema
  assert.equal(schemas[$ref.split('/').at(-1)].required, ['jsonrpc', 'method'])
  const statuses = ['200', '202', '400', '401', '403', '404', '405', '413', '415', '503']
  assert.equal(Object.keys(post.responses), statuses)
})

test.run()
