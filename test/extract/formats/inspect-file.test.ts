import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makePages, makePdf } from '../../support/make-pdf.ts'
import { inspectBytes } from '../../support/read-bytes.ts'

test('a sound file shows its type, its pages and the beginning of its text', async () => {
  const bytes = await makePdf({ pages: makePages(3) })
  assert.equal(await inspectBytes({ bytes, contentType: 'application/pdf' }), {
    sniffedContentType: 'application/pdf',
    pageCount: 3,
    durationMs: null,
    textSample: 'This is page 1 of 3.\nThis is page 2 of 3.\nThis is page 3 of 3.',
    warnings: [],
    failure: null,
  })
})

test('the sample has at most 2,000 characters', async () => {
  const { textSample } = await inspectBytes({ bytes: '😀 word '.repeat(10_000) })
  assert.ok(textSample.length > 1_900 && textSample.length <= 2_000)
  assert.ok(textSample.isWellFormed())
})

test('a file that is not what it was declared to be is pointed out', async () => {
  const bytes = await makePdf({ pages: ['x'] })
  const { warnings } = await inspectBytes({ bytes, contentType: 'text/plain' })
  assert.equal(warnings, ['The file was declared as text/plain but looks like application/pdf.'])
})

const agreeing: [bytes: string, filename: string, contentType: string][] = [
  ['# Title', 'a.md', 'text/plain'],
  ['a,b\n1,2', 'a.csv', 'text/csv; charset=utf-8'],
  ['{"a": 1}', 'a', 'application/json'],
  ['anything', 'a', 'application/octet-stream'],
]
for (const [bytes, filename, contentType] of agreeing) {
  test(`${filename} as ${contentType} is no contradiction`, async () => {
    assert.equal((await inspectBytes({ bytes, filename, contentType })).warnings, [])
  })
}

test('a scan is pointed out after twenty pages', async () => {
  const bytes = await makePdf({ pages: [...Array.from({ length: 25 }, () => ''), 'late'] })
  const { warnings, pageCount, textSample } = await inspectBytes({ bytes })
  assert.is(pageCount, 26)
  assert.is(textSample, '')
  assert.equal(warnings, ['There is no text layer on the first 20 of 26 pages: probably a scan.'])
})

const unreadable: [name: string, bytes: Uint8Array | string, code: string, type: string | null][] =
  [
    [
      'a password',
      await makePdf({ pages: ['x'], userPassword: 'p' }),
      'encrypted',
      'application/pdf',
    ],
    [
      'no known type',
      Buffer.from('504b030414000000', 'hex'),
      'unsupported_type',
      'application/zip',
    ],
    ['nothing in it', '', 'empty', null],
  ]
for (const [name, bytes, code, type] of unreadable) {
  test(`a file with ${name} still has an inspection`, async () => {
    const { failure, sniffedContentType } = await inspectBytes({ bytes })
    assert.is(failure?.code, code)
    assert.is(sniffedContentType, type)
  })
}

test('a table that breaks off inside a quote is corrupt at once', async () => {
  const bytes = 'a,b\n1,2\n3,4\n"never closed'
  const { failure } = await inspectBytes({ bytes, contentType: 'text/csv' })
  assert.is(failure?.code, 'corrupt')
})

test.run()
