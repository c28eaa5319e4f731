import { deflateSync } from 'node:zlib'

type Piece = string | Buffer

/** A PDF page by page as it is written in the file. */
export type RawPdf = {
  /** What each page draws. */
  pages: readonly string[]
  /** The font that they call /F1, a dictionary. */
  font?: string
  /** What the dictionary of each page has besides, and its resources. */
  page?: string
  resources?: string
  /** What the catalogue has besides. */
  catalog?: string
  /** Further objects, with numbers from 4 on. */
  more?: readonly Piece[]
  /** Everything but streams goes into a stream of objects, with a table that is one, too. */
  packed?: boolean
}

const helvetica =
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
const firstMore = 4

export function rawPdf({
  pages,
  font = helvetica,
  page = '',
  resources = '',
  catalog = '',
  more = [],
  packed,
}: RawPdf): Buffer {
  const firstPage = firstMore + more.length
  const kids = pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(' ')
  const objects: Piece[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font,
    ...more,
    ...pages.flatMap((content, i) => [
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> ' +
        `${resources} >> /Contents ${firstPage + 2 * i + 1} 0 R ${page} >>`,
      rawStream(content),
    ]),
  ]
  return packed ? packedFile(objects) : plainFile(objects)
}

/** A stream as an object. */
export function rawStream(content: Piece, members = ''): Buffer {
  const bytes = deflateSync(content)
  const dict = `<< /Length ${bytes.length} /Filter /FlateDecode ${members} >>`
  return Buffer.concat([Buffer.from(`${dict} stream\n`), bytes, Buffer.from('\nendstream')])
}

function bytesOf(id: number, object: Piece): Buffer {
  const parts = [`${id} 0 obj\n`, object, '\nendobj\n']
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}

function plainFile(objects: readonly Piece[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  let size = parts[0]?.length ?? 0
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const [i, object] of objects.entries()) {
    table += `${String(size).padStart(10, '0')} 00000 n \n`
    parts.push(bytesOf(i + 1, object))
    size += parts.at(-1)?.length ?? 0
  }
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>`
  parts.push(Buffer.from(`${table}${trailer}\nstartxref\n${size}\n%%EOF`))
  return Buffer.concat(parts)
}

function packedFile(objects: readonly Piece[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')]
  let size = parts[0]?.length ?? 0
  const streamId = objects.length + 1
  const held: string[] = []
  let head = ''
  const row = (kind: number, one: number, two: number) => {
    const bytes = Buffer.of(kind, 0, 0, 0, two)
    bytes.writeUIntBE(one, 1, 3)
    return bytes
  }
  const rows = [row(0, 0, 0)]
  const add = (id: number, object: Piece) => {
    rows[id] = row(1, size, 0)
    parts.push(bytesOf(id, object))
    size += parts.at(-1)?.length ?? 0
  }
  for (const [i, object] of objects.entries()) {
    if (typeof object !== 'string') {
      add(i + 1, object)
      continue
    }
    rows[i + 1] = row(2, streamId, held.length)
    head += `${i + 1} ${held.join(' ').length + (held.length > 0 ? 1 : 0)} `
    held.push(object)
  }
  const members = `/Type /ObjStm /N ${held.length} /First ${head.length}`
  add(streamId, rawStream(head + held.join(' '), members))
  const start = size
  rows[streamId + 1] = row(1, size, 0)
  const table = `/Type /XRef /Size ${streamId + 2} /W [1 3 1] /Root 1 0 R`
  const predicted = rows.map((bytes, i) => upFrom(bytes, rows[i - 1]))
  const parameters = '/DecodeParms << /Predictor 12 /Columns 5 >>'
  add(streamId + 1, rawStream(Buffer.concat(predicted), `${table} ${parameters}`))
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF`)])
}

/** The difference from the row above, as PNG has it. */
function upFrom(row: Buffer, above: Buffer = Buffer.alloc(row.length)): Buffer {
  return Buffer.from([2, ...row.map((byte, i) => (byte - (above[i] ?? 0)) & 0xff)])
}
