import { isAscii } from 'node:buffer'

/** Of a part, as much is handed over at once: V8 finds room for longer texts in slower ways. */
const pieceBytes = 64 * 1024
const continuationBytesMax = 3
const greater = 0x3e
const tagSearchBytes = 4 * 1024

const decoder = new TextDecoder('utf-8')
/** Not at the beginning, a mark is a character like others. */
const laterDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A part's text in pieces. UTF-8 is cut between characters: decoders that remember are slow. */
export function* textPieces(bytes: Buffer): Generator<string> {
  const encoding = encodingOf(bytes)
  if (encoding !== 'utf-8') {
    yield new TextDecoder(encoding).decode(bytes)
    return
  }
  for (let at = 0; at < bytes.length; ) {
    const end = endOfPiece(bytes, at + pieceBytes)
    const piece = bytes.subarray(at, end)
    yield isAscii(piece)
      ? piece.toString('latin1')
      : (at === 0 ? decoder : laterDecoder).decode(piece)
    at = end
  }
}

/** By the mark that it begins with. */
export function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * Behind a tag, so that nothing of it waits for the next piece; else before a character: what more
 * than three bytes that go on a character stand before is none.
 */
function endOfPiece(bytes: Buffer, wanted: number): number {
  if (wanted >= bytes.length) return bytes.length
  const tagEnd = bytes.subarray(wanted - tagSearchBytes, wanted).lastIndexOf(greater)
  if (tagEnd >= 0) return wanted - tagSearchBytes + tagEnd + 1
  let end = wanted
  while (end > wanted - continuationBytesMax && isContinuation(bytes[end])) end--
  return isContinuation(bytes[end]) ? wanted : end
}

function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80
}
