// Draws one report as a PDF. What is drawn depends on the source alone, so the bytes do too.
import PDFDocument from 'pdfkit'
import type { Block, Source } from './source.ts'

const marginPt = 72
const ink = '#1b2430'
const accent = '#0b5563'
const faint = '#8a95a3'

export async function drawPdf(source: Source): Promise<Buffer> {
  const at = new Date(`${source.date}T09:00:00Z`)
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: marginPt, bottom: marginPt, left: marginPt, right: marginPt },
    compress: false,
    autoFirstPage: false,
    lang: source.lang,
    displayTitle: true,
    info: {
      Title: source.title,
      Subject: source.subtitle,
      Author: 'Karvenna Inspection Bureau',
      Keywords: source.number,
      CreationDate: at,
      ModDate: at,
    },
  })
  const bytes = collect(pdf)
  let pagesMade = 0
  pdf.on('pageAdded', () => {
    pagesMade += 1
  })
  requireDrawable(JSON.stringify(source.pages))
  source.pages.forEach((blocks, index) => {
    pdf.addPage()
    if (index === 0) drawTitle(pdf, source)
    for (const block of blocks) drawBlock(pdf, block)
    if (pagesMade !== index + 1) throw new Error(`${source.number}: page ${index + 1} is too long`)
    drawFooter(pdf, `${source.number}  ·  ${index + 1} / ${source.pages.length}`)
  })
  pdf.end()
  return bytes
}

async function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of pdf) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function drawTitle(pdf: PDFKit.PDFDocument, source: Source): void {
  pdf.rect(0, 0, pdf.page.width, 14).fill(accent)
  pdf.font('Helvetica-Bold').fontSize(19).fillColor(ink).text(source.title)
  pdf.font('Helvetica').fontSize(11).fillColor(accent).text(source.subtitle)
  pdf.fontSize(9.5).fillColor(faint)
  pdf.text(`Karvenna Inspection Bureau  ·  ${source.number}  ·  ${source.date}`)
  pdf.moveDown(1.2)
}

/** The built-in fonts draw only what Windows-1252 holds; the rest would come out wrong. */
function requireDrawable(text: string): void {
  const wrong = /[^\x20-\xff€–—‘’“”„…•Œœ]/u.exec(text)
  if (wrong) throw new Error(`"${wrong[0]}" cannot be drawn with the built-in fonts`)
}

function drawBlock(pdf: PDFKit.PDFDocument, block: Block): void {
  if (block.kind === 'heading') {
    pdf.moveDown(0.4).font('Helvetica-Bold').fontSize(13).fillColor(accent).text(block.text)
    pdf.moveDown(0.35)
  } else if (block.kind === 'paragraph') {
    pdf.font('Times-Roman').fontSize(12).fillColor(ink).text(block.text, { lineGap: 3.5 })
    pdf.moveDown(0.7)
  } else if (block.kind === 'bullet') {
    pdf.font('Times-Roman').fontSize(12).fillColor(ink)
    const top = pdf.y
    pdf.text('•', marginPt + 4, top, { lineBreak: false })
    pdf.text(block.text, marginPt + 16, top, { lineGap: 3.5 }).moveDown(0.25)
    pdf.x = marginPt
  } else drawTable(pdf, block.rows)
}

function drawTable(pdf: PDFKit.PDFDocument, rows: string[][]): void {
  const rowHeight = 18
  const lefts = columnLefts(pdf, rows)
  pdf.moveDown(0.2)
  rows.forEach((cells, row) => {
    const top = pdf.y
    useCellFont(pdf, row === 0)
    cells.forEach((cell, column) => {
      pdf.text(cell, lefts[column] ?? 0, top + 4, { lineBreak: false })
    })
    pdf.y = top + rowHeight
    drawLine(pdf, row === 0 ? accent : '#d5dae0')
  })
  pdf.x = marginPt
  pdf.moveDown(0.9)
}

/** Each column is as wide as its widest cell; what is left of the line is shared out evenly. */
function columnLefts(pdf: PDFKit.PDFDocument, rows: string[][]): number[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(
      ...rows.map((cells, row) => {
        useCellFont(pdf, row === 0)
        return pdf.widthOfString(cells[column] ?? '')
      }),
    ),
  )
  const free = pdf.page.width - 2 * marginPt - widths.reduce((sum, width) => sum + width, 0)
  if (free < 6 * widths.length) throw new Error(`the table "${rows[0]}" is too wide`)
  let left = marginPt
  return widths.map((width) => {
    const here = left
    left += width + free / widths.length
    return here
  })
}

function useCellFont(pdf: PDFKit.PDFDocument, isHead: boolean): void {
  pdf.font(isHead ? 'Helvetica-Bold' : 'Helvetica').fontSize(9.5)
  pdf.fillColor(ink)
}

function drawLine(pdf: PDFKit.PDFDocument, colour: string): void {
  pdf.moveTo(marginPt, pdf.y).lineTo(pdf.page.width - marginPt, pdf.y)
  pdf.lineWidth(0.6).stroke(colour)
}

/** Written below the bottom margin, which has to go first, or pdfkit would start a new page. */
function drawFooter(pdf: PDFKit.PDFDocument, text: string): void {
  pdf.page.margins.bottom = 0
  pdf.font('Helvetica').fontSize(8.5).fillColor(faint)
  pdf.text(text, marginPt, pdf.page.height - 40, { lineBreak: false })
}
