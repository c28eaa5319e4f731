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
