import PDFDocument from 'pdfkit'
import { zlibSpaces } from './bombs.ts'

export type PdfRequest = {
  /** The text of each page; an empty one makes a page without a text layer. */
  pages: readonly string[]
  /** What its description says that it is called. */
  title?: string
  /** Needed to open the document. */
  userPassword?: string
  /** Needed to change it; anybody can read it. */
  ownerPassword?: string
}

/** The bytes of a real PDF with selectable text. */
export function makePdf({ pages, ...rest }: PdfRequest): Promise<Buffer> {
  return makeImagePdf(
    pages.map((text) => ({ text })),
    rest,
  )
}

/** Pages of text and pages that are a picture and nothing else. */
export function makeImagePdf(
  pages: readonly { text?: string; picture?: Buffer; columns?: number; small?: boolean }[],
  { title: Title, ...passwords }: Omit<PdfRequest, 'pages'> = {},
): Promise<Buffer> {
  const document = new PDFDocument({
    autoFirstPage: false,
    compress: true,
    ...passwords,
    info: Title === undefined ? {} : { Title },
  })
  const pieces: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
    document.on('error', reject)
  })
  for (const { text = '', picture, columns = 1, small } of pages) {
    document.addPage()
    if (picture) document.image(picture, 0, 0, { width: document.page.width / (small ? 3 : 1) })
    if (text !== '') document.fontSize(11).text(text, { width: 440, ...inColumns(columns) })
  }
  document.end()
  return done
}

/** Of sixteen lines: shorter ones Tesseract takes for the rows of a table. */
function inColumns(columns: number) {
  return columns === 1 ? {} : { columns, columnGap: 30, height: 215 }
}

/** `count` short pages with different words. */
export function makePages(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `This is page ${i + 1} of ${count}.`)
}

/** A PDF that begins like one and cannot be opened. */
export async function makeCorruptPdf(): Promise<Buffer> {
  const whole = await makePdf({ pages: ['lost'] })
  return Buffer.concat([whole.subarray(0, 60), Buffer.alloc(2_000, 0x8e)])
}

/** A small PDF whose one page unfolds to so many megabytes of drawing commands. */
export function makeBombPdf(megabytes: number): Buffer {
  const content = zlibSpaces(megabytes)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << >> >>',
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >> stream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
  ]
  let file = Buffer.from('%PDF-1.4\n')
  let table = 'xref\n0 5\n0000000000 65535 f \n'
  objects.forEach((object, i) => {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`
    const parts = [`${i + 1} 0 obj\n`, object, '\nendobj\n']
    file = Buffer.concat([file, ...parts.map((part) => Buffer.from(part))])
  })
  const trailer = `${table}trailer << /Size 5 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.concat([file, Buffer.from(trailer)])
}
