import PDFDocument from 'pdfkit'
import { random } from './mutate.ts'

const families = [
  ...['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique', 'Times-Roman'],
  ...['Times-Bold', 'Times-Italic', 'Times-BoldItalic', 'Courier', 'Courier-Bold'],
]
const syllables =
  'ba le mo ri tu VA po-li ex ty wä ço né 7 19 fj gy To . , ; (a) ’s “in” – & % i l'.split(' ')

/** A document of one to three pages with paragraphs, columns, lists and tables in many fonts. */
export function randomPdf(seed: number): Promise<Buffer> {
  const next = random(seed)
  const whole = (below: number) => Math.floor(next() * below)
  const pick = <T>(all: readonly T[]): T => all[whole(all.length)] as T
  const words = (count: number) =>
    Array.from({ length: count }, () =>
      Array.from({ length: 1 + whole(4) }, () => pick(syllables)).join(''),
    ).join(pick([' ', ' ', ' ', '  ']))
  const document = new PDFDocument({ compress: next() < 0.5, size: pick(['A4', 'LETTER']) })
  const styles = {
    paragraph() {
      document.text(words(10 + whole(60)), {
        align: pick(['left', 'justify', 'center', 'right'] as const),
        width: 150 + whole(300),
        ...(next() < 0.2 && { characterSpacing: pick([0.2, 1, 3]) }),
        ...(next() < 0.2 && { wordSpacing: pick([0.5, 4]) }),
        ...(next() < 0.3 && { columns: 2, columnGap: 5 + whole(20) }),
        ...(next() < 0.3 && { indent: 12, lineGap: whole(5) - 1, paragraphGap: 6 }),
      })
    },
    list() {
      document.list(Array.from({ length: 2 + whole(4) }, () => words(1 + whole(12))))
    },
    table() {
      const { x, y } = document
      const gaps = 30 + whole(120)
      const leading = 8 + whole(14)
      const isByColumn = next() < 0.3
      for (let i = 0; i < 12; i++) {
        const [row, column] = isByColumn ? [i % 4, i >> 2] : [Math.trunc(i / 3), i % 3]
        const cell = pick([words(1), String(whole(10_000)), '-', '1.5 %', '0', words(2)])
        document.text(cell, x + column * gaps, y + row * leading, { lineBreak: false })
      }
      document.text('', x, y + 5 * leading)
    },
    mixed() {
      document.text(`${words(3)} `, { continued: true })
      for (let i = whole(4); i > 0; i--) {
        document
          .font(pick(families))
          .fontSize(pick([8, 10, 11]))
          .text(words(2), { continued: true })
      }
      document.text(words(3), { underline: next() < 0.5 })
    },
  }
  for (let i = 2 + whole(6); i > 0; i--) {
    document.font(pick(families)).fontSize(pick([4, 7.5, 9, 10, 11, 12, 14, 24]))
    pick(Object.values(styles))()
    if (next() < 0.3) document.moveDown(next() * 2)
    if (next() < 0.15) document.addPage()
  }
  return finish(document)
}

function finish(document: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  const pieces: Buffer[] = []
  return new Promise<Buffer>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
    document.on('error', reject)
    document.end()
  })
}
