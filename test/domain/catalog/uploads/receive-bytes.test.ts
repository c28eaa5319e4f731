import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../../src/base/ids.ts'
import {
  chunksOf,
  keysOf,
  openTestCatalog,
  sendBytes,
  sha256Of,
  someText,
  type TestCatalog,
} from '../../../support/open-test-catalog.ts'
import { refusal } from '../../../support/refusal.ts'

test('bytes are kept with their SHA-256', async () => {
  using catalog = openTestCatalog()
  const { objectId } = await openUpload(catalog)
  const received = await sendBytes(catalog, { objectId, text: someText })
  assert.equal(received, { sizeBytes: 41, checksumSha256: sha256Of(someText) })
})

test('sending again replaces the bytes and has the earlier ones removed', async () => {
  using catalog = openTestCatalog()
  const { owner, objectId } = await openUpload(catalog)
  await sendBytes(catalog, { objectId, text: 'a'.repeat(41) })
  const before = await keysOf(catalog)
  await sendBytes(catalog, { objectId, text: someText })
  const object = await catalog.confirmUpload(catalog.as(owner), { objectId })
  assert.is(object.checksumSha256, sha256Of(someText))
  assert.equal(catalog.jobs(), [`purge-blob ${objectId}`, `inspect-object ${objectId}`])
  assert.is(before.length, 1)
  assert.not.equal(object.blobKey, before[0])
})

test('more than declared is cut off and leaves what was there', async () => {
  using catalog = openTestCatalog()
  const { objectId } = await openUpload(catalog)
  await sendBytes(catalog, { objectId, text: someText })
  const before = await keysOf(catalog)
  const error = await refusal(
    sendBytes(catalog, { objectId, text: `${someText}!`, limitBytes: 41 }),
  )
  assert.is(error.name, 'TooLarge')
  assert.is(error.message, 'More bytes than the 41 that were declared.')
  assert.equal(await keysOf(catalog), before)
})

test('an announcement of too many bytes is refused before one is read', async () => {
  using catalog = openTestCatalog()
  const { objectId } = await openUpload(catalog)
  const link = { purpose: 'upload' as const, objectId, limitBytes: 41, expiresAtMs: 0 }
  let isRead = false
  const source = (async function* () {
    isRead = true
    yield* chunksOf(someText)
  })()
  const incoming = { link, source, announcedBytes: 42 }
  const error = await refusal(catalog.receiveBytes(catalog.anonymous(), incoming))
  assert.is(error.name, 'TooLarge')
  assert.is(isRead, false)
})

test('a connection that breaks leaves nothing behind', async () => {
  using catalog = openTestCatalog()
  const { owner, objectId } = await openUpload(catalog)
  const link = { purpose: 'upload' as const, objectId, limitBytes: 41, expiresAtMs: 0 }
  const source = (async function* () {
    yield* chunksOf('half')
    throw new Error('aborted')
  })()
  const error = await refusal(catalog.receiveBytes(catalog.anonymous(), { link, source }))
  assert.is(error.message, 'aborted')
  assert.equal(await keysOf(catalog), [])
  const confirmed = await refusal(catalog.confirmUpload(catalog.as(owner), { objectId }))
  assert.is((confirmed as { reason?: string }).reason, 'no_bytes')
})

for (const [title, end] of [
  ['confirmed', 'confirmUpload'],
  ['cancelled', 'cancelUpload'],
] as const) {
  test(`bytes for a ${title} upload are refused and change none`, async () => {
    using catalog = openTestCatalog()
    const { owner, objectId } = await openUpload(catalog)
    await sendBytes(catalog, { objectId, text: someText })
    await catalog[end](catalog.as(owner), { objectId })
    const before = await keysOf(catalog)
    const error = await refusal(sendBytes(catalog, { objectId, text: 'x'.repeat(41) }))
    assert.is(error.name, 'LinkInvalid')
    assert.equal(await keysOf(catalog), before)
  })

  test(`an upload ${title} while bytes come in keeps those it had`, async () => {
    using catalog = openTestCatalog()
    const { owner, objectId } = await openUpload(catalog)
    await sendBytes(catalog, { objectId, text: someText })
    const before = await keysOf(catalog)
    const source = (async function* () {
      yield* chunksOf('x'.repeat(20))
      await catalog[end](catalog.as(owner), { objectId })
      yield* chunksOf('x'.repeat(21))
    })()
    const link = { purpose: 'upload' as const, objectId, limitBytes: 41, expiresAtMs: 0 }
    const error = await refusal(catalog.receiveBytes(catalog.anonymous(), { link, source }))
    assert.is(error.name, 'LinkInvalid')
    assert.equal(await keysOf(catalog), before)
  })
}

async function openUpload(catalog: TestCatalog) {
  const owner = catalog.tenant()
  const objectId: ObjectId = await catalog.initiated(owner, await catalog.dataset(owner))
  return { owner, objectId }
}

test.run()
