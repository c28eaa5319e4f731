// Files that come in parts: `someText` has three, of 14, 14 and 13 bytes.
import { setImmediate as otherWork } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Conflict } from '../../../../../src/base/errors.ts'
import type { ObjectId } from '../../../../../src/base/ids.ts'
import { isBlobNeeded, uploadUrlTtlMs } from '../../../../../src/domain/catalog/index.ts'
import { listUnrecordedBlobs } from '../../../../../src/domain/catalog/objects/blob-queries.ts'
import { blobText } from '../../../../support/blob-text.ts'
import {
  chunksOf,
  keysOf,
  openTestCatalog,
  sendBytes,
  sha256Of,
  smallParts,
  someText,
  type TestCatalog,
} from '../../../../support/open-test-catalog.ts'
import { refusal } from '../../../../support/refusal.ts'

const bytes = Buffer.from(someText)
const parts = [bytes.subarray(0, 14), bytes.subarray(14, 28), bytes.subarray(28)] as const

test('parts in any order and at the same time make the file', async () => {
  using room = await openUpload()
  await Promise.all([send(room, 3), send(room, 1), send(room, 2)])
  const object = await confirm(room)
  assert.is(object.checksumSha256, sha256Of(someText))
  assert.is(object.status, 'staged')
  assert.is(await textOf(room, object.blobKey), someText)
})

test('the parts are the file: nothing is copied and nothing else is left', async () => {
  using room = await openUpload()
  for (const number of [1, 2, 3]) await send(room, number)
  const before = await keysOf(room.catalog)
  const { blobKey } = await confirm(room)
  assert.equal(before, [blobKey])
  assert.equal(await keysOf(room.catalog), [blobKey])
  assert.equal(room.catalog.jobs(), [`inspect-object ${room.objectId}`])
})

test('a part that is sent again counts in place of the earlier one', async () => {
  using room = await openUpload()
  await send(room, 1, 'x'.repeat(14))
  await send(room, 2)
  await send(room, 1, 'y'.repeat(14))
  await send(room, 1)
  await send(room, 3)
  const object = await confirm(room)
  assert.is(object.checksumSha256, sha256Of(someText))
  assert.is(await textOf(room, object.blobKey), someText)
})

test('files of parts that lay aside are removed after the confirmation', async () => {
  using room = await openUpload()
  for (const number of [1, 2, 3, 2, 2]) await send(room, number)
  const { blobKey } = await confirm(room)
  const purged = room.catalog.store.raw
    .prepare("SELECT payload ->> 'blobKey' FROM job WHERE kind = 'purge-blob' ORDER BY job_id")
    .pluck()
    .all()
  const rest = (await keysOf(room.catalog)).filter((key) => key !== blobKey)
  assert.equal([...purged].sort(), rest)
  assert.is(rest.length, 2)
})

test('a repetition that breaks off takes nothing from what was acknowledged', async () => {
  using room = await openUpload()
  for (const number of [1, 2, 3]) await send(room, number)
  assert.is((await refusal(sendFrom(room, 2, broken('xxxxxxx')))).message, 'aborted')
  assert.is(await textOf(room, (await confirm(room)).blobKey), someText)
})

test('a first sending that breaks off leaves its place to the next one', async () => {
  using room = await openUpload()
  await send(room, 1)
  await send(room, 3)
  assert.is((await refusal(sendFrom(room, 2, broken('xxxxxxx')))).message, 'aborted')
  assert.is(
    (await refusal(confirm(room))).message,
    'Not received yet: 1 of 3 parts, the first of them part 2.',
  )
  await send(room, 2)
  assert.is(await textOf(room, (await confirm(room)).blobKey), someText)
})

test('the same part twice at the same time is whole, whichever came last', async () => {
  using room = await openUpload()
  const [slow, quick] = [gate(), gate()]
  const first = sendFrom(room, 2, slow.source(['x'.repeat(7), 'x'.repeat(7)]))
  const second = sendFrom(room, 2, quick.source([String(parts[1])]))
  quick.open()
  await second
  slow.open()
  await first
  await send(room, 1)
  await send(room, 3)
  const text = `${parts[0]}${'x'.repeat(14)}${parts[2]}`
  const etags = [parts[0], 'x'.repeat(14), parts[2]].map(sha256OfAny)
  assert.is(await textOf(room, (await confirm(room, etags)).blobKey), text)
})

test('a sender that still writes when the file is put together is stopped', async () => {
  using room = await openUpload()
  const stalled = gate()
  const first = refusal(sendFrom(room, 2, stalled.source(['x'.repeat(14)])))
  for (const number of [1, 2, 3]) await send(room, number)
  const object = await confirm(room)
  assert.is((await first).name, 'LinkInvalid')
  stalled.open()
  assert.is(await textOf(room, object.blobKey), someText)
})

test('whoever goes on asks what came, and gets new URLs', async () => {
  using room = await openUpload()
  await send(room, 3)
  await send(room, 1)
  room.catalog.store.clock.advance({ seconds: 60 })
  const open = await room.catalog.renewUpload(room.cmd, room)
  assert.equal([...open.received.keys()], [1, 3])
  assert.is(open.whole, undefined)
  assert.is(open.expiresAtMs, room.catalog.store.clock.nowMs() + uploadUrlTtlMs)
  assert.is(open.parts.length, 3)
})

test('two confirmations at once stage the object once', async () => {
  using room = await openUpload()
  for (const number of [1, 2, 3]) await send(room, number)
  const [one, other] = await Promise.allSettled([confirm(room), confirm(room)])
  assert.is(one.status, 'fulfilled')
  assert.is(other.status === 'rejected' && other.reason.reason, 'already_confirmed')
  assert.equal(room.catalog.jobs(), [`inspect-object ${room.objectId}`])
})

test('nobody puts the file together again before the confirmation is written', async () => {
  using room = await openUpload()
  for (const number of [1, 2, 3]) await send(room, number)
  const { blobs, store } = room.catalog
  const { finish: assemble } = blobs.parts
  let assembled = 0
  blobs.parts.finish = (...file) => {
    assembled++
    return assemble(...file)
  }
  const [begun, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const write: typeof store.write = async (fn) => {
    begun.resolve()
    await mayWrite.promise
    return await store.write(fn)
  }
  const first = confirm({ ...room, cmd: { ...room.cmd, write } })
  await begun.promise
  const other = refusal(confirm(room))
  // As far as it gets.
  await otherWork()
  mayWrite.resolve()
  assert.is((await first).status, 'staged')
  assert.is(((await other) as { reason?: string }).reason, 'already_confirmed')
  assert.is(assembled, 1)
})

test('a part with other bytes that comes during the confirmation is noticed', async () => {
  using room = await openUpload()
  for (const number of [1, 2, 3]) await send(room, number)
  const { blobs } = room.catalog
  const { finish: assemble } = blobs.parts
  const { promise: partCame, resolve } = Promise.withResolvers<void>()
  blobs.parts.finish = async (...file) => {
    await partCame
    return assemble(...file)
  }
  const confirming = refusal(confirm(room))
  await send(room, 2, 'z'.repeat(14))
  resolve()
  assert.is(((await confirming) as { reason?: string }).reason, 'etag_mismatch')
  const etags = [parts[0], 'z'.repeat(14), parts[2]].map(sha256OfAny)
  const { blobKey } = await confirm(room, etags)
  assert.is(await textOf(room, blobKey), `${parts[0]}${'z'.repeat(14)}${parts[2]}`)
})

test('the same part once more during the confirmation: confirmed again, it is whole', async () => {
  using room = await openUpload()
  for (const number of [1, 2, 2, 3]) await send(room, number)
  const { blobs } = room.catalog
  const { finish: assemble } = blobs.parts
  const before = await keysOf(room.catalog)
  blobs.parts.finish = async (key, aside) => {
    await send(room, 2)
    for (const old of before) if (old !== key) await blobs.remove(old)
    return await assemble(key, aside)
  }
  const { name, reason, retryAfterSeconds } = (await refusal(confirm(room))) as Conflict
  assert.equal([name, reason, retryAfterSeconds], ['Conflict', 'parts_changed', 1])
  blobs.parts.finish = assemble
  assert.is(await textOf(room, (await confirm(room)).blobKey), someText)
})

test('another checksum than the declared one leaves the upload open', async () => {
  using room = await openUpload({ checksumSha256: sha256Of(someText) })
  for (const number of [1, 3]) await send(room, number)
  await send(room, 2, 'x'.repeat(14))
  const etags = [parts[0], 'x'.repeat(14), parts[2]].map(sha256OfAny)
  const error = await refusal(confirm(room, etags))
  assert.is((error as { reason?: string }).reason, 'checksum_mismatch')
  await send(room, 2)
  assert.is((await confirm(room)).status, 'staged')
})

test('a file above the threshold can still come in one piece', async () => {
  using room = await openUpload()
  await send(room, 1)
  await sendBytes(room.catalog, { objectId: room.objectId, text: someText })
  const object = await room.catalog.confirmUpload(room.cmd, room)
  assert.is(await textOf(room, object.blobKey), someText)
  assert.is(room.catalog.jobs()[0], `purge-blob ${room.objectId}`)
})

for (const [title, end] of [
  ['confirmed', confirm],
  ['cancelled', cancel],
] as const) {
  test(`a part for a ${title} upload is refused and changes no byte`, async () => {
    using room = await openUpload()
    for (const number of [1, 2, 3]) await send(room, number)
    await end(room)
    const before = await contents(room)
    assert.is((await refusal(send(room, 2, 'x'.repeat(14)))).name, 'LinkInvalid')
    assert.equal(await contents(room), before)
  })

  test(`an upload ${title} while a part comes again keeps its bytes`, async () => {
    using room = await openUpload()
    for (const number of [1, 2, 3]) await send(room, number)
    let before: unknown
    const source = (async function* () {
      yield* chunksOf('xxxxxxx')
      await end(room)
      before = await contents(room)
      yield* chunksOf('xxxxxxx')
    })()
    assert.is((await refusal(sendFrom(room, 2, source))).name, 'LinkInvalid')
    assert.equal(await contents(room), before)
  })
}

test('a cancelled upload has all of its files removed', async () => {
  using room = await openUpload()
  for (const number of [1, 2, 2]) await send(room, number)
  const keys = await keysOf(room.catalog)
  await cancel(room)
  assert.equal(room.catalog.jobs(), Array(2).fill(`purge-blob ${room.objectId}`))
  const { db } = room.catalog.store
  const needed = keys.filter((blobKey) => isBlobNeeded(db, { blobKey, nowMs: 0 }))
  assert.equal(needed, [])
})

test('the file of an open upload is needed and no orphan', async () => {
  using room = await openUpload()
  await send(room, 2)
  const [blobKey = ''] = await keysOf(room.catalog)
  const { db } = room.catalog.store
  assert.equal(listUnrecordedBlobs(db, [blobKey]), [])
  assert.ok(isBlobNeeded(db, { blobKey, nowMs: 0 }))
})

type Room = {
  catalog: TestCatalog
  objectId: ObjectId
  cmd: ReturnType<TestCatalog['as']>
  [Symbol.dispose](): void
}

async function openUpload(file: { checksumSha256?: string } = {}): Promise<Room> {
  const catalog = openTestCatalog({}, smallParts)
  const owner = catalog.tenant()
  const { datasetId } = await catalog.dataset(owner)
  const objectId = await catalog.initiated(owner, { datasetId, ...file })
  const cmd = catalog.as(owner)
  return { catalog, objectId, cmd, [Symbol.dispose]: () => catalog[Symbol.dispose]() }
}

function send(room: Room, partNumber: number, text?: string) {
  return sendFrom(room, partNumber, chunksOf(text ?? String(parts[partNumber - 1])))
}

function sendFrom(
  { catalog, objectId }: Room,
  partNumber: number,
  source: AsyncIterable<Uint8Array>,
) {
  const limitBytes = parts[partNumber - 1]?.length ?? 0
  const link = { purpose: 'part' as const, objectId, partNumber, limitBytes, expiresAtMs: 0 }
  return catalog.receiveBytes(catalog.anonymous(), { link, source })
}

function confirm({ catalog, cmd, objectId }: Room, etags = parts.map(sha256OfAny)) {
  const named = etags.map((etag, i) => ({ partNumber: i + 1, etag }))
  return catalog.confirmUpload(cmd, { objectId, parts: named })
}

function cancel({ catalog, cmd, objectId }: Room) {
  return catalog.cancelUpload(cmd, { objectId })
}

function sha256OfAny(part: Buffer | string): string {
  return sha256Of(String(part))
}

/** What the file of an object holds. */
async function textOf({ catalog }: Room, key: string | null): Promise<string> {
  return blobText(catalog.blobs, key ?? '')
}

async function contents(room: Room): Promise<[key: string, text: string][]> {
  const keys = await keysOf(room.catalog)
  return Promise.all(keys.map(async (key) => [key, await textOf(room, key)] as [string, string]))
}

async function* broken(text: string) {
  yield* chunksOf(text)
  throw new Error('aborted')
}

/** A source that gives its chunks once the gate is open. */
function gate() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  async function* source(texts: string[]) {
    await promise
    yield* chunksOf(...texts)
  }
  return { open, source }
}

test.run()
