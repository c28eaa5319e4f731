// How far a replica is behind, out of what Litestream says it has shipped and what it has read.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openProgress, shippedIn, troubleIn } from '../../../src/adapters/replica/progress.ts'

const generation = 'cc2f243e8b75f4da'
const at = (index: number, offset: number) => ({ generation, index, offset })

test('nothing is known of a replica of which nothing was shipped', () => {
  const progress = openProgress()
  progress.look({ place: at(0, 4_152), isUnread: false, nowMs: 1_000 })
  assert.equal(progress.report(3_000), { behindMs: null, behindBytes: 4_152 })
})

test('it is behind since the oldest look whose place is not shipped yet', () => {
  const progress = openProgress()
  progress.shipped(at(0, 1_000))
  progress.look({ place: at(0, 1_000), isUnread: false, nowMs: 0 })
  assert.equal(progress.report(500), { behindMs: 0, behindBytes: 0 })
  progress.look({ place: at(0, 2_000), isUnread: false, nowMs: 1_000 })
  progress.look({ place: at(0, 3_000), isUnread: false, nowMs: 2_000 })
  assert.equal(progress.report(2_500), { behindMs: 1_500, behindBytes: 2_000 })
  progress.shipped(at(0, 2_000))
  assert.equal(progress.report(2_500), { behindMs: 500, behindBytes: 1_000 })
  progress.shipped(at(0, 3_000))
  assert.equal(progress.report(2_500), { behindMs: 0, behindBytes: 0 })
})

test('the next piece of the log comes after all of the one before', () => {
  const progress = openProgress()
  progress.shipped(at(3, 9_000))
  progress.look({ place: at(4, 100), isUnread: false, nowMs: 1_000 })
  assert.equal(progress.report(1_200), { behindMs: 200, behindBytes: 100 })
  progress.shipped(at(4, 100))
  assert.equal(progress.report(1_200), { behindMs: 0, behindBytes: 0 })
})

test('what Litestream does not read is not shipped either', () => {
  const progress = openProgress()
  progress.shipped(at(0, 1_000))
  const look = (nowMs: number) => {
    progress.look({ place: at(0, 1_000), isUnread: true, nowMs })
  }
  look(1_000)
  look(9_000)
  assert.equal(progress.report(9_000), { behindMs: 8_000, behindBytes: 0 })
})

test('of another generation nothing is shipped, and it is behind since all was', () => {
  const progress = openProgress()
  const next = (index: number, offset: number) => ({ ...at(index, offset), generation: 'anew' })
  progress.shipped(at(26, 5_000))
  progress.look({ place: at(26, 5_000), isUnread: false, nowMs: 1_000 })
  // Litestream is away, while there is something to be read.
  progress.look({ place: at(26, 5_000), isUnread: true, nowMs: 2_000 })
  progress.look({ place: undefined, isUnread: true, nowMs: 3_000 })
  progress.look({ place: next(0, 4_152), isUnread: false, nowMs: 4_000 })
  assert.equal(progress.report(4_000), { behindMs: 3_000, behindBytes: 4_152 })
  for (let nowMs = 5_000; nowMs <= 1_201_000; nowMs += 1_000) {
    progress.look({ place: next(0, 4_152 + nowMs), isUnread: false, nowMs })
  }
  progress.shipped(at(26, 9_000))
  assert.is(progress.report(1_201_000).behindMs, 1_200_000)
  // With the snapshot went all that was written before.
  progress.shipped(next(0, 1_200_152))
  assert.equal(progress.report(1_201_000), { behindMs: 4_000, behindBytes: 5_000 })
  progress.shipped(next(0, 1_205_152))
  assert.equal(progress.report(1_201_000), { behindMs: 0, behindBytes: 0 })
})

test('the lines of Litestream are read', () => {
  const written = {
    level: 'INFO',
    msg: 'wal segment written',
    db: '/var/lib/kontor/kontor.db',
    position: 'cc2f243e8b75f4da/0000001a:1359632',
    sz: 399_640,
  }
  assert.equal(shippedIn(JSON.stringify(written)), at(26, 1_759_272))
  assert.is(shippedIn(JSON.stringify({ ...written, msg: 'write wal segment' })), undefined)
  assert.is(shippedIn('no line of JSON'), undefined)
  const trouble = { level: 'ERROR', msg: 'monitor error', error: 'AccessDenied' }
  assert.is(troubleIn(JSON.stringify(trouble)), 'monitor error: AccessDenied')
  assert.is(troubleIn(JSON.stringify(written)), undefined)
  assert.is(troubleIn('panic: nil map'), 'panic: nil map')
})

test.run()
