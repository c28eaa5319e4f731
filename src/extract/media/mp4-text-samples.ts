type TextSample = { codec: string; bytes: Buffer }

/** Timed text (3GPP TS 26.245), QuickTime's text, WebVTT (ISO/IEC 14496-30). */
const codecs = new Set(['tx3g', 'text', 'wvtt'])
const headBytes = 8

export function isTextCodec(codec: string): boolean {
  return codecs.has(codec)
}

/** What is shown while a sample lasts; empty where nothing is. */
export function textsOfSample({ codec, bytes }: TextSample): string[] {
  const texts = codec.startsWith('wvtt') ? payloads(bytes) : [sampleText({ codec, bytes })]
  return texts.filter((text) => text.trim() !== '')
}

/** Two bytes of length, then the text; what follows is style. */
function sampleText({ codec, bytes }: TextSample): string {
  const length = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0
  const text = bytes.subarray(2, 2 + length)
  const mark = text.length >= 2 ? text.readUInt16BE(0) : 0
  if (mark === 0xfeff) return new TextDecoder('utf-16be').decode(text)
  if (mark === 0xfffe) return new TextDecoder('utf-16le').decode(text)
  // QuickTime's own programs wrote the encoding of the first Macintosh.
  const isOld = codec.startsWith('text') && !isUtf8(text)
  return isOld ? new TextDecoder('macintosh').decode(text) : text.toString('utf8')
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Of each cue (`vttc`) the payload (`payl`); a sample without any is a pause. */
function payloads(bytes: Buffer): string[] {
  const cues = [...boxesIn(bytes)].filter(({ type }) => type === 'vttc')
  return cues.flatMap(({ inside }) =>
    [...boxesIn(inside)].flatMap((box) => (box.type === 'payl' ? [box.inside.toString()] : [])),
  )
}

function* boxesIn(bytes: Buffer): Generator<{ type: string; inside: Buffer }> {
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < headBytes) return
    const inside = bytes.subarray(at + headBytes, at + size)
    yield { type: bytes.toString('latin1', at + 4, at + 8), inside }
    at += size
  }
}
