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

test('only a line feed ends a line of JSON, whatever stands in its texts', async () => {
  const bytes = '{"a":"x\u2028y"}\r\n{"a":"x\u2029y"}\n{"a":"x\u0085y"}\n'
  const { texts, found } = await readBytes({ bytes, contentType: 'application/x-ndjson' })
  assert.equal(
    texts.map((text) => text.replace(/\s+/g, ' ')),
    ['a: x y', 'a: x y', 'a: x y'],
  )
  assert.equal(found.warnings, [])
})

const written: [bytes: string, text: string][] = [
  ['{"id":1212092628029698048}', 'id: 1212092628029698048'],
  ['{"id":12345678901234567890,"price":19.90}', 'id: 12345678901234567890; price: 19.90'],
  ['{"a":0.0000001,"b":-0}', 'a: 0.0000001; b: -0'],
  ['[1.50,-2.0, 3.25 ]', '1.50, -2.0, 3.25'],
  [
    '{"a":0.1,"b":-7,"c":1e-7,"d":0.30000000000000004}',
    'a: 0.1; b: -7; c: 1e-7; d: 0.30000000000000004',
  ],
  ['{"a":1.50e3,"b":6.02214076e23,"c":1e999}', 'a: 1.50e3; b: 6.02214076e23; c: 1e999'],
  ['{"a":" 1.50, \\" 2.50, \\\\","b":2.50}', 'a: 1.50, " 2.50, \\; b: 2.50'],
]
for (const [bytes, text] of written) {
  test(`numbers stay as they are written: ${bytes}`, async () => {
    const one = await readBytes({ bytes, contentType: 'application/json' })
    assert.equal(one.texts, [text])
    const lines = await readBytes({ bytes: `${bytes}\n`, contentType: 'application/x-ndjson' })
    assert.equal(lines.texts, [text])
  })
}

test('columns of numbers as they are written are numbers', async () => {
  const rows = Array.from(
    { length: 30 },
    (_, i) => `{"price":${i}.90,"long":0.${'1'.repeat(17)},"id":${i + 1}1212092628029698048}`,
  )
  const { found } = await readBytes({ bytes: `[${rows.join()}]` })
  const told = found.columns?.columns.map(({ kind, min, max }) => [kind, min, max])
  assert.equal(told, [
    ['number', 0.9, 29.9],
    ['number', 0.1111111111111111, 0.1111111111111111],
    ['text', null, null],
  ])
})

test('a text that begins with a bracket is no JSON', async () => {
  const { sniffed } = await readBytes({ bytes: '[1] A footnote.\n[2] Another one.\n' })
  assert.is(sniffed.contentType, 'text/plain')
})

const broken: [name: string, file: TestFile, detail: RegExp][] = [
  ['a cut value', { bytes: '{"a": [1, 2' }, /^not valid JSON/],
  [
    'a number that is none',
    { bytes: '{"a": 1.90, "b": 01.90}' },
    /^not valid JSON at position 18 /,
  ],
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

const picture = Buffer.from(Array.from({ length: 900 }, (_, i) => (i * 7919 + (i >> 3)) & 0xff))

test('bytes that are written as letters are left out', async () => {
  const bytes = JSON.stringify({ name: 'Adler', photo: picture.toString('base64') })
  assert.equal((await readBytes({ bytes })).texts, ['name: Adler'])
})

test('a notebook gives its texts, its programs and what these wrote', async () => {
  const outputs = [
    { data: { 'image/png': picture.toString('base64'), 'text/plain': ['<Figure>'] } },
    { name: 'stdout', text: ['4\n', '5\n'] },
  ]
  const bytes = JSON.stringify({
    nbformat: 4,
    metadata: { kernelspec: { name: 'python3' } },
    cells: [
      { cell_type: 'markdown', source: ['# Tolls\n', 'Of *wax*\n', 'and tar.'] },
      { cell_type: 'code', source: 'for x in y:\n    print(x)', outputs },
      null,
    ],
  })
  assert.equal((await readBytes({ bytes, filename: 'a.ipynb' })).blocks, [
    { kind: 'heading', text: 'Tolls' },
    { kind: 'prose', text: 'Of wax and tar.' },
    { kind: 'code', text: 'for x in y:\n    print(x)' },
    { kind: 'code', text: '<Figure>' },
    { kind: 'code', text: '4\n5' },
  ])
})

test.run()
