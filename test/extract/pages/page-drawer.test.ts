// Pages of hostile files: the process that draws one is given up, and says why to a person.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openNameless } from '../../../src/base/nameless-file.ts'
import { PageRefused } from '../../../src/domain/ingest/ports.ts'
import type { ExtractLimits } from '../../../src/extract/limits.ts'
import { openPageDrawer } from '../../../src/extract/pages/page-drawer.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import { makeBombPdf, makePdf } from '../../support/make-pdf.ts'

async function drawn(bytes: Buffer, page: number, limits: Partial<ExtractLimits> = {}) {
  await using file = await openNameless(join(tmpdir(), 'kontor-pages'))
  await using out = await openNameless(join(tmpdir(), 'kontor-pages'))
  await file.write(bytes)
  const claims = { filename: 'a.pdf', contentType: 'application/pdf' }
  const { draw } = openPageDrawer({ program: childProgram(), limits })
  await draw({ fd: file.fd, outFd: out.fd, claims, page, width: 400 })
  return (await out.stat()).size
}

async function refusalOf(work: Promise<number>): Promise<[reason: string, message: string]> {
  const error = await work.then(
    (size) => assert.unreachable(`${size} bytes were drawn`),
    (error: unknown) => error,
  )
  assert.instance(error, PageRefused)
  const { reason, message } = error as PageRefused
  return [reason, message]
}

test('a page that unfolds to a gigabyte, and one that takes too long, are given up', async () => {
  const bomb = makeBombPdf(1_024)
  const small = { memoryBytes: 200 * 1024 * 1024 }
  const [reason, message] = await refusalOf(drawn(bomb, 1, small))
  assert.is(reason, 'cannot_be_drawn')
  assert.match(message, /memory|damaged|cannot be drawn/)
  const slow = await refusalOf(drawn(bomb, 1, { wallMs: 1 }))
  assert.equal(slow, ['cannot_be_drawn', 'This page cannot be drawn: it takes too long.'])
})

test('of a damaged file it is said that it is damaged, not by which code', async () => {
  const torn = (await makePdf({ pages: ['one'] })).slice(0, 60)
  const said = 'This page cannot be drawn: the file is damaged.'
  assert.equal(await refusalOf(drawn(torn, 1)), ['cannot_be_drawn', said])
})

test('a page beyond the last one is none, whatever was said of the file', async () => {
  const bytes = await makePdf({ pages: ['one'] })
  assert.equal(await refusalOf(drawn(bytes, 2)), ['no_such_page', ''])
})

test.run()
