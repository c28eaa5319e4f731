import type { InputAudioTrack } from 'mediabunny'

/** Each channel of a piece of sound; none where a packet was damaged. */
export type Decoded = { channels: readonly Float32Array[]; rate: number }

/** Turns the packets of one track into sound, in their order. */
export type SoundDecoder = {
  /** Throws for some packets that are damaged; the ones after them can be given all the same. */
  decode(packet: Uint8Array): Promise<Decoded>
  free(): void
}

/** What a container says of a track's sound before its first packet. */
export type SoundSetup = { channels: number; rate: number; description: Buffer | undefined }

const openers: Record<string, (setup: SoundSetup) => Promise<SoundDecoder>> = {
  mp3: async () => (await import('./decode-mp3.ts')).openMp3(),
  flac: async () => (await import('./decode-flac.ts')).openFlac(),
  vorbis: async (setup) => (await import('./decode-vorbis.ts')).openVorbis(setup),
  opus: async (setup) => (await import('./decode-opus.ts')).openOpus(setup),
}

/** For a track of a form that is decoded here; else undefined. Throws for a damaged beginning. */
export async function openDecoder(track: InputAudioTrack): Promise<SoundDecoder | undefined> {
  const open = openers[(await track.getCodec()) ?? '']
  const config = open && (await track.getDecoderConfig())
  if (!open || !config) return undefined
  const description = config.description && bufferOf(config.description)
  return open({ channels: config.numberOfChannels, rate: config.sampleRate, description })
}

function bufferOf(bytes: ArrayBufferLike | ArrayBufferView): Buffer {
  if (ArrayBuffer.isView(bytes)) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  return Buffer.from(bytes)
}
