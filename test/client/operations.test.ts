// The client can do what the OpenAPI documents say, operation by operation and field by field.
// Where this fails, `scripts/client-types` writes the client anew.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { clientText, covered, operationsOf } from '../../scripts/typed-client/generate.ts'
import type { Schema } from '../../scripts/typed-client/type-of.ts'
import { type Operation, operations, sendingOf } from '../../src/client/operations.ts'
import { openapiText } from '../../src/http/openapi/openapi-text.ts'

/** As it is but for layout, which the formatter sees to. */
function bare(text: string): string {
  return text.replace(/[\s,;|()]/g, '')
}

for (const one of covered) {
  const document = JSON.parse(openapiText(one.name, 'https://kontor.example'))
  const documented = operationsOf(document)

  test(`document ${one.name}: every operation is in the client, as documented`, () => {
    for (const { id, method, path, query, takes, repeats, answers } of documented) {
      const known: unknown = operations[id as keyof typeof operations]
      const expected = {
        method,
        path,
        ...(query.length > 0 ? { query } : {}),
        ...(takes === 'nothing' ? {} : { takes }),
        ...(repeats.length > 0 ? { repeats } : {}),
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
    method: 'POST',
    path: '/v1/things/{id}/parts',
    query: ['limit', 'q'],
    ...({ takes: 'body', answers: 'data' } as const),
  }
  const input = { id: 'a/b?c', q: 'x & y', limit: undefined, name: 'n', note: null }
  assert.equal(sendingOf(operation, input), {
    method: 'POST',
    path: '/v1/things/a%2Fb%3Fc/parts?q=x+%26+y',
    body: { name: 'n', note: null },
  })
})

test('what the body has too stays out of the query, and is repeated where the path has it', () => {
  const operation: Operation = {
    method: 'POST',
    path: '/wallet/{network}',
    repeats: ['network'],
    ...({ takes: 'body', answers: 'json' } as const),
  }
  assert.equal(sendingOf(operation, { network: 'solana', label: 'cold' }), {
    method: 'POST',
    path: '/wallet/solana',
    body: { network: 'solana', label: 'cold' },
  })
})

test('a form has its files last, and nothing that was left out', () => {
  const operation: Operation = {
    method: 'POST',
    path: '/assets',
    ...({ takes: 'form', answers: 'json' } as const),
  }
  const file = new File(['x'], 'x.txt')
  const input = { file, name: 'X-ray', description: undefined, is_public: false }
  const { form, body, bytes } = sendingOf(operation, input)
  assert.equal([body, bytes], [undefined, undefined])
  assert.equal([...(form?.keys() ?? [])], ['name', 'is_public', 'file'])
  assert.equal([form?.get('name'), form?.get('is_public')], ['X-ray', 'false'])
  assert.is((form?.get('file') as File | null)?.name, 'x.txt')
})

test('a form without files is names and values', () => {
  const operation: Operation = {
    method: 'POST',
    path: '/console/oidc/{id}/backchannel-logout',
    ...({ takes: 'fields', answers: 'data' } as const),
  }
  const { form, path } = sendingOf(operation, { id: 'acme', logout_token: 'a&b', state: null })
  assert.is(path, '/console/oidc/acme/backchannel-logout')
  assert.instance(form, URLSearchParams)
  assert.is(String(form), 'logout_token=a%26b')
})

test('no operation has a value whose place is not clear', () => {
  for (const { name } of covered) {
    const document = JSON.parse(openapiText(name, 'https://kontor.example'))
    for (const { id, method, path, query, takes, repeats } of operationsOf(document)) {
      const operation = document.paths[path][method.toLowerCase()]
      const [content] = Object.values<{ schema: Schema }>(operation.requestBody?.content ?? {})
      const schema = content?.schema
      const ref = schema?.$ref?.split('/').at(-1)
      const members = Object.keys(
        (ref ? document.components.schemas[ref] : schema)?.properties ?? {},
      )
      const sends = ['body', 'form', 'fields'].includes(takes) ? members : []
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one)
      const clear = { inQuery: [], inPath: repeats, twice: [] }
      const found = {
        inQuery: sends.filter((one) => query.includes(one)),
        inPath: sends.filter((one) => inPath.includes(one)),
        twice: query.filter((one) => inPath.includes(one)),
      }
      assert.equal(found, clear, id)
      // What a body would say and GET cannot send must have its place in the query.
      if (takes === 'nothing')
        assert.equal(
          members.filter((one) => !query.includes(one)),
          [],
          id,
        )
    }
  }
})

test.run()
