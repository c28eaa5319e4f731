// An engine that was used is as good as a new one: nothing of a file is left in it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type PdfiumEngine, startPdfium } from '../../../src/extract/pdf/pdfium-engine.ts'
import { makePages, makePdf } from '../../support/make-pdf.ts'

type Drawn = { pages: number; dots: Buffer }

/** What the engine says of a file, and how it draws its first page. */
function draw(engine: PdfiumEngine, file: Buffer): Drawn {
  const at = engine.malloc(file.length)
  engine.bytes().set(file, at)
  const handle = engine.FPDF_LoadMemDocument(at, file.length, 0)
  const pages = engine.FPDF_GetPageCount(handle)
  const page = engine.FPDF_LoadPage(handle, 0)
  const side = 200
  const size = side * side * 4
  const dotsAt = engine.malloc(size)
  const bitmap = engine.FPDFBitmap_CreateEx(side, side, 4, dotsAt, side * 4)
  engine.FPDFBitmap_FillRect(bitmap, 0, 0, side, side, 0xffffffff)
  engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, side, side, 0, 0)
  const dots = Buffer.from(engine.bytes().subarray(dotsAt, dotsAt + size))
  return { pages, dots }
}

const files = () => Promise.all([1, 3].map((pages) => makePdf({ pages: makePages(pages) })))

test('renewed, it is what it was, byte for byte', async () => {
  const [file] = await files()
  const engine = startPdfium({ renewable: true })
  const before = Buffer.from(engine.bytes())
  const stack = engine.emscripten_stack_get_current()
  draw(engine, file as Buffer)
  assert.not.ok(engine.bytes().equals(before))
  // As somebody might who took it over: from the first byte to the last, and the stack.
  const bytes = engine.bytes()
  for (let at = 0; at < before.length; at += 4_099) bytes[at] = 255 - (bytes[at] as number)
  bytes[before.length - 1] = 1
  engine._emscripten_stack_restore(stack - 4_096)
  assert.ok(engine.renew())
  assert.ok(engine.bytes().equals(before))
  assert.is(engine.emscripten_stack_get_current(), stack)
})

test('renewed, it draws as a new one does', async () => {
  const engine = startPdfium({ renewable: true })
  for (const file of [...(await files()), ...(await files())]) {
    const fresh = draw(startPdfium(), file)
    const drawn = draw(engine, file)
    assert.is(drawn.pages, fresh.pages)
    assert.ok(drawn.dots.equals(fresh.dots))
    assert.ok(drawn.dots.some((value) => value !== 0xff))
    assert.ok(engine.renew())
  }
})

test('one whose memory has grown is not renewed, nor is one that was not to be', () => {
  const engine = startPdfium({ renewable: true })
  const before = engine.bytes().length
  assert.ok(engine.malloc(before) > 0)
  assert.ok(engine.bytes().length > before)
  assert.is(engine.renew(), false)
  assert.is(startPdfium().renew(), false)
})

test.run()
