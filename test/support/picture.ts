import { crc32, deflateSync } from 'node:zlib'
import { blobSource } from '../../src/extract/blob-source.ts'
import { openByPdfium } from '../../src/extract/pdf/pdf-by-pdfium.ts'
import { makeImagePdf } from './make-pdf.ts'
import { openBytes } from './read-bytes.ts'

/** A photograph of a page, so to speak: the text drawn as dots, as a grey PNG. */
export async function pictureOf(text: string, { columns = 1 } = {}): Promise<Buffer> {
  using file = openBytes({ bytes: await makeImagePdf([{ text, columns }]) })
  const { drawOf } = await openByPdfium(blobSource(file.fd))
  const graymap = Buffer.from((await drawOf?.(0)) ?? [])
  const [, width, height] = /^P5 (\d+) (\d+) 255\n/.exec(graymap.toString('latin1', 0, 40)) ?? []
  const pixels = graymap.subarray(graymap.indexOf('\n') + 1)
  return pngOf(pixels, { width: Number(width), height: Number(height) })
}

/** Eight bits of grey, no filter. */
export function pngOf(pixels: Uint8Array, size: { width: number; height: number }): Buffer {
  const { width, height } = size
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(y * width, (y + 1) * width)]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A square PNG without a single dot in it, that states a size and could be opened for hours. */
export function hugePicture(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(side + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
