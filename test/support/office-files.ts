// Small documents of each office format, with the parts that programs write.
import { makeZip } from './make-zip.ts'

const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An Office package's relation file. */
export function relations(targets: Record<string, [type: string, target: string]>): string {
  const lines = Object.entries(targets).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="${relationType}/${type}" Target="${target}"/>`,
  )
  return `<?xml version="1.0"?><Relationships>${lines.join('')}</Relationships>`
}

const core = (title: string) =>
  `<cp:coreProperties><dc:creator>A</dc:creator><dc:title>${title}</dc:title></cp:coreProperties>`

export function makeDocx(body: string, parts: Record<string, string> = {}): Buffer {
  return makeZip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
    'word/styles.xml':
      '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
    'docProps/core.xml': core('Salt &amp; trade'),
    ...parts,
  })
}

export function makePptx(
  slides: string[],
  notes: Record<number, string> = {},
  more: Record<string, string> = {},
): Buffer {
  const ids = slides.map((_, i) => `<p:sldId id="${i}" r:id="r${i}"/>`).join('')
  const list = slides.map((_, i) => [`r${i}`, ['slide', `slides/s${i}.xml`]] as const)
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(list) as Record<string, [string, string]>,
    ),
    'docProps/core.xml': core('Deck'),
  }
  slides.forEach((slide, i) => {
    parts[`ppt/slides/s${i}.xml`] = `<p:sld>${slide}</p:sld>`
  })
  for (const [i, note] of Object.entries(notes)) {
    parts[`ppt/slides/_rels/s${i}.xml.rels`] = relations({
      n: ['notesSlide', `../notesSlides/n${i}.xml`],
    })
    parts[`ppt/notesSlides/n${i}.xml`] = `<p:notes>${note}</p:notes>`
  }
  return makeZip({ ...parts, ...more })
}

type Workbook = {
  strings?: string[]
  /** Of each style a number format: one that is built in, or the code of one's own. */
  formats?: (number | string)[]
  more?: Record<string, string>
}

export function makeXlsx(
  sheets: Record<string, string>,
  { strings = [], formats = [], more = {} }: Workbook = {},
): Buffer {
  const names = Object.keys(sheets)
  const list = names.map((name, i) => `<sheet name="${name}" sheetId="${i}" r:id="r${i}"/>`)
  const targets = names.map((_, i) => [`r${i}`, ['worksheet', `worksheets/${i}.xml`]] as const)
  const own = formats.filter((format) => typeof format === 'string')
  const idOf = (format: number | string) =>
    typeof format === 'string' ? 200 + own.indexOf(format) : format
  const codes = own.map(
    (code) => `<numFmt numFmtId="${idOf(code)}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const styles = formats.map((format) => `<xf numFmtId="${idOf(format)}"/>`).join('')
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      Object.fromEntries(targets) as Record<string, [string, string]>,
    ),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/>' +
      `${codes.join('')}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`,
  }
  names.forEach((name, i) => {
    parts[`xl/worksheets/${i}.xml`] =
      `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`
  })
  return makeZip({ ...parts, ...more })
}

export function makeOdf(
  kind: 'text' | 'presentation' | 'spreadsheet',
  body: string,
  styles = '<x>no text</x>',
): Buffer {
  return makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml':
      `<office:document-content><office:automatic-styles>${styles}` +
      `</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}>` +
      '</office:body></office:document-content>',
    'meta.xml': '<office:meta><dc:title>Open</dc:title></office:meta>',
    'META-INF/manifest.xml': '<manifest:manifest/>',
  })
}

export function makeEpub(chapters: string[], parts: Record<string, string> = {}): Buffer {
  const items = chapters.map((_, i) => `<item id="c${i}" href="text/c%20${i}.xhtml"/>`).join('')
  const spine = chapters.map((_, i) => `<itemref idref="c${i}"/>`).join('')
  const pages = chapters.map((text, i) => [
    `OPS/text/c ${i}.xhtml`,
    `<?xml version="1.0"?><!DOCTYPE html><html><body>${text}</body></html>`,
  ])
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
    'OPS/book.opf':
      '<package><metadata><dc:title>A book</dc:title></metadata>' +
      `<manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ...Object.fromEntries(pages),
    ...parts,
  })
}
