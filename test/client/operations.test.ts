// The client can do what the OpenAPI documents say, operation by operation and field by field.
// Where this fails, `scripts/client-types` writes the client anew.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { clientText, covered, operationsOf } from '../../scripts/typed-client/generate.ts'
import { type Operation, operations, sendingOf } from '../../src/client/operations.ts'
import { openapiText } from '../../src/http/openapi.ts'

/** As it is but for layout, which the formatter sees to. */
function bare(text: string): string {
  return text.replace(/[\s,;|()]/g, '')
}

for (const one of covered) {
  const document = JSON.parse(openapiText(one.name, 'https://kontor.example'))
  const documented = operationsOf(document)

  test(`document ${one.name}: every operation is in the client, as documented`, () => {
    for (const { id, method, path, query, takes, answers } of documented) {
      const known: unknown = operations[id as keyof typeof operations]
      const expected = {
        ...{ method, path },
        ...(query.length > 0 ? { query } : {}),
        ...(takes === 'nothing' ? {} : { takes }),
        answers,
      }
      assert.equal(known, expected, id)
    }
  })

  test(`document ${one.name}: what operations take and give is typed as documented`, () => {
    const file = new URL(`../../src/client/generated/${one.file}.ts`, import.meta.url)
    const [is, should] = [readFileSync(file, 'utf8'), clientText(one)].map(bare)
    assert.is(is, should)
  })
}

test('the client has no operation that is not documented, and none twice', () => {
  const ids = covered.flatMap(({ name }) =>
    operationsOf(JSON.parse(openapiText(name, 'https://kontor.example'))).map(({ id }) => id),
  )
  assert.is(new Set(ids).size, ids.length)
  assert.equal(Object.keys(operations).sort(), ids.sort())
})

test('each value of the input goes to its place', () => {
  const operation: Operation = {
    ...{ method: 'POST', path: '/v1/things/{id}/parts', query: ['limit', 'q'] },
    ...({ takes: 'body', answers: 'data' } as const),
  }
  const input = { id: 'a/b?c', q: 'x & y', limit: undefined, name: 'n', note: null }
  assert.equal(sendingOf(operation, input), {
    method: 'POST',
    path: '/v1/things/a%2Fb%3Fc/parts?q=x+%26+y',
    body: { name: 'n', note: null },
  })
})

test('no operation has a value whose place is not clear', () => {
  for (const { name } of covered) {
    const document = JSON.parse(openapiText(name, 'https://kontor.example'))
    for (const [path, methods] of Object.entries<object>(document.paths)) {
      for (const operation of Object.values(methods)) {
        const schema = operation.requestBody?.content['application/json'].schema
        const id = schema?.$ref?.split('/').at(-1)
        const { properties = {} } = (id ? document.components.schemas[id] : schema) ?? {}
        const named = (operation.parameters ?? []).map((one: { name: string }) => one.name)
        assert.equal(
          Object.keys(properties).filter((field) => named.includes(field)),
          [],
          path,
        )
      }
    }
  }
})

test.run()
