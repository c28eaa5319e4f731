/** A whole frame of VP8 as the picture that WebP makes of it: the same bits in another wrapping. */
export function webpOf(frame: Uint8Array): Buffer {
  const odd = Buffer.alloc(frame.byteLength % 2)
  const body = Buffer.concat([Buffer.from('VP8 '), uint32LE(frame.byteLength), frame, odd])
  return Buffer.concat([
    Buffer.from('RIFF'),
    uint32LE(4 + body.byteLength),
    Buffer.from('WEBP'),
    body,
  ])
}

/** Likewise a whole frame of AV1 as an AVIF picture (ISO 23008-12, and AV1 Image File Format). */
export function avifOf(
  frame: Uint8Array,
  film: {
    width: number
    height: number
    /** The configuration record, as the container has it. */
    description?: ArrayBufferView | ArrayBufferLike | undefined
  },
): Buffer {
  const item = Buffer.from(frame)
  const ftyp = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf', 'latin1'))
  const record = film.description ? bytesOf(film.description) : Buffer.from([0x81, 8, 0x0c, 0])
  const withOffset = (at: number) =>
    fullBox(
      'meta',
      Buffer.concat([
        fullBox('hdlr', Buffer.from('\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')),
        fullBox('pitm', uint16(1)),
        // One item, of one piece, with four bytes for its place and length.
        fullBox(
          'iloc',
          Buffer.concat([
            ...[Buffer.from([0x44, 0]), uint16(1), uint16(1), uint16(0), uint16(1)],
            ...[uint32(at), uint32(item.byteLength)],
          ]),
        ),
        fullBox(
          'iinf',
          Buffer.concat([
            uint16(1),
            box('infe', Buffer.from('\x02\0\0\0\0\x01\0\0av01\0', 'latin1')),
          ]),
        ),
        properties({ ...film, record }),
      ]),
    )
  const meta = withOffset(ftyp.byteLength + withOffset(0).byteLength + 8)
  return Buffer.concat([ftyp, meta, box('mdat', item)])
}

function properties(film: { width: number; height: number; record: Buffer }): Buffer {
  const size = Buffer.concat([uint32(film.width), uint32(film.height)])
  const kept = [
    fullBox('ispe', size),
    fullBox('pixi', Buffer.from([3, 8, 8, 8])),
    box('av1C', film.record),
  ]
  // One item with three properties; the last one must be understood.
  const ofItem = Buffer.concat([uint32(1), uint16(1), Buffer.from([3, 1, 2, 0x83])])
  return box('iprp', Buffer.concat([box('ipco', Buffer.concat(kept)), fullBox('ipma', ofItem)]))
}

function bytesOf(source: ArrayBufferView | ArrayBufferLike): Buffer {
  if (!ArrayBuffer.isView(source)) return Buffer.from(source)
  return Buffer.from(source.buffer, source.byteOffset, source.byteLength)
}

function box(name: string, content: Buffer): Buffer {
  return Buffer.concat([uint32(8 + content.byteLength), Buffer.from(name, 'latin1'), content])
}

function fullBox(name: string, content: Buffer): Buffer {
  return box(name, Buffer.concat([uint32(0), content]))
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function uint32LE(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
