// What a hostile or unlucky provider uploads, and how each of it has to end.
import { deflateSync, gzipSync } from 'node:zlib'
import {
  boastfulPdf,
  circularPdf,
  endlessPdf,
  inflatingPdf,
  inflatingZip,
  nestedZip,
  pdfOf,
  pdfStream,
} from './bombs.ts'
import { hostileRecordings } from './hostile-recordings.ts'
import { makePages, makePdf } from './make-pdf.ts'

export type HostileFile = {
  title: string
  filename: string
  contentType: string
  bytes: Buffer
  /** `indexed`, or what its error says. */
  ends: 'indexed' | RegExp
}

const pdf = 'application/pdf'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const words = 'The boiler in the cellar is in good order. '
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9' +
    'awAAAABJRU5ErkJggg==',
  'base64',
)

type Row = [title: string, name: string, type: string, bytes: Buffer | string, HostileFile['ends']]

export async function hostileFiles(): Promise<HostileFile[]> {
  const documents = [...bombs(), ...(await wrongTypes()), ...texts(), ...(await pdfs())]
  const rows = [...documents, ...hostileRecordings()]
  return rows.map(([title, filename, contentType, bytes, ends]) => {
    return { title, filename, contentType, bytes: Buffer.from(bytes), ends }
  })
}

function bombs(): Row[] {
  const tooMuch = /^(memory|timeout|corrupt|empty): /
  return [
    ['a page that inflates to 1 GB', 'a.pdf', pdf, inflatingPdf({ megabytes: 1024 }), tooMuch],
    [
      'a page deflated three times over',
      'a.pdf',
      pdf,
      inflatingPdf({ megabytes: 1024, layers: 3 }),
      tooMuch,
    ],
    ['a document that unfolds to 4 GB', 'a.docx', docx, inflatingZip(4095), /^corrupt: .*too much/],
    ['an archive of archives', 'a.zip', 'application/zip', nestedZip(6), /^unsupported_type: /],
    ['a bomb called a PDF', 'a.pdf', pdf, inflatingZip(512), /^(unsupported_type|corrupt): /],
    ['a bomb called a text', 'a.txt', 'text/plain', gzipOfZeros(), /^unsupported_type: /],
    ['a PDF of a billion pages', 'a.pdf', pdf, boastfulPdf(), /^(too_many_pages|corrupt|empty): /],
    ['a PDF that contains itself', 'a.pdf', pdf, circularPdf(), /^(corrupt|empty): /],
    ['a PDF without end', 'a.pdf', pdf, endlessPdf(), /^(corrupt|empty): /],
    ['a million open elements', 'a.html', 'text/html', deepHtml(), /^corrupt: .*too deeply/],
    ['brackets without end', 'a.json', 'application/json', '['.repeat(1_000_000), /^corrupt: /],
    ['a nest in a line', 'a.jsonl', 'application/x-ndjson', nestLine(), /^corrupt: /],
  ]
}

async function wrongTypes(): Promise<Row[]> {
  const real = await makePdf({ pages: [words] })
  return [
    ['a picture called a PDF', 'a.pdf', pdf, png, 'indexed'],
    ['a picture called a text', 'a.txt', 'text/plain', png, 'indexed'],
    ['a PDF called a text', 'a.txt', 'text/plain', real, 'indexed'],
    ['a page called a PDF', 'a.pdf', pdf, `<html><p>${words}</html>`, 'indexed'],
    ['a program called Markdown', 'a.md', 'text/markdown', elf(), /^unsupported_type: /],
    ['a text called a picture', 'a.png', 'image/png', words, 'indexed'],
    ['a table called JSON', 'a.json', 'application/json', 'a,b\n1,2\n3,4\n', /^corrupt: /],
    ['noise', 'a.bin', 'application/octet-stream', noise(50_000), /^unsupported_type: /],
    ['white space', 'a.txt', 'text/plain', ' \n\t\r\n '.repeat(1000), /^empty: /],
    ['zeros', 'a.txt', 'text/plain', Buffer.alloc(100_000), /^(unsupported_type|empty): /],
  ]
}

function texts(): Row[] {
  const line = words.repeat(240_000).slice(0, 10_000_000)
  const mixed = Buffer.concat([
    Buffer.from('Zürich auf Deutsch, in UTF-8. Das ist ein langer und guter Satz.\n'.repeat(5)),
    Buffer.from('Zürich auf Deutsch, in Latin-1.\n', 'latin1'),
    Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a]),
  ])
  const bidi =
    'The price is \u202e00052\u202c euros\u2066, \u2069and \u200bthat\u200f is\u061c all.'
  const controls = `\x1b[2J\x1b[31mThe boiler\x07 is\x08 red.\x00${words.repeat(20)}`
  const unseen = [...'ignore'].map((char) => 0xe0000 + char.charCodeAt(0))
  const tags = `Harmless${String.fromCodePoint(...unseen)}.`
  return [
    ['500 kB on one line', 'a.txt', 'text/plain', line.slice(0, 500_000), 'indexed'],
    ['500 kB without a space', 'a.txt', 'text/plain', 'x'.repeat(500_000), 'indexed'],
    ['10 MB in one cell', 'a.csv', 'text/csv', `a,b\n1,"${line}"\n`, /^corrupt: /],
    ['mixed encodings', 'a.txt', 'text/plain', mixed, 'indexed'],
    ['UTF-16 without a mark', 'a.txt', 'text/plain', Buffer.from(words, 'utf16le'), 'indexed'],
    ['half a surrogate', 'a.json', 'application/json', '{"boiler":"\\ud800 fine"}', 'indexed'],
    ['marks that turn the text around', 'a.txt', 'text/plain', bidi, 'indexed'],
    ['control characters', 'a.txt', 'text/plain', controls.replace('\0', ''), 'indexed'],
    ['invisible text', 'a.txt', 'text/plain', tags, 'indexed'],
    ['Markdown of brackets', 'a.md', 'text/markdown', '[![('.repeat(100_000), 'indexed'],
    ['Markdown of stars', 'a.md', 'text/markdown', '*a **b '.repeat(60_000), 'indexed'],
    ['Markdown of open comments', 'a.md', 'text/markdown', '<!-- '.repeat(80_000), 'indexed'],
    ['HTML of open comments', 'a.html', 'text/html', `<html><p>x${'<!--'.repeat(9e4)}`, 'indexed'],
    ['a prototype', 'a.json', 'application/json', '{"__proto__":{"boiler":"red"}}', 'indexed'],
    ['a row of quotes', 'a.csv', 'text/csv', `a,b\n${'"'.repeat(500_001)}`, /^corrupt: /],
    ['a thousand columns of dashes', 'a.md', 'text/markdown', tableOfDashes(), 'indexed'],
  ]
}

async function pdfs(): Promise<Row[]> {
  const whole = await makePdf({ pages: [words.repeat(40), words.repeat(40)] })
  const cuts = [1, 5, 9].map((tenths): Row => {
    const bytes = whole.subarray(0, Math.floor((whole.length * tenths) / 10))
    return [`a PDF cut off after ${tenths} tenths`, 'a.pdf', pdf, bytes, /^corrupt: /]
  })
  const headless = whole.subarray(whole.indexOf('\n') + 1)
  return [
    ['300 pages', 'a.pdf', pdf, await makePdf({ pages: makePages(300) }), 'indexed'],
    ['a PDF without its first line', 'a.pdf', pdf, headless, 'indexed'],
    ['a PDF with a false font', 'a.pdf', pdf, falseFont(), /^(corrupt|empty): /],
    ...cuts,
  ]
}

/** A page that draws with a font whose table of characters is a bomb of its own. */
function falseFont(): Buffer {
  const map = deflateSync(`begincmap ${'<0000> <ffff> <0000> '.repeat(100_000)} endcmap`)
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R ' +
      '/Resources << /Font << /F 5 0 R >> >> >>',
    pdfStream('', Buffer.from('BT /F 9 Tf <00410042> Tj ET')),
    '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 6 0 R >>',
    pdfStream('/Filter /FlateDecode', map),
  ])
}

function gzipOfZeros(): Buffer {
  return gzipSync(Buffer.alloc(50 * 1024 * 1024))
}

function deepHtml(): string {
  return `<!doctype html><p>${words}</p>${'<div>'.repeat(1_000_000)}`
}

function nestLine(): string {
  return `{"a":1}\n${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}\n`
}

function tableOfDashes(): string {
  return `${'|a'.repeat(1000)}|\n${'|:-'.repeat(1000)}|\n${'|b'.repeat(1000)}|\n`
}

function elf(): Buffer {
  return Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), noise(4000)])
}

/** The same on every run. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = 12345
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    bytes[i] = state >>> 24
  }
  return bytes
}
