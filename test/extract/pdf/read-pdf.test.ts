import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FailureCode } from '../../../src/domain/ingest/ports.ts'
import { makeCorruptPdf, makePages, makePdf } from '../../support/make-pdf.ts'
import { readBytes } from '../../support/read-bytes.ts'

test('the text comes with its page, an empty page keeps its number', async () => {
  const bytes = await makePdf({ pages: ['First page.', '', 'Third page.'] })
  const { blocks, found } = await readBytes({ bytes })
  assert.is(found.pageCount, 3)
  assert.equal(blocks, [
    { kind: 'prose', text: 'First page.', page: 1 },
    { kind: 'prose', text: 'Third page.', page: 3 },
  ])
})

test('wrapped lines become one sentence again', async () => {
  const sentence = `A ${'very '.repeat(60)}long sentence ends here.`
  const { texts } = await readBytes({ bytes: await makePdf({ pages: [sentence] }) })
  assert.equal(texts, [sentence])
})

for (const text of ['Café naïve, 20 °C, ½ ÷ ÿ.', 'It is 5 € a piece – “cheap”, said Œuvre.']) {
  test(`characters beyond ASCII come as they are: ${text}`, async () => {
    assert.equal((await readBytes({ bytes: await makePdf({ pages: [text] }) })).texts, [text])
  })
}

test('many pages are read one after the other', async () => {
  const { blocks } = await readBytes({ bytes: await makePdf({ pages: makePages(300) }) })
  assert.equal(blocks.at(-1), { kind: 'prose', text: 'This is page 300 of 300.', page: 300 })
})

test('a document that only its owner may change is read', async () => {
  const bytes = await makePdf({ pages: ['Open to all.'], ownerPassword: 'secret' })
  assert.equal((await readBytes({ bytes })).texts, ['Open to all.'])
})

const refused: [name: string, bytes: () => Promise<Buffer>, code: FailureCode][] = [
  ['a password', () => makePdf({ pages: ['x'], userPassword: 'secret' }), 'encrypted'],
  ['garbage inside', makeCorruptPdf, 'corrupt'],
  ['nothing but garbage', async () => Buffer.alloc(4_000, 0x8e), 'corrupt'],
  ['more pages than allowed', () => makePdf({ pages: makePages(11) }), 'too_many_pages'],
  ['its second half missing', async () => firstHalf(await longPdf()), 'corrupt'],
  ['only its header', async () => Buffer.from('%PDF-1.7\n'), 'corrupt'],
]
for (const [name, bytes, expected] of refused) {
  test(`a PDF with ${name} is ${expected}`, async () => {
    try {
      const file = { bytes: await bytes(), contentType: 'application/pdf' }
      await readBytes(file, { pagesMax: 10 })
      assert.unreachable()
    } catch (error) {
      assert.is((error as { code: FailureCode }).code, expected)
    }
  })
}

function longPdf() {
  return makePdf({ pages: ['A page of words. '.repeat(200), 'Another.'] })
}

function firstHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}

test('a document that the first engine refuses is read by the second, with a warning', async () => {
  const whole = await makePdf({ pages: ['First page.', 'Second page.'] })
  const cut = whole.toString('latin1').replace(/xref\n[\s\S]*trailer/, 'trailer')
  const bytes = Buffer.from(cut.replace(/>>\s*startxref[\s\S]*/, ''), 'latin1')
  const { blocks, found } = await readBytes({ bytes, contentType: 'application/pdf' })
  assert.equal(blocks, [
    { kind: 'prose', text: 'First page.', page: 1 },
    { kind: 'prose', text: 'Second page.', page: 2 },
  ])
  assert.equal(found, {
    title: null,
    pageCount: 2,
    durationMs: null,
    warnings: ['The file is damaged; it was read as far as possible.'],
  })
})

test('a word that is parted on one page is known from another', async () => {
  const pages = [`${'x '.repeat(120)}the porta-fusíveis burnt`, 'Two fusíveis.', 'Three.']
  const { texts } = await readBytes({ bytes: await makePdf({ pages }) })
  assert.ok(texts.join(' ').includes('porta-fusíveis'))
})

test.run()
