import iconv from 'iconv-lite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBytes } from '../../support/read-bytes.ts'

test('blank lines part paragraphs and wrapped lines are joined', async () => {
  const bytes =
    'A sentence that was wrapped by its\nauthor after some words.\n\nAnother paragraph.\r\n'
  const { texts, sniffed } = await readBytes({ bytes })
  assert.is(sniffed.contentType, 'text/plain')
  assert.equal(texts, [
    'A sentence that was wrapped by its author after some words.',
    'Another paragraph.',
  ])
})

test('a heading, list items and short lines keep their line', async () => {
  const bytes = 'Contents\n- one thing that is quite long in itself\n- another thing\n1. first'
  const { texts } = await readBytes({ bytes })
  assert.equal(texts, [bytes])
})

const program = `def main(path):
    for line in open(path):
        print(line)

if __name__ == '__main__':
\tmain(argv[1])`
const laidOut: [what: string, text: string][] = [
  ['a program', program],
  [
    'a journal',
    `2024-05-01 10:00:02,001 WARN  [db]   slow query: 1203 ms
2024-05-01 10:00:03,500 ERROR [http] failed
    at com.example.Main.run(Main.java:12)`,
  ],
  ['settings', '# at home\nserver:\n  host: localhost\nusers:\n  - name: ilse\n    role: admin'],
  [
    'a table',
    'Name          Year    Barrels\nAdler         1398         12\nPeter         1401   5',
  ],
]
for (const [what, text] of laidOut) {
  test(`${what} keeps its lines and what they are indented by`, async () => {
    assert.equal((await readBytes({ bytes: `${text}\n` })).blocks, [{ kind: 'code', text }])
  })
}

const report = 'The vents of eleven boilers were opened by hand and shut again by a spring. '
for (const [what, text] of [
  ['begins as a setting does', `Background: ${report.repeat(4)}`],
  [
    'has a sign of programs in it',
    'Late were 5 of 11 (45%, CI 12-78, p <= 0.05) there. '.repeat(6),
  ],
  ['ends in brackets', `${report.repeat(2)}Not one of the eleven valves leaked, it is said. [12]`],
  [
    'is one sentence in many parts',
    `1. ${'die Ventile der Kessel von Hand geöffnet wurden, '.repeat(5)};`,
  ],
  ['is in Arabic', `${'فُتحت صمامات الغلايات باليد. أُغلقت مرة أخرى. '.repeat(6)}(p <= 0.05).`],
]) {
  test(`a paragraph that ${what} is none of these`, async () => {
    const { texts, blocks } = await readBytes({ bytes: `Vents: an open question\n\n${text}\n` })
    assert.equal(texts, ['Vents: an open question', text?.trim()])
    assert.ok(blocks.every(({ kind }) => kind === 'prose'))
  })
}

test('verses and addresses keep their lines, a paragraph wrapped by hand does not', async () => {
  const kept = [
    'Then took the other, as just as fair,\nAnd having perhaps the better claim,\nBecause it was',
    'Ilse Brandt\nHarbour Street 12\n23552 Lübeck',
  ]
  const wrapped = 'I will come\non Tuesday and bring all of them, if that\nis all right.'
  const { blocks } = await readBytes({ bytes: [...kept, wrapped].join('\n\n') })
  assert.equal(
    blocks,
    [...kept, wrapped.replaceAll('\n', ' ')].map((text) => ({ kind: 'prose', text })),
  )
})

test('settings within a text keep their lines', async () => {
  const settings = '    port: 8080\n    host: ilse'
  const prose =
    'It needs these, and nothing else, whatever somebody may have told: settings, of which\n'
  const { blocks } = await readBytes({ bytes: `${prose}there are two.\n\n${settings}\n\nEnd.` })
  assert.equal(blocks[1], { kind: 'code', text: settings })
  assert.not.match(blocks[0]?.text ?? '', '\n')
})

test('a picture that is written as letters is left out of a card', async () => {
  const bytes = Buffer.from(Array.from({ length: 3_000 }, (_, i) => (i * 7919 + (i >> 3)) & 0xff))
  const picture = (bytes.toString('base64').match(/.{1,72}/g) ?? []).join('\n ')
  const card = `BEGIN:VCARD\nFN:Ilse Brandt\nPHOTO;ENCODING=b:${picture}\nEND:VCARD`
  const { texts } = await readBytes({ bytes: card })
  assert.equal(texts, ['BEGIN:VCARD\nFN:Ilse Brandt\nPHOTO;ENCODING=b:\nEND:VCARD'])
})

test('sequences of genes and digits are no pictures', async () => {
  for (const bytes of ['ACGT'.repeat(100), '0123456789'.repeat(40), 'a1b2'.repeat(100)]) {
    assert.equal((await readBytes({ bytes })).texts, [bytes])
  }
})

const polish = 'Zażółć gęślą jaźń, mówi Łukasz. Dzień dobry, jak się masz? Bardzo dobrze, dziękuję.'
const russian = 'Съешь же ещё этих мягких французских булок, да выпей чаю. Спасибо за внимание.'
const german = 'Übermäßig große Brücken über Flüsse, schöne Gärten und süße Äpfel für alle.'
const turkish = 'İstanbul’da güneş doğuyor, çocuklar sokağa çıkıyor ve şarkı söylüyor.'
const french = 'L’été dernier, la forêt brûlait : où étiez-vous, mes chères sœurs ?'
const thai = 'ภาษาไทยเป็นภาษาที่มีระดับเสียง'
const japanese = 'これは日本語の文章です。検索できるはずです。東京と大阪へ行きました。'

const chinese = '管道中的压力不得超过十巴。\n阀门一律由专业人员更换。'
const arabic = 'يجب فحص المضخة كل عام. يجب ألا يتجاوز الضغط في الأنبوب عشرة بار.'
const vietnamese = 'Máy bơm phải được kiểm tra hàng năm, cả những ống dẫn nữa.'
/** As Windows writes it: the tone behind its vowel. */
const toned = vietnamese
  .normalize('NFD')
  .replaceAll(/(\u0323)([\u0302\u0306])/g, '$2$1')
  .replaceAll(/[\p{L}][\u0302\u0306\u031b]/gu, (letter) => letter.normalize())

const encodings: [name: string, text: string, bytes: Buffer][] = [
  ['UTF-8', polish, Buffer.from(polish)],
  ['UTF-8 with a mark', polish, Buffer.from(`\ufeff${polish}`)],
  ['UTF-16LE with a mark', german, iconv.encode(german, 'utf-16le', { addBOM: true })],
  ['UTF-16BE with a mark', german, iconv.encode(german, 'utf-16be', { addBOM: true })],
  ['UTF-16LE without a mark', german, iconv.encode(german, 'utf-16le')],
  ['UTF-16BE without a mark', german, iconv.encode(german, 'utf-16be')],
  ['UTF-16LE of Russian without a mark', russian, iconv.encode(russian, 'utf-16le')],
  ['UTF-16BE of Russian without a mark', russian, iconv.encode(russian, 'utf-16be')],
  ['UTF-16LE of Arabic without a mark', arabic, iconv.encode(arabic, 'utf-16le')],
  ['UTF-16LE of Chinese without a mark', chinese, iconv.encode(chinese, 'utf-16le')],
  ['UTF-16BE of Chinese without a mark', chinese, iconv.encode(chinese, 'utf-16be')],
  ['UTF-32LE with a mark', german, iconv.encode(german, 'utf-32le', { addBOM: true })],
  ['Windows-1252', german, iconv.encode(german, 'windows-1252')],
  ['Windows-1251', russian.repeat(3), iconv.encode(russian.repeat(3), 'windows-1251')],
  ['KOI8-R', russian.repeat(3), iconv.encode(russian.repeat(3), 'koi8-r')],
  ['Shift_JIS', japanese.repeat(3), iconv.encode(japanese.repeat(3), 'shift_jis')],
  ['Windows-1250', 'Łódź leży nad Nerem', iconv.encode('Łódź leży nad Nerem', 'windows-1250')],
  ['Windows-1254', turkish, iconv.encode(turkish, 'windows-1254')],
  ['Windows-1254 of a few words', 'İstanbul, Iğdır', iconv.encode('İstanbul, Iğdır', 'cp1254')],
  ['Mac Roman', french, iconv.encode(french, 'macintosh')],
  ['code page 437', german, iconv.encode(german, 'cp437')],
  ['code page 852', polish, iconv.encode(polish, 'cp852')],
  ['code page 866', russian, iconv.encode(russian, 'cp866')],
  ['Windows-1251 of a few words', 'Доставка: Москва', iconv.encode('Доставка: Москва', 'cp1251')],
  ['KOI8-R of a few words', 'Доставка: Москва', iconv.encode('Доставка: Москва', 'koi8-r')],
  ['Shift_JIS of a few words', '東京、大阪', iconv.encode('東京、大阪', 'shift_jis')],
  ['Windows-874', thai, iconv.encode(thai, 'windows-874')],
  ['Big5', '台北市的圖書館', iconv.encode('台北市的圖書館', 'big5')],
  [
    'Windows-1252 with few accents',
    'It’s the café’s “menu”',
    iconv.encode('It’s the café’s “menu”', 'win1252'),
  ],
  ['code page 720', arabic, iconv.encode(arabic, 'cp720')],
  ['Windows-1258', vietnamese, iconv.encode(toned, 'windows-1258')],
  ['ISO-2022-JP', 'ポンプ, 東京', Buffer.from('\x1b$B%]%s%W\x1b(B, \x1b$BEl5~\x1b(B', 'latin1')],
  ['EUC-JP', japanese.repeat(3), iconv.encode(japanese.repeat(3), 'euc-jp')],
]
for (const [name, text, bytes] of encodings) {
  test(`${name} is decoded`, async () => {
    const { texts } = await readBytes({ bytes })
    assert.is(texts.join(''), text)
  })
}

test('lines of two encodings in one file are each decoded for themselves', async () => {
  const lines = [
    Buffer.from('Die Brücke über den Fluss\n\n'),
    iconv.encode('Die Äpfel sind süß\n\n', 'windows-1252'),
    Buffer.from('Größe, Maß, Fuß, Öl, Ärger, Übung'),
  ]
  const { texts } = await readBytes({ bytes: Buffer.concat(lines) })
  assert.equal(texts, [
    'Die Brücke über den Fluss',
    'Die Äpfel sind süß',
    'Größe, Maß, Fuß, Öl, Ärger, Übung',
  ])
})

test('a byte that is no UTF-8 among plain ASCII does not hurt the rest', async () => {
  const { texts } = await readBytes({ bytes: Buffer.from('caf\xe9 au lait', 'latin1') })
  assert.equal(texts, ['café au lait'])
})

test('controls, zero-width characters and overrides of direction are taken out', async () => {
  const bytes = 'in\u0007voice\u202egnp.exe\u202c to\u200btal\u2066 4\u2069 \u{e0041}end\u0085next'
  const { texts } = await readBytes({ bytes: `${bytes}${' plain words'.repeat(20)}` })
  assert.ok(texts.join('\n').startsWith('invoicegnp.exe total 4 end next plain'))
})

test('letters and accents are composed, the joiners of Persian and emoji stay', async () => {
  const { texts } = await readBytes({ bytes: 'cafe\u0301 می\u200cخواهم 👩\u200d🔬 ﬁnal' })
  assert.equal(texts, ['café می\u200cخواهم 👩\u200d🔬 final'])
})

test('ten megabytes on one line come as bounded blocks without loss', async () => {
  const bytes = 'lorem ipsum '.repeat(900_000)
  const { blocks, texts } = await readBytes({ bytes })
  assert.ok(blocks.every(({ text }) => text.length <= 8_000))
  assert.is(texts.join(' ').replace(/\s+/g, ' '), bytes.trim())
})

test('ten megabytes without any white space come as bounded blocks without loss', async () => {
  const bytes = '😀x'.repeat(1_600_000)
  const { blocks, texts } = await readBytes({ bytes })
  assert.ok(blocks.every(({ text }) => text.length <= 8_000))
  assert.ok(texts.join('') === bytes)
})

test.run()
