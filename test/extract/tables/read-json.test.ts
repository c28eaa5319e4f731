import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FailureCode } from '../../../src/domain/ingest/ports.ts'
import { readBytes, type TestFile } from '../../support/read-bytes.ts'

test('a small value is one record of paths and values', async () => {
  const value = { name: 'Anna', address: { city: 'Riga', zip: null }, tags: ['a', 'b'], age: 7 }
  const { blocks, sniffed } = await readBytes({ bytes: JSON.stringify(value, null, 2) })
  assert.is(sniffed.contentType, 'application/json')
  assert.equal(blocks, [
    { kind: 'record', text: 'name: Anna; address.city: Riga; tags: a, b; age: 7' },
  ])
})

test('a long list becomes one record for each element', async () => {
  const list = Array.from({ length: 100 }, (_, i) => ({ id: i, text: 'x'.repeat(20) }))
  const { texts } = await readBytes({ bytes: JSON.stringify({ rows: list }) })
  assert.is(texts.length, 100)
  assert.is(texts[3], `rows.id: 3; rows.text: ${'x'.repeat(20)}`)
})

test('a long text inside is prose', async () => {
  const body = 'A sentence of some length. '.repeat(60).trim()
  const { blocks } = await readBytes({ bytes: JSON.stringify({ title: 'T', body }) })
  assert.equal(blocks, [
    { kind: 'record', text: 'title: T' },
    { kind: 'prose', text: `body: ${body}` },
  ])
})

test('a long list of numbers comes in runs', async () => {
  const numbers = Array.from({ length: 1_000 }, (_, i) => i)
  const { texts } = await readBytes({ bytes: JSON.stringify({ numbers }) })
  assert.ok(texts.length < 10)
  assert.is(texts.map((text) => text.replace('numbers: ', '')).join(', '), numbers.join(', '))
})

test('lines of JSON are read one by one, a broken line stays as text', async () => {
  const bytes = '{"a":1}\n{"a":2,"b":"x"}\n\n{"a":\n'
  const { texts, found, sniffed } = await readBytes({ bytes })
  assert.is(sniffed.contentType, 'application/x-ndjson')
  assert.equal(texts, ['a: 1', 'a: 2; b: x', '{"a":'])
  assert.equal(found.warnings, ['1 line is not valid JSON; kept as text.'])
})

test('a text that begins with a bracket is no JSON', async () => {
  const { sniffed } = await readBytes({ bytes: '[1] A footnote.\n[2] Another one.\n' })
  assert.is(sniffed.contentType, 'text/plain')
})

const broken: [name: string, file: TestFile, detail: RegExp][] = [
  ['a cut value', { bytes: '{"a": [1, 2' }, /^not valid JSON/],
  ['a bomb of brackets', { bytes: '['.repeat(2_000_000) }, /^not valid JSON/],
  [
    'deep nesting',
    { bytes: `${'['.repeat(100_000)}1${']'.repeat(100_000)}` },
    /^nested too deeply$/,
  ],
  [
    'deep objects',
    { bytes: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` },
    /^nested too deeply$/,
  ],
]
for (const [name, file, says] of broken) {
  test(`${name} is corrupt`, async () => {
    try {
      await readBytes({ ...file, contentType: 'application/json' })
      assert.unreachable()
    } catch (error) {
      const { code, detail } = error as { code: FailureCode; detail: string }
      assert.is(code, 'corrupt')
      assert.match(detail, says)
    }
  })
}

test.run()
