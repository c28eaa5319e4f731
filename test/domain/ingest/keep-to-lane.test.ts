// A file that turns out to be heavy waits among its like.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { OcrWanted } from '../../../src/domain/ingest/ports.ts'
import type { WrongLane } from '../../../src/domain/outbox/index.ts'
import { makePdf } from '../../support/make-pdf.ts'
import { fakeExtractor, openTestIngest, passageBlocks } from '../../support/open-test-ingest.ts'

type Room = Awaited<ReturnType<typeof openTestIngest>>
type Lane = WrongLane['lane']

async function laneAfter(room: Room, lane: Lane, objectId: never): Promise<string | undefined> {
  try {
    await room.ingest.ingestObject({ ...room.attempt, lane }, { objectId })
  } catch (error) {
    assert.is((error as Error).name, 'WrongLane')
    return (error as WrongLane).lane
  }
  return undefined
}

const cases: [claimed: string, begun: Lane, becomes: Lane | undefined][] = [
  ['image/png', 'text', 'ocr'],
  ['image/png', 'ocr', undefined],
  ['image/svg+xml', 'text', undefined],
  ['audio/mpeg', 'text', 'media'],
  ['video/mp4', 'ocr', 'media'],
  ['video/mp4', 'media', undefined],
  ['text/plain', 'text', undefined],
  ['text/plain', 'ocr', undefined],
]
for (const [contentType, lane, becomes] of cases) {
  test(`${contentType} in the lane ${lane}: ${becomes ?? 'is read'}`, async () => {
    const extractor = {
      ...fakeExtractor([passageBlocks(1)]),
      inspect: async () => Promise.reject(new Error('not looked at')),
    }
    using room = await openTestIngest({ extractor })
    const objectId = await room.file(Buffer.from('x'), { contentType })
    assert.is(await laneAfter(room, lane, objectId as never), becomes)
    assert.is(room.object(objectId).index_state, becomes ? 'queued' : 'indexed')
  })
}

test('what is found out counts for more than what was claimed', async () => {
  using room = await openTestIngest()
  const riff = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0'), wave])
  const objectId = await room.file(riff, { contentType: 'text/plain' })
  assert.is(await laneAfter(room, 'text', objectId as never), 'media')
})

/** 8,000 samples a second, of 8 bits; none of them. */
const wave = Buffer.from('401f0000401f00000100080064617461' + '00000000', 'hex')

test('where recognition is wanted nothing stays of what was read', async () => {
  let reads = 0
  const fake = fakeExtractor([passageBlocks(120)])
  using room = await openTestIngest({
    extractor: {
      ...fake,
      async extract(file, take) {
        const whole = await fake.extract(file, take)
        if (++reads === 1) {
          assert.is(file.ocrLater, true)
          throw new OcrWanted()
        }
        assert.is(file.ocrLater, false)
        return whole
      },
    },
  })
  const bytes = await makePdf({ pages: ['A page.'] })
  const objectId = await room.file(bytes, { contentType: 'application/pdf' })
  assert.is(await laneAfter(room, 'text', objectId as never), 'ocr')
  assert.equal([room.passages(objectId), room.object(objectId).index_state], [[], 'queued'])
  assert.is(await laneAfter(room, 'ocr', objectId as never), undefined)
  assert.ok(room.passages(objectId).length > 120)
})

test.run()
