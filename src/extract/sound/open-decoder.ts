import type { InputAudioTrack } from 'mediabunny'
import type { SoundDecoder, SoundSetup } from './sound-decoder.ts'

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
