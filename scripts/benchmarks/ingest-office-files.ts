import { makeZip } from '../../test/support/make-zip.ts'
import { relations } from '../../test/support/office-files.ts'
import { reportPages } from './report-pages.ts'

const pages = 125
const slideLines = 300
const schemas = 'http://schemas.openxmlformats.org'
const wordSpace = `xmlns:w="${schemas}/wordprocessingml/2006/main"`
const slideSpaces =
  `xmlns:p="${schemas}/presentationml/2006/main" xmlns:a="${schemas}/drawingml/2006/main" ` +
  `xmlns:r="${schemas}/officeDocument/2006/relationships"`
const sheetSpaces =
  `xmlns="${schemas}/spreadsheetml/2006/main" ` +
  `xmlns:r="${schemas}/officeDocument/2006/relationships"`
const openSpaces =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
  'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'

/** Three thousand lines as a document of each kind; others insist on the name spaces. */
export function officeFiles(): Record<string, Buffer> {
  const lines = reportPages(pages).flatMap((page) => page.split(/(?<=order\.) /))
  return {
    'report.docx': docx(lines),
    'deck.pptx': pptx(lines.slice(0, slideLines)),
    'table.xlsx': xlsx(lines),
    'orders.xlsx': orders(lines),
    'report.odt': odt(lines),
  }
}

function docx(lines: readonly string[]): Buffer {
  const body = lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('')
  return makeZip({
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"/>`,
    'word/document.xml': `<w:document ${wordSpace}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${wordSpace}/>`,
  })
}

function pptx(lines: readonly string[]): Buffer {
  const ids = lines.map((_, i) => `<p:sldId id="${256 + i}" r:id="r${i}"/>`).join('')
  const slides = lines.map((line, i) => {
    const text = `<p:txBody><a:p><a:r><a:t>${line}</a:t></a:r></a:p></p:txBody>`
    const tree = `<p:cSld><p:spTree><p:sp>${text}</p:sp></p:spTree></p:cSld>`
    return [`ppt/slides/slide${i + 1}.xml`, `<p:sld ${slideSpaces}>${tree}</p:sld>`]
  })
  const targets = lines.map((_, i) => [`r${i}`, ['slide', `slides/slide${i + 1}.xml`]])
  return makeZip({
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"/>`,
    'ppt/presentation.xml':
      `<p:presentation ${slideSpaces}>` + `<p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(Object.fromEntries(targets)),
    ...Object.fromEntries(slides),
  })
}

/** Two columns whose texts stand in the cells, as programs that are not spreadsheets write them. */
function xlsx(lines: readonly string[]): Buffer {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = lines.map((line, i) => `<row r="${i + 1}">${cell(`${i}`)}${cell(line)}</row>`)
  return workbook({ sheetData: rows.join('') })
}

/** A table of eight columns as spreadsheet programs write it: most texts stand aside, once. */
function orders(lines: readonly string[]): Buffer {
  const places = new Map<string, number>()
  const text = (value: string) => {
    if (!places.has(value)) places.set(value, places.size)
    return { type: ' t="s"', value: places.get(value) }
  }
  const number = (value: number) => ({ type: '', value })
  const records = lines.map((line, i) => [
    ...[number(100_000 + i), text(`Customer ${i % 400}`), text(`Part ${i % 50}`), number(i % 17)],
    ...[number((i % 1000) / 4), number(i * 3), text(`Town ${i % 100}`), text(line)],
  ])
  const heads = 'Order Customer Part Pieces Price Sum Town Remark'.split(' ').map(text)
  const rows = [heads, ...records].map((cells, row) => {
    const written = cells.map(
      ({ type, value }, i) => `<c r="${'ABCDEFGH'[i]}${row + 1}"${type}><v>${value}</v></c>`,
    )
    return `<row r="${row + 1}" spans="1:8">${written.join('')}</row>`
  })
  const strings = [...places.keys()].map((value) => `<si><t>${value}</t></si>`)
  return workbook({
    sheetData: rows.join(''),
    targets: { r1: ['sharedStrings', 'sharedStrings.xml'] },
    more: { 'xl/sharedStrings.xml': `<sst ${sheetSpaces}>${strings.join('')}</sst>` },
  })
}

type Workbook = {
  sheetData: string
  targets?: Parameters<typeof relations>[0]
  more?: Record<string, string>
}

function workbook({ sheetData, targets = {}, more = {} }: Workbook): Buffer {
  const sheet = '<sheets><sheet name="Report" sheetId="1" r:id="r0"/></sheets>'
  return makeZip({
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"/>`,
    'xl/workbook.xml': `<workbook ${sheetSpaces}>${sheet}</workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      r0: ['worksheet', 'worksheets/sheet1.xml'],
      ...targets,
    }),
    'xl/styles.xml': `<styleSheet ${sheetSpaces}/>`,
    ...more,
    'xl/worksheets/sheet1.xml':
      `<worksheet ${sheetSpaces}>` + `<sheetData>${sheetData}</sheetData></worksheet>`,
  })
}

function odt(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `<text:p>${line}</text:p>`).join('')
  const body = `<office:body><office:text>${text}</office:text></office:body>`
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content ${openSpaces}>${body}</office:document-content>`,
  })
}
