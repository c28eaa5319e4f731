import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import {
  ALL_FORMATS,
  BufferSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny'

const packetBytes = 1_000_000

/** An MP4 with a picture a second of a megabyte each: noise, at which nobody looks who copies. */
export async function writeLargeFilm(file: string, { seconds }: { seconds: number }) {
  const talk = readFileSync(new URL('../fixtures/media/talk.mp4', import.meta.url))
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(talk) })
  const decoderConfig =
    (await (await input.getPrimaryVideoTrack())?.getDecoderConfig()) ?? undefined
  const fd = openSync(file, 'w')
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new StreamTarget(intoFile(fd)),
  })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source)
  await output.start()
  const picture = randomBytes(packetBytes)
  picture.writeUInt32BE(packetBytes - 4)
  // The code of a whole picture.
  picture[4] = 0x65
  for (let second = 0; second < seconds; second++) {
    await source.add(new EncodedPacket(picture, 'key', second, 1), { decoderConfig })
  }
  await output.finalize()
  closeSync(fd)
}

function intoFile(fd: number): WritableStream<StreamTargetChunk> {
  return new WritableStream({
    write({ data, position }) {
      for (let done = 0; done < data.length; ) {
        done += writeSync(fd, data, done, data.length - done, position + done)
      }
    },
  })
}
