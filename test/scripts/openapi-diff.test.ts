// Which differences between two documents break a client, shown on documents of one operation.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { breakingDifferences, type OpenapiDocument } from '../../scripts/openapi-diff.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// biome-ignore lint/suspicious/noExplicitAny: parts of documents of every shape
type Any = any

const string = { type: 'string' }
const integer = { type: 'integer' }
const record = (properties: Any, required: string[] = Object.keys(properties)) => {
  return { type: 'object', properties, required }
}
const json = (schema: Any) => ({ content: { 'application/json': { schema } } })
const item = (operation: Any, schemas: Any = {}): OpenapiDocument => {
  const answers = { responses: { 200: json(record({ name: string })) } }
  return { paths: { '/v1/a': { get: { ...answers, ...operation } } }, components: { schemas } }
}
const asked = (schema: Any) => item({ requestBody: { required: true, ...json(schema) } })
const told = (schema: Any) => item({ responses: { 200: json(schema) } })
const query = (parameter: Any) =>
  item({ parameters: [{ in: 'query', name: 'limit', schema: integer, ...parameter }] })

type Row = [title: string, released: OpenapiDocument, now: OpenapiDocument, breach?: string]

const plain = item({})
const enumOf = (...values: string[]) => ({ ...string, enum: values })
const nullable = { type: ['string', 'null'] }
const either = (...anyOf: Any[]) => ({ anyOf })
const node = (extra: Any = {}) =>
  item(
    { responses: { 200: json({ $ref: '#/components/schemas/Node' }) } },
    {
      Node: record({
        next: { $ref: '#/components/schemas/Node' },
        name: string,
        ...extra,
      }),
    },
  )

const breaking: Row[] = [
  ['a path that is gone', plain, { paths: {} }, '/v1/a: the path is gone'],
  [
    'a method that is gone',
    plain,
    { paths: { '/v1/a': { post: {} } } },
    'GET /v1/a: the method is gone',
  ],
  ['a parameter that is gone', query({}), plain, 'query limit is gone'],
  [
    'a parameter that is required now',
    query({}),
    query({ required: true }),
    'query limit is required now',
  ],
  [
    'a new parameter that is required',
    plain,
    query({ required: true }),
    'query limit is required now',
  ],
  [
    'a parameter of another type',
    query({}),
    query({ schema: { type: 'boolean' } }),
    'query limit is boolean and was integer',
  ],
  [
    'a parameter with less room',
    query({ schema: { ...integer, maximum: 100 } }),
    query({ schema: { ...integer, maximum: 50 } }),
    'query limit has a tighter maximum',
  ],
  [
    'a parameter with another default',
    query({ schema: { ...integer, default: 20 } }),
    query({ schema: { ...integer, default: 10 } }),
    'query limit has another default',
  ],
  ['a body that must be there now', plain, asked(record({})), 'there must be a body now'],
  [
    'a body that is required now',
    item({ requestBody: json(record({})) }),
    asked(record({})),
    'the body is required now',
  ],
  [
    'another media type of the body',
    asked(string),
    item({ requestBody: { content: { 'text/plain': { schema: string } } } }),
    'the body is not taken as application/json any more',
  ],
  [
    'a new field of the body that is required',
    asked(record({ a: string })),
    asked(record({ a: string, b: string })),
    'b is required now',
  ],
  [
    'a field of the body that is required now',
    asked(record({ a: string }, [])),
    asked(record({ a: string })),
    'a is required now',
  ],
  [
    'a field of the body that is gone',
    asked(record({ a: string })),
    asked(record({})),
    'a is gone',
  ],
  [
    'a field of the body that lost a value',
    asked(record({ a: enumOf('x', 'y') })),
    asked(record({ a: enumOf('x') })),
    'a lost the value y',
  ],
  [
    'a field of the body with values only now',
    asked(record({ a: string })),
    asked(record({ a: enumOf('x') })),
    'a is restricted to some values',
  ],
  [
    'a field of the body that may not be null any more',
    asked(record({ a: nullable })),
    asked(record({ a: string })),
    'a may not be null any more',
  ],
  [
    'a field of the body deep down',
    asked(record({ a: { type: 'array', items: record({ b: string }) } })),
    asked(record({ a: { type: 'array', items: record({ b: integer }) } })),
    'a[].b is integer and was string',
  ],
  [
    'a body with a pattern only now',
    asked(record({ a: string })),
    asked(record({ a: { ...string, pattern: '^x' } })),
    'a has a tighter pattern',
  ],
  [
    'a body that takes no unknown fields any more',
    asked(record({})),
    asked({ ...record({}), additionalProperties: false }),
    'the body takes no unknown fields any more',
  ],
  [
    'an alternative that is taken no more',
    asked(record({ a: either(string, integer) })),
    asked(record({ a: either(string, { type: 'boolean' }) })),
    'a has other alternatives',
  ],
  [
    'a status of success that is gone',
    plain,
    item({ responses: { 201: json(record({ name: string })) } }),
    'does not answer 200 any more',
  ],
  ['a field of the answer that is gone', plain, told(record({})), '200 name is gone'],
  [
    'a field of the answer of another type',
    plain,
    told(record({ name: integer })),
    '200 name is integer and was string',
  ],
  [
    'a field of the answer that is not always there',
    plain,
    told(record({ name: string }, [])),
    '200 name is not always there any more',
  ],
  [
    'a field of the answer that may be null now',
    plain,
    told(record({ name: either(string, { type: 'null' }) })),
    '200 name may be null now',
  ],
  [
    'a number in the answer that was whole',
    told(record({ n: integer })),
    told(record({ n: { type: 'number' } })),
    '200 n is number and was integer',
  ],
  [
    'a value of the answer that is gone',
    told(record({ s: enumOf('x', 'y') })),
    told(record({ s: enumOf('y', 'z') })),
    '200 s lost the value x',
  ],
  [
    'a field in a map of the answer',
    told({ type: 'object', additionalProperties: string }),
    told({ type: 'object', additionalProperties: integer }),
    '200 .* is integer and was string',
  ],
  [
    'an answer of another media type',
    plain,
    item({ responses: { 200: { content: { 'text/plain': { schema: string } } } } }),
    '200 is not application/json any more',
  ],
  [
    'the shape of an error',
    item({ responses: { 400: json(record({ code: string })) } }),
    item({ responses: { 400: json(record({ error: string })) } }),
    '400 code is gone',
  ],
  [
    'a credential that works no more',
    item({ security: [{ apiKey: [] }, { bearer: [] }] }),
    item({ security: [{ bearer: [] }] }),
    'is not called with apiKey any more',
  ],
  [
    'a credential where none was needed',
    plain,
    item({ security: [{ bearer: [] }] }),
    'is not called with nothing any more',
  ],
  ['a field of a schema that holds itself', node({ size: integer }), node(), '200 size is gone'],
]

for (const [title, released, now, breach = ''] of breaking) {
  test(`${title} breaks clients`, () => {
    const place = breach.includes('/v1/a: ') ? breach : `GET /v1/a: ${breach}`
    assert.equal(breakingDifferences(released, now), [place])
  })
}

const additive: Row[] = [
  ['nothing', plain, structuredClone(plain)],
  ['a new path', plain, { paths: { ...plain.paths, '/v1/b': { get: {} } } }],
  ['a new method', plain, { paths: { '/v1/a': { ...plain.paths['/v1/a'], post: {} } } }],
  [
    'another name of a path variable',
    { paths: { '/v1/{id}': plain.paths['/v1/a'] } },
    { paths: { '/v1/{dataset_id}': plain.paths['/v1/a'] } },
  ],
  ['a new optional parameter', plain, query({})],
  ['a parameter that is optional now', query({ required: true }), query({})],
  [
    'more room for a parameter',
    query({ schema: { ...integer, minimum: 1, maximum: 50 } }),
    query({ schema: { ...integer, minimum: 0, maximum: 100 } }),
  ],
  ['a new optional field of the body', asked(record({})), asked(record({ a: string }, []))],
  [
    'a field of the body that is optional now',
    asked(record({ a: string })),
    asked(record({ a: string }, [])),
  ],
  [
    'a new value in the body',
    asked(record({ a: enumOf('x') })),
    asked(record({ a: enumOf('x', 'y') })),
  ],
  ['values that are free now', asked(record({ a: enumOf('x') })), asked(record({ a: string }))],
  [
    'a field of the body that may be null now',
    asked(record({ a: string })),
    asked(record({ a: nullable })),
  ],
  [
    'a fraction where a whole number was',
    asked(record({ a: integer })),
    asked(record({ a: { type: 'number' } })),
  ],
  [
    'a new alternative in the body',
    asked(record({ a: string })),
    asked(record({ a: either(string, integer) })),
  ],
  [
    'a pattern that is gone',
    asked(record({ a: { ...string, pattern: 'x' } })),
    asked(record({ a: string })),
  ],
  ['a body that is optional now', asked(record({})), item({ requestBody: json(record({})) })],
  ['a new field of the answer', plain, told(record({ name: string, more: string }))],
  [
    'a new optional field of the answer',
    plain,
    told(record({ name: string, more: string }, ['name'])),
  ],
  [
    'a field of the answer that is always there now',
    told(record({ a: string }, [])),
    told(record({ a: string })),
  ],
  [
    'a field of the answer that is never null now',
    told(record({ a: nullable })),
    told(record({ a: string })),
  ],
  [
    'a new value in the answer',
    told(record({ s: enumOf('x') })),
    told(record({ s: enumOf('x', 'y') })),
  ],
  [
    'a whole number in the answer',
    told(record({ n: { type: 'number' } })),
    told(record({ n: integer })),
  ],
  [
    'the same nullable field written in another way',
    told(record({ a: nullable })),
    told(record({ a: either(string, { type: 'null' }) })),
  ],
  ['a new status', plain, item({ responses: { 200: json(record({ name: string })), 429: {} } })],
  [
    'an error that does not happen any more',
    item({ responses: { 409: json(string) } }),
    item({ responses: {} }),
  ],
  [
    'a new way to show who one is',
    item({ security: [{ bearer: [] }] }),
    item({ security: [{ bearer: [] }, { apiKey: [] }] }),
  ],
  ['an operation that is open now', item({ security: [{ bearer: [] }] }), item({ security: [] })],
  ['a schema that got a name', told(record({ name: string, next: {} })), node()],
  ['a schema that holds itself', node(), node({ size: integer })],
  [
    'better words',
    item({ summary: 'x' }),
    item({ summary: 'y', description: 'z', deprecated: true }),
  ],
]

for (const [title, released, now] of additive) {
  test(`${title} breaks nobody`, () => assert.equal(breakingDifferences(released, now), []))
}

/** The script as CI runs it, on two files. */
function run(...documents: OpenapiDocument[]) {
  using folder = temporaryFolder()
  const files = documents.map((document, i) => {
    const file = join(folder.path, `${i}.json`)
    writeFileSync(file, JSON.stringify(document))
    return file
  })
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...files])
  return { status, told: String(stdout), complained: String(stderr) }
}

const script = resolve(import.meta.dirname, '../../scripts/openapi-diff.ts')

test('the script prints what breaks and exits 1', () => {
  assert.equal(run(query({}), plain), {
    status: 1,
    told: 'GET /v1/a: query limit is gone\n',
    complained: '',
  })
})

test('the script is silent and exits 0 when nothing breaks', () => {
  assert.equal(run(plain, query({})), { status: 0, told: '', complained: '' })
})

test('the script exits 2 without two files', () => {
  const { status, complained } = run(plain)
  assert.is(status, 2)
  assert.match(complained, 'usage: ')
})

test('every difference is told', () => {
  const now = item({ parameters: [], responses: { 200: json(record({ name: integer })) } })
  const released = item({ parameters: query({}).paths['/v1/a'].get.parameters })
  assert.equal(breakingDifferences(released, now), [
    'GET /v1/a: query limit is gone',
    'GET /v1/a: 200 name is integer and was string',
  ])
})

test.run()
