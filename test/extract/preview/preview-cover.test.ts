// The picture of its first page that an office file brings, drawn anew in the confined child.
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import { makeZip } from '../../support/make-zip.ts'
import { openBytes } from '../../support/read-bytes.ts'
import { sourceChild } from '../../support/source-child.ts'

const parts = {
  '[Content_Types].xml': '<Types/>',
  'word/document.xml': '<w:document><w:body><w:p><w:t>Salt.</w:t></w:p></w:body></w:document>',
}

const runner = openExtractRunner({ program: sourceChild(), limits: { wallMs: 600_000 } })

async function previewOf(more: Record<string, string | Uint8Array>) {
  using open = openBytes({ bytes: makeZip({ ...parts, ...more }), filename: 'salt.docx' })
  // One owner: a child that has read one file may read the next.
  const { preview, failure } = await runner.inspect({
    fd: open.fd,
    claims: open.claims,
    key: 'salt',
    owner: 'ada',
  })
  assert.is(failure, null)
  return preview
}

const page = sharp({ create: { width: 300, height: 900, channels: 3, background: '#a03010' } })

test('it is shown as small as every other, and is the picture that was there', async () => {
  const bytes = await page
    .clone()
    .withExif({ IFD0: { Artist: 'Ada' } })
    .jpeg()
    .toBuffer()
  const preview = await previewOf({ 'docProps/thumbnail.jpeg': bytes })
  assert.ok(preview && 'picture' in preview, JSON.stringify(preview))
  const { contentType, width, height, bytes: drawn } = preview.picture
  assert.equal([contentType, width, height], ['image/webp', 171, 512])
  const { dominant } = await sharp(drawn).stats()
  assert.ok(dominant.r > 140 && dominant.g < 70 && dominant.b < 40, JSON.stringify(dominant))
  assert.is((await sharp(drawn).metadata()).exif, undefined)
})

test('without one, or with one that is none, nothing is missed', async () => {
  assert.is(await previewOf({}), undefined)
  assert.is(await previewOf({ 'docProps/thumbnail.jpeg': 'no picture' }), undefined)
  const emf = { 'docProps/thumbnail.emf': 'a drawing of another machine' }
  assert.is(await previewOf(emf), undefined)
})

test.run()
