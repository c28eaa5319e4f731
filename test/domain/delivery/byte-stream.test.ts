// Sending a file from two buffers: every byte, in order, whatever the sink does.
import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { streamOf } from '../../../src/domain/delivery/byte-stream.ts'
import { chunkBytes } from '../../../src/domain/delivery/limits.ts'
import type { Outcome } from '../../../src/domain/delivery/links/link.ts'

const pieces = 7
const content = Buffer.alloc(pieces * chunkBytes - 1234)
for (let at = 0; at < content.length; at += 4)
  content.writeUInt32LE(at, Math.min(at, content.length - 4))

type Source = { bytes: Buffer; outcomes: Outcome[]; closed: number; reading: number }

/** A file in memory that reads a little later and counts what is done with it. */
async function open(bytes: Buffer, failsAt = Number.POSITIVE_INFINITY) {
  const source: Source = { bytes, outcomes: [], closed: 0, reading: 0 }
  const file = {
    async read(into: Buffer, position: number) {
      source.reading += 1
      await new Promise((done) => setImmediate(done))
      source.reading -= 1
      if (position >= failsAt) throw new Error('the disk is gone')
      return bytes.copy(into, 0, position, position + into.length)
    },
    async close() {
      assert.is(source.reading, 0, 'closed while something was read from it')
      source.closed += 1
    },
  }
  const onEnd = async (outcome: Outcome) => {
    await new Promise((done) => setTimeout(done, 10))
    source.outcomes.push(outcome)
  }
  const stream = await streamOf({ bytes: file, sizeBytes: bytes.length, onEnd })
  return { source, stream }
}

/** Looks at each piece only just before it says that it has it. */
function slowSink(gone = Number.POSITIVE_INFINITY) {
  const hash = createHash('sha256')
  const memory = new Set<ArrayBufferLike>()
  let pieces = 0
  const sink: Writable = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, done) {
      setTimeout(() => {
        memory.add(chunk.buffer)
        hash.update(chunk)
        pieces += 1
        if (pieces >= gone) sink.destroy()
        else done()
      }, 2)
    },
  })
  return { sink, memory, sha256: () => hash.digest('hex') }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a slow sink gets every byte in order, out of three pieces of memory at most', async () => {
  const { source, stream } = await open(content)
  const { sink, memory, sha256: received } = slowSink()
  await stream.sendTo(sink)
  await finished(sink)
  assert.is(received(), sha256(content))
  assert.ok(memory.size <= 3, `${memory.size} pieces of memory`)
  assert.equal([source.outcomes, source.closed], [['sent'], 1])
})

test('an empty file is sent, too', async () => {
  const { source, stream } = await open(Buffer.alloc(0))
  const { sink, sha256: received } = slowSink()
  await stream.sendTo(sink)
  await finished(sink)
  assert.is(received(), sha256(Buffer.alloc(0)))
  assert.equal(source.outcomes, ['sent'])
})

test('a sink that goes away ends it as aborted, and closes the file once', async () => {
  const { source, stream } = await open(content)
  const { sink } = slowSink(3)
  await stream.sendTo(sink)
  assert.equal([source.outcomes, source.closed], [['aborted'], 1])
})

test('a sink that refuses the last piece has not got the file', async () => {
  const { source, stream } = await open(content)
  let got = 0
  const sink = new Writable({
    highWaterMark: 1,
    write(_chunk, _, done) {
      got += 1
      done(got === pieces ? new Error('full') : null)
    },
  })
  sink.on('error', () => undefined)
  await stream.sendTo(sink)
  assert.equal([got, source.outcomes, source.closed], [pieces, ['aborted'], 1])
})

test('a sink that is gone already gets nothing', async () => {
  const { source, stream } = await open(content)
  const { sink } = slowSink()
  sink.destroy()
  await stream.sendTo(sink)
  assert.equal([source.outcomes, source.closed], [['aborted'], 1])
})

test('a file that cannot be read on breaks the sink and has failed', async () => {
  const { source, stream } = await open(content, 2 * chunkBytes)
  const { sink } = slowSink()
  const notedWhenBroken = new Promise<Outcome[]>((done) => {
    sink.on('close', () => done([...source.outcomes]))
  })
  await stream.sendTo(sink)
  assert.is(sink.destroyed, true)
  assert.equal([source.outcomes, source.closed], [['failed'], 1])
  // Whoever sees the break and asks for another link at once finds it noted.
  assert.equal(await notedWhenBroken, ['failed'])
})

test('what nobody reads is closed when it is thrown away', async () => {
  const { source, stream } = await open(content)
  stream.destroy()
  await finished(stream).catch(() => undefined)
  assert.equal([source.outcomes, source.closed], [['aborted'], 1])
})

test.run()
