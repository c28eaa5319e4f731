import PDFDocument from 'pdfkit'

export type PdfRequest = {
  /** The text of each page; an empty one makes a page without a text layer. */
  pages: readonly string[]
  /** Needed to open the document. */
  userPassword?: string
  /** Needed to change it; anybody can read it. */
  ownerPassword?: string
}

/** The bytes of a real PDF with selectable text. */
export function makePdf({ pages, ...passwords }: PdfRequest): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, compress: true, ...passwords })
  const pieces: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
    document.on('error', reject)
  })
  for (const text of pages) {
    document.addPage()
    if (text !== '') document.fontSize(11).text(text, { width: 440 })
  }
  document.end()
  return done
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
