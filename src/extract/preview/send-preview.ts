import type { Preview } from '../../domain/ingest/ports.ts'
import { previewBytesMax, previewSide } from './limits.ts'

/** How a preview travels: its bytes in pieces that fit into a line, then what they are. */
export type PreviewLine =
  | { piece: string }
  | { is: { contentType: string; width: number; height: number } | { problem: string } }

const pieceChars = 128 * 1024
const contentTypes = ['image/webp', 'image/png']
const problemCharsMax = 300

export function* previewLines(preview: Preview): Generator<PreviewLine> {
  if (!('picture' in preview)) {
    yield { is: preview }
    return
  }
  const { bytes, ...is } = preview.picture
  const text = Buffer.from(bytes).toString('base64')
  for (let at = 0; at < text.length; at += pieceChars) {
    yield { piece: text.slice(at, at + pieceChars) }
  }
  yield { is }
}

/** Puts the lines together. What is no picture of ours, or too large, is no preview. */
export function openPreviewInbox() {
  const pieces: Buffer[] = []
  let size = 0
  let preview: Preview | undefined
  return {
    take(line: PreviewLine): void {
      if ('piece' in line) {
        const piece = Buffer.from(line.piece, 'base64')
        size += piece.byteLength
        if (size <= previewBytesMax) pieces.push(piece)
      } else if ('problem' in line.is) {
        preview = { problem: line.is.problem.slice(0, problemCharsMax) }
      } else preview = pictureOf(line.is, Buffer.concat(pieces))
    },
    preview: () => preview,
  }
}

function pictureOf(
  { contentType, width, height }: { contentType: string; width: number; height: number },
  bytes: Buffer,
): Preview {
  const isSide = (dots: number) => Number.isInteger(dots) && dots > 0 && dots <= previewSide
  if (contentTypes.includes(contentType) && isSide(width) && isSide(height) && bytes.length > 0) {
    return { picture: { contentType, width, height, bytes } }
  }
  return { problem: 'No preview: it could not be made.' }
}

/** For a file that was read, and that the child did not survive drawing. */
export function brokenOff(code: string): Preview {
  const why = code === 'memory' ? 'took too much memory' : 'took too long'
  return { problem: `No preview: drawing the file ${why}.` }
}
