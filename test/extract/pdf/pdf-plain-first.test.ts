// Which pages of a PDF start the engine.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rawPdf } from '../../support/raw-pdf.ts'
import { readBytes } from '../../support/read-bytes.ts'

/** How often this process compiles the engine: Node has small modules of its own. */
const engineBytesMin = 1_000_000
const compiled = countModules()

function countModules(): { count: number } {
  const seen = { count: 0 }
  const known = (
    globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => object } }
  ).WebAssembly
  known.Module = new Proxy(known.Module, {
    construct(Module, [bytes]) {
      if (bytes.byteLength > engineBytesMin) seen.count++
      return new Module(bytes)
    },
  })
  return seen
}

const words = (count: number) => 'The supply is in order. '.repeat(count)
const plain = (text: string) => `BT /F1 11 Tf 60 700 Td (${text}) Tj ET`
const slanted = (text: string) => `BT /F1 11 Tf 1 0.2 -0.2 1 60 700 Tm (${text}) Tj ET`

test('a document of plain pages is read without the engine', async () => {
  const before = compiled.count
  const { texts, found } = await readBytes({
    bytes: rawPdf({ pages: [plain(words(2)), plain('7')] }),
  })
  assert.equal(texts, [words(2).trim(), '7'])
  assert.is(found.pageCount, 2)
  assert.is(compiled.count, before)
})

test('a page that is not plain is read by the engine, and its number stays', async () => {
  const pages = [plain(words(1)), slanted('Slanted words on a page'), '', plain(words(3))]
  const { blocks, found } = await readBytes({ bytes: rawPdf({ pages }) })
  assert.is(compiled.count, 1)
  assert.equal(
    blocks.map(({ text, page }) => [page, text]),
    [
      [1, words(1).trim()],
      [2, 'Slanted words on a page'],
      [4, words(3).trim()],
    ],
  )
  assert.equal(found.warnings, [])
})

test.run()
