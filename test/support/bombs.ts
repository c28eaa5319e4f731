// Files that are small until they are opened. What they unfold to is compressed once and repeated.
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { zipOf } from './make-zip.ts'

const mebibyte = 1024 * 1024

/** So many megabytes of zero bytes, deflated. */
export function deflatedZeros(megabytes: number): Buffer {
  return deflatedRow(megabytes, 0)
}

/** So many megabytes of spaces, as zlib writes them, with the sum at the end. */
export function zlibSpaces(megabytes: number): Buffer {
  const space = 0x20
  const [count, base] = [BigInt(megabytes * mebibyte), 65_521n]
  const low = (1n + BigInt(space) * count) % base
  const high = (count + (BigInt(space) * count * (count + 1n)) / 2n) % base
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(Number((high << 16n) | low))
  return Buffer.concat([zlibHead, deflatedRow(megabytes, space), sum])
}

const zlibHead = Buffer.from([0x78, 0x9c])

/** Blocks that end at a byte can stand in a row. */
function deflatedRow(megabytes: number, byte: number): Buffer {
  const one = Buffer.alloc(mebibyte, byte)
  const block = deflateRawSync(one, { finishFlush: constants.Z_FULL_FLUSH })
  const last = deflateRawSync(Buffer.alloc(0))
  return Buffer.concat([...Array.from({ length: megabytes }, () => block), last])
}

/** The same with the head that PDF asks for. The sum at its end is left out: nobody gets there. */
function zlibZeros(megabytes: number): Buffer {
  return Buffer.concat([zlibHead, deflatedZeros(megabytes)])
}

/** A PDF of objects that are given as their text or bytes, the first one being the catalog. */
export function pdfOf(objects: readonly (string | Buffer)[], tail = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')]
  const offsets: number[] = []
  let length = 9
  const add = (part: string | Buffer) => {
    const bytes = Buffer.from(part)
    parts.push(bytes)
    length += bytes.length
  }
  objects.forEach((object, i) => {
    offsets.push(length)
    add(`${i + 1} 0 obj\n`)
    add(object)
    add('\nendobj\n')
  })
  const at = length
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) add(`${String(offset).padStart(10, '0')} 00000 n \n`)
  add(`trailer << /Size ${objects.length + 1} /Root 1 0 R ${tail}>>\nstartxref\n${at}\n%%EOF`)
  return Buffer.concat(parts)
}

export function pdfStream(dictionary: string, bytes: Buffer): Buffer {
  const head = `<< ${dictionary} /Length ${bytes.length} >> stream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')])
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const pageOf = (contents: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${contents} /Resources << >> >>`

/** One page whose drawing commands unfold to so many megabytes, through so many filters. */
export function inflatingPdf({ megabytes, layers = 1 }: { megabytes: number; layers?: number }) {
  const filters = '/FlateDecode '.repeat(layers)
  let bytes = zlibZeros(megabytes)
  for (let i = 1; i < layers; i++) {
    bytes = Buffer.concat([zlibHead, deflateRawSync(bytes)])
  }
  const stream = pdfStream(`/Filter [${filters}]`, bytes)
  const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
  return pdfOf([catalog, pages, pageOf('/Contents 4 0 R'), stream])
}

/** Says that it has a billion pages and has none of them. */
export function boastfulPdf(): Buffer {
  return pdfOf([catalog, '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>', pageOf('')])
}

/** A tree of pages that is its own child. */
export function circularPdf(): Buffer {
  return pdfOf([catalog, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 4 >>'])
}

/** A table of objects that says it goes on where it is. */
export function endlessPdf(): Buffer {
  const file = pdfOf([catalog, '<< /Type /Pages /Kids [] /Count 0 >>'])
  const at = file.lastIndexOf('xref\n', file.lastIndexOf('startxref'))
  return Buffer.from(file.toString('latin1').replace('/Root', `/Prev ${at} /Root`), 'latin1')
}

/** An archive of one file that unfolds to so many megabytes. */
export function inflatingZip(megabytes: number): Buffer {
  const types = deflateRawSync('<Types/>')
  return zipOf([
    { name: '[Content_Types].xml', deflated: types, sizeBytes: 8, crc: crc32('<Types/>') },
    {
      name: 'word/document.xml',
      deflated: deflatedZeros(megabytes),
      sizeBytes: megabytes * mebibyte,
    },
  ])
}

/** Ten files, each an archive of ten, so many times over. */
export function nestedZip(depth: number): Buffer {
  let inner = inflatingZip(1)
  for (let i = 0; i < depth; i++) {
    const deflated = deflateRawSync(inner)
    const sizeBytes = inner.length
    const names = Array.from({ length: 10 }, (_, k) => `${k}.zip`)
    inner = zipOf(names.map((name) => ({ name, deflated, sizeBytes, crc: crc32(inner) })))
  }
  return inner
}
