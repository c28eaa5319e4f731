// Surface B keeps its promises (spec 9): what a client could rely on in the released document it
// can still rely on. The golden file is the document of that release, as `kontor openapi --surface
// b` printed it; it changes with a release and not with the code.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { breakingDifferences, type OpenapiDocument } from '../../../scripts/openapi-diff.ts'
import { documentNames, openapiText } from '../../../src/http/openapi/openapi-text.ts'
import { v1Routes } from '../../../src/http/v1/routes.ts'

const release = '1.0.0'
const golden = new URL(`../../golden/openapi-b-${release}.json`, import.meta.url)

type Versioned = OpenapiDocument & { info: { version: string } }
const released: Versioned = JSON.parse(readFileSync(golden, 'utf8'))
type Said = { content?: Record<string, unknown>; headers?: Record<string, unknown> }
type Operation = {
  tags: string[]
  requestBody?: Said
  responses: Record<number, Said | undefined>
}

const current = (): Versioned => JSON.parse(openapiText('b', 'https://kontor.example'))

/** Rules that always held, and that the document of the release did not tell. */
const untold = /: (query period|content_type) has a tighter (pattern|maxLength)$/

test('nothing that was released is broken', () => {
  const broken = breakingDifferences(released, current())
  assert.equal(
    broken.filter((difference) => !untold.test(difference)),
    [],
  )
})

test('the golden file is of the release that the document names', () => {
  assert.equal([released.info.version, current().info.version], [release, release])
})

test('every endpoint of Surface B lies under the prefix of its version', () => {
  const major = release.split('.')[0]
  assert.equal(
    v1Routes.filter(({ path }) => !path.startsWith(`/v${major}/`)).map(({ path }) => path),
    [],
  )
})

const harms: [title: string, harm: (document: Versioned) => void][] = [
  ['a lost path', ({ paths }) => void delete paths['/v1/datasets']],
  ['a lost method', ({ paths }) => void delete paths['/v1/datasets'].get],
  [
    'a lost field of an answer',
    ({ components }) => void delete components.schemas.Dataset.properties.name,
  ],
  [
    'a field that is required now',
    ({ components }) => void components.schemas.CreateDataset.required.push('description'),
  ],
  [
    'a lost value',
    ({ components }) => void components.schemas.Dataset.properties.status.enum.pop(),
  ],
]

for (const [title, harm] of harms) {
  test(`${title} would be noticed in the real document`, () => {
    const harmed = structuredClone(released)
    harm(harmed)
    assert.ok(breakingDifferences(released, harmed).length > 0)
  })
}

test('what is streamed is described: bytes in and out, ranges, and what says their version', () => {
  const { paths } = current() as unknown as { paths: Record<string, Record<string, Operation>> }
  const { put, get } = paths['/blobs/{object_id}'] ?? {}
  assert.equal(Object.keys(put?.requestBody?.content ?? {}), ['application/octet-stream'])
  assert.ok(put?.responses[200]?.headers?.ETag)
  for (const status of [200, 206]) {
    assert.ok(get?.responses[status]?.content?.['application/octet-stream'], String(status))
    assert.ok(get?.responses[status]?.headers?.ETag)
  }
  assert.ok(get?.responses[416])
  const a = JSON.parse(openapiText('a', 'https://kontor.example')) as typeof paths
  const link = (a as unknown as { paths: typeof paths }).paths['/dl/{token}']?.get
  assert.ok(link?.responses[200]?.content?.['application/octet-stream'])
})

test('every operation of Surface B names 500, and every tag is declared', () => {
  const document = current() as unknown as {
    paths: Record<string, Record<string, Operation>>
    tags: { name: string }[]
  }
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const faults = operations.map(({ responses }) => responses[500]?.content?.['application/json'])
  assert.ok(faults.every((fault) => (fault as { example?: object } | undefined)?.example))
  const used = new Set([...operations.flatMap(({ tags }) => tags), 'Events'])
  assert.equal(document.tags.map(({ name }) => name).sort(), [...used].sort())
})

test('no field of a body has a default, which generators would have callers send', () => {
  const schemas = documentNames.flatMap((name) => {
    const { components = {} } = JSON.parse(openapiText(name, 'https://kontor.example'))
    return Object.entries<{ properties?: object }>(components.schemas ?? {})
  })
  const withDefault = schemas.filter(([, { properties = {} }]) =>
    Object.values(properties).some((property) => 'default' in property),
  )
  assert.equal(
    withDefault.map(([name]) => name),
    [],
  )
  const search = Object.fromEntries(schemas).MarketSearch?.properties as Record<string, Schema>
  assert.match(search.top_k?.description ?? '', 'unless given: 20')
})

type Schema = { description?: string }

test('every operation of Surface B says more than its title', () => {
  const mute = v1Routes.filter(
    ({ description, summary }) => !description || description === summary,
  )
  assert.equal(
    mute.map(({ id }) => id),
    [],
  )
})

test('months and media types have the pattern that they are held to', () => {
  const { paths, components } = JSON.parse(openapiText('b', 'https://kontor.example'))
  const { period } = Object.fromEntries(
    paths['/v1/invoices/{period}'].get.parameters.map((one: { name: string }) => [one.name, one]),
  )
  const month = new RegExp(period.schema.pattern)
  assert.equal(
    ['2026-10', '2026-13', '2026-1'].map((text) => month.test(text)),
    [true, false, false],
  )
  for (const name of ['InitiateUpload', 'CreateUpload']) {
    const type = new RegExp(components.schemas[name].properties.content_type.pattern)
    assert.equal(
      ['text/csv; charset=utf-8', 'pdf', 'text/*'].map((text) => type.test(text)),
      [true, false, false],
    )
  }
})

test.run()
