// A small file of each format, written by us, and what has to be found in it.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { makeImagePdf, makePages, makePdf } from './make-pdf.ts'
import { makeZip } from './make-zip.ts'
import { matroskaFile } from './matroska-file.ts'
import { makeDocx, makeEpub, makeOdf, makePptx, makeXlsx } from './office-files.ts'
import { outlookMail } from './outlook-mail.ts'
import { pictureOf } from './picture.ts'

export type Wanted = {
  kind: string
  phrase: string
  page?: number
  /** Milliseconds. */
  from?: number
  to?: number
  lang?: string
}

export type Sample = {
  name: string
  bytes: Uint8Array
  contentType?: string
  /** Modality, and what is found; or what the error says. */
  modality?: string
  wants?: Wanted[]
  durationMs?: [least: number, most: number]
  fails?: RegExp
}

const words = 'Wax from Novgorod and tar from Reval came up the river.'
const german = 'Die Ratsherren von Lübeck prüften die Waage und das Gewicht der Heringstonnen. '
const doc = (phrase = words, page?: number): Wanted => ({
  kind: 'doc_chunk',
  phrase,
  ...(page === undefined ? {} : { page }),
})

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))
const media = (name: string) => fixture(`media/${name}`)

export async function formatSamples(): Promise<Sample[]> {
  return [...documents(), ...(await pages()), ...(await pictures()), ...recordings(), ...refused()]
}

function documents(): Sample[] {
  const run = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
  const slide = (text: string) => `<p:sp><p:nvPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`
  const cell = (text: string) => `<row><c r="A1" t="str"><v>${text}</v></c></row>`
  const openCell = `<table:table-cell><text:p>${words}</text:p></table:table-cell>`
  const openSheet = `<table:table><table:table-row>${openCell}</table:table-row></table:table>`
  const mail = [
    ...['From: a@b.eu', 'To: c@d.eu', 'Subject: Dues', 'Date: Wed, 01 May 2024 10:00:00 +0200'],
    ...['', words, ''],
  ].join('\r\n')
  const mailbox = `From a@b.eu Wed May  1 10:00:00 2024\r\n${mail.replace(words, '')}\r\n`.concat(
    'From a@b.eu Wed May  1 10:00:01 2024\r\nSubject: Forwarded\r\nFrom: a@b.eu\r\n',
    `Content-Type: message/rfc822\r\n\r\n${mail}`,
  )
  const text = (name: string, bytes: string | Buffer, modality = 'document'): Sample => {
    return { name, bytes: Buffer.from(bytes), modality, wants: [doc()] }
  }
  return [
    { name: 'a.docx', bytes: makeDocx(run(words)), modality: 'document', wants: [doc()] },
    {
      name: 'a.pptx',
      bytes: makePptx([slide('First.'), slide(words)]),
      modality: 'document',
      wants: [doc(words, 2)],
    },
    {
      name: 'a.xlsx',
      bytes: makeXlsx({ One: cell('x'), Two: cell(words) }),
      modality: 'document',
      wants: [doc(words, 2)],
    },
    text('a.odt', makeOdf('text', `<text:p>${words}</text:p>`)),
    text('a.odp', makeOdf('presentation', `<draw:page><text:p>${words}</text:p></draw:page>`)),
    text('a.ods', makeOdf('spreadsheet', openSheet)),
    {
      name: 'a.epub',
      bytes: makeEpub(['<p>One.</p>', `<p>${words}</p>`]),
      modality: 'document',
      wants: [doc(words, 2)],
    },
    text('a.rtf', `{\\rtf1\\ansi\\pard ${words}\\par}`),
    text('a.html', `<!doctype html><title>Dues</title><p>${words}</p>`),
    text('a.md', `# Dues\n\n${words}\n`, 'text'),
    text('a.txt', words, 'text'),
    text('a.csv', `ship,cargo\nAdler,${words}\nGreif,salt\n`),
    text('a.json', JSON.stringify({ ship: 'Adler', cargo: words })),
    text('a.jsonl', `{"ship":"Adler"}\n${JSON.stringify({ cargo: words })}\n`),
    text('a.xml', `<?xml version="1.0"?><ships><ship><cargo>${words}</cargo></ship></ships>`),
    text('a.eml', mail),
    text('a.mbox', mailbox),
    text('a.msg', outlookMail({ texts: { '0037001F': 'Dues', '1000001F': words } })),
    text('a.fodt', flat(`<text:p>${words}</text:p>`)),
    {
      name: 'ships.parquet',
      bytes: fixture('ships.parquet'),
      modality: 'document',
      wants: [doc('ship: Adler; arrived: 2024-05-01')],
    },
    {
      name: 'rat.txt',
      bytes: Buffer.from(german.repeat(3)),
      modality: 'text',
      wants: [{ ...doc('prüften die Waage'), lang: 'de' }],
    },
    {
      name: 'rat-latin1.txt',
      bytes: Buffer.from(german.repeat(3), 'latin1'),
      modality: 'text',
      wants: [{ ...doc('prüften die Waage'), lang: 'de' }],
    },
    {
      name: 'rat-mixed.txt',
      bytes: Buffer.concat([Buffer.from(`${german}\n`), Buffer.from(`${german}\n`, 'latin1')]),
      modality: 'text',
      wants: [doc('prüften die Waage')],
    },
  ]
}

const flat = (body: string) =>
  '<office:document office:mimetype="application/vnd.oasis.opendocument.text">' +
  `<office:body>${body}</office:body></office:document>`

async function pages(): Promise<Sample[]> {
  const scan = await pictureOf(words)
  return [
    {
      name: 'a.pdf',
      bytes: await makePdf({ pages: ['One.', words] }),
      modality: 'document',
      wants: [doc(words, 2)],
    },
    {
      name: 'long.pdf',
      bytes: await makePdf({ pages: [...makePages(299), words] }),
      modality: 'document',
      wants: [doc(words, 300)],
    },
    {
      name: 'scan.pdf',
      bytes: await makeImagePdf([{ text: 'A page with a text of its own.' }, { picture: scan }]),
      modality: 'document',
      wants: [{ kind: 'ocr', phrase: 'Novgorod', page: 2 }],
    },
    { name: 'renamed.txt', bytes: await makePdf({ pages: [words] }), wants: [doc(words, 1)] },
  ]
}

async function pictures(): Promise<Sample[]> {
  // The line without the paper around it: how much is on a page is not what is tried here.
  const line = { left: 100, top: 150, width: 1_000, height: 130 }
  const png = await sharp(await pictureOf(words))
    .extract(line)
    .png()
    .toBuffer()
  const seen = { modality: 'image', wants: [{ kind: 'ocr', phrase: 'Novgorod' }] }
  const noted = await sharp(png)
    .jpeg()
    .withExif({
      IFD0: { ImageDescription: 'Weighing of the barrels' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 52/1 0/1' },
    })
    .toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>North quay</text></svg>'
  return [
    { name: 'a.png', bytes: png, ...seen },
    {
      name: 'a.jpg',
      bytes: noted,
      modality: 'image',
      wants: [...seen.wants, { kind: 'metadata', phrase: 'Weighing of the barrels' }],
    },
    { name: 'a.webp', bytes: await sharp(png).webp({ lossless: true }).toBuffer(), ...seen },
    { name: 'a.tiff', bytes: await sharp(png).tiff({ compression: 'lzw' }).toBuffer(), ...seen },
    { name: 'a.gif', bytes: await sharp(png).gif().toBuffer(), ...seen },
    {
      name: 'a.svg',
      bytes: Buffer.from(svg),
      modality: 'image',
      wants: [doc('North quay')],
    },
  ]
}

function recordings(): Sample[] {
  const tagged = (name: string, file: string): Sample => ({
    name,
    bytes: media(file),
    modality: 'audio',
    durationMs: [1_900, 2_200],
    wants: [{ kind: 'metadata', phrase: file === 'tone.aac' ? name : 'artist: Council' }],
  })
  const film = (name: string, bytes: Buffer): Sample => ({
    name,
    bytes,
    modality: 'video',
    durationMs: [11_900, 12_100],
    wants: [{ kind: 'transcript', phrase: 'Wax from Novgorod', from: 500, to: 4000 }],
  })
  const chapters = ['The harbour opens', 'Wax and tar'].map((phrase, i) => ({
    kind: 'metadata',
    phrase,
    from: i * 5000,
    to: i * 5000,
  }))
  const book = { modality: 'audio', durationMs: [11_900, 12_200] as [number, number] }
  const named = (phrase: string) => ({ kind: 'metadata', phrase })
  const quicktime = Buffer.from(media('talk.mp4'))
  quicktime.write('qt  ', 8, 'latin1')
  const telephone = Buffer.from(media('talk.mp4'))
  telephone.write('3gp5', 8, 'latin1')
  const packed = { startMs: 1000, text: words }
  const cue = '1\n00:00:01,000 --> 00:00:02,500\n'
  const said = [{ kind: 'transcript', phrase: words, from: 1000, to: 2500 }]
  return [
    ...['flac', 'ogg', 'opus', 'aac', 'wav'].map((end) => tagged(`t.${end}`, `tone.${end}`)),
    {
      name: 'a.m4a',
      bytes: fixture('sound/aac.m4a'),
      modality: 'audio',
      wants: [named('a.m4a')],
    },
    { ...tagged('t.mp3', 'tone.mp3'), durationMs: [5_900, 6_200], wants: [nobody] },
    { name: 'book.m4b', bytes: media('book.m4b'), ...book, wants: chapters },
    { name: 'book.mka', bytes: media('book.mka'), ...book, wants: chapters },
    { name: 'book.mp3', bytes: media('book.mp3'), ...book, wants: chapters },
    { name: 'book.opus', bytes: media('book.opus'), ...book, wants: chapters },
    { name: 'book.flac', bytes: media('book.flac'), ...book, wants: chapters },
    ...['mp4', 'mkv', 'webm'].map((end) => film(`t.${end}`, media(`talk.${end}`))),
    film('t.mov', quicktime),
    film('t.3gp', telephone),
    { ...tagged('t.m2ts', 'talk.m2ts'), ...book, modality: 'video', wants: [named('t.m2ts')] },
    {
      name: 'packed.mkv',
      bytes: matroskaFile([packed], { how: 'zlib' }),
      modality: 'audio',
      wants: [{ kind: 'transcript', phrase: words, from: 1000, to: 2000 }],
    },
    { name: 'a.srt', bytes: Buffer.from(`${cue}${words}\n`), modality: 'text', wants: said },
    {
      name: 'a.vtt',
      bytes: Buffer.from(`WEBVTT\n\n${cue.slice(2).replaceAll(',', '.')}${words}\n`),
      modality: 'text',
      wants: said,
    },
    {
      name: 'a.ass',
      bytes: Buffer.from(
        `[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.50,a,,0,0,0,,${words}\n`,
      ),
      modality: 'text',
      wants: said,
    },
    {
      name: 'a.dfxp',
      bytes: Buffer.from(
        '<tt xmlns="http://www.w3.org/ns/ttml"><body><p begin="1s" end="2.5s">' +
          `${words}</p></body></tt>`,
      ),
      modality: 'text',
      wants: said,
    },
    { name: 'second.wav', bytes: wave(1, 8_000), durationMs: [990, 1_010], modality: 'audio' },
    // Ten hours as its first bytes have it, and a tenth of a second of sound.
    { name: 'day.wav', bytes: wave(36_000, 800), modality: 'audio' },
  ]
}

const nobody = { kind: 'metadata', phrase: 'artist: Nobody' }

/** Silence of so many samples, 8,000 of them a second, that is said to last so many seconds. */
function wave(seconds: number, samples: number): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt \x10\0\0\0', 'latin1')
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(8_000, 4)
  format.writeUInt32LE(8_000, 8)
  format.writeUInt16LE(1, 12)
  format.writeUInt16LE(8, 14)
  const data = Buffer.from('data\0\0\0\0', 'latin1')
  data.writeUInt32LE(seconds * 8_000, 4)
  head.writeUInt32LE(36 + seconds * 8_000, 4)
  return Buffer.concat([head, format, data, Buffer.alloc(samples, 0x80)])
}

function refused(): Sample[] {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  return [
    {
      name: 'a.zip',
      bytes: makeZip({ 'a.txt': words }),
      fails: /^unsupported_type: .*application\/zip.*An archive is not opened/,
    },
    {
      name: 'odd.zip',
      bytes: makeZip({ '../a.txt': words, 'a.docx': makeDocx('') }),
      fails: /^unsupported_type: .*application\/zip.*An archive is not opened/,
    },
    {
      name: 'a.heic',
      bytes: Buffer.concat([heic, Buffer.alloc(200)]),
      fails: /^unsupported_type: .*image\/heic.*as JPEG or PNG/,
    },
    { name: 'torn.mp4', bytes: media('talk.mp4').subarray(0, 3_000), fails: /^corrupt: / },
    { name: 'torn.docx', bytes: makeDocx('').subarray(0, 300), fails: /^(corrupt|unsupported)/ },
    { name: 'blank.txt', bytes: Buffer.from('  \n'), fails: /^empty: / },
  ]
}
