// Drawn pages as files: within a bound, over a restart, and never anything but a picture.
import { readdirSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPageShelf } from '../../src/adapters/page-shelf.ts'
import { writePng } from '../../src/extract/preview/write-png.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const png = writePng({ width: 8, height: 8, data: new Uint8Array(64).fill(90) }, 1)
const objectId = `obj_${'a'.repeat(26)}`
const page = (number: number, of = objectId) => {
  return { blobKey: `${of}-0123456789`, page: number, width: 400 }
}

function openShelf(pages: number) {
  const folder = temporaryFolder()
  const place = { folder: join(folder.path, 'pages'), dataDir: folder.path }
  const open = () => openPageShelf({ ...place, maxBytes: pages * png.length })
  const drawn: number[] = []
  const draw =
    (number: number, bytes = png) =>
    async (outFd: number) => {
      drawn.push(number)
      writeSync(outFd, bytes)
    }
  const look = async (shelf: ReturnType<typeof open>, number: number, of?: string) => {
    const found = await shelf.open(page(number, of), draw(number))
    await found?.bytes.close()
    return found
  }
  const names = () => readdirSync(place.folder).map((name) => name.slice(objectId.length + 12))
  return { ...place, open, draw, drawn, look, names, [Symbol.dispose]: folder[Symbol.dispose] }
}

test('a page is drawn once, also for several who ask at the same time', async () => {
  using it = openShelf(9)
  const shelf = it.open()
  await Promise.all([it.look(shelf, 1), it.look(shelf, 1)])
  const found = await it.look(shelf, 1)
  assert.equal([found?.contentType, found?.bytes.sizeBytes], ['image/png', png.length])
  assert.equal(it.drawn, [1])
})

test('when there is no room what nobody looked at for the longest time goes', async () => {
  using it = openShelf(2)
  const shelf = it.open()
  for (const number of [1, 2, 1, 3]) await it.look(shelf, number)
  assert.equal(it.names().sort(), ['1.400', '3.400'])
})

test('after a restart pages are there still, and halves of pages are not', async () => {
  using it = openShelf(9)
  await it.look(it.open(), 1)
  writeFileSync(join(it.folder, 'a half'), 'x')
  await it.look(it.open(), 1)
  assert.equal([it.drawn, it.names()], [[1], ['1.400']])
})

test('what is no picture is shown to nobody, and a failure leaves nothing', async () => {
  using it = openShelf(9)
  const shelf = it.open()
  assert.is(await shelf.open(page(1), it.draw(1, Buffer.from('<svg onload=alert(1)>'))), undefined)
  const fails = () => Promise.reject(new Error('killed'))
  const error = await shelf.open(page(2), fails).catch((error: Error) => error.message)
  assert.is(error, 'killed')
  assert.equal(it.names(), [])
})

test('the pages of one object go together', async () => {
  using it = openShelf(9)
  const shelf = it.open()
  const other = `obj_${'b'.repeat(26)}`
  await it.look(shelf, 1)
  await it.look(shelf, 2)
  await it.look(shelf, 1, other)
  await shelf.clear(objectId)
  assert.equal(readdirSync(it.folder), [`${other}-0123456789.1.400`])
})

test.run()
