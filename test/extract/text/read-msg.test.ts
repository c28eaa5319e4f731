// Mails as Outlook saves them, and what is left of damaged ones.
import iconv from 'iconv-lite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type OutlookMail, outlookMail } from '../../support/outlook-mail.ts'
import { readBytes } from '../../support/read-bytes.ts'

/** 1 May 2024, 08:00 UTC, in tenths of a microsecond since 1601. */
const sent = (BigInt(Date.UTC(2024, 4, 1, 8)) + 11_644_473_600_000n) * 10_000n
const [subject, text, sender] = ['0037001F', '1000001F', '0C1A001F']
const copy = { 3093: 2n }
const ada = { [sender]: 'Ada', '5D01001F': 'ada@example.eu', '0C1F001F': '/O=HOUSE/CN=ADA' }

async function read(mail: OutlookMail | Buffer) {
  const bytes = Buffer.isBuffer(mail) ? mail : outlookMail(mail)
  return await readBytes({ bytes, filename: 'a.msg' })
}

test('a mail of Outlook gives subject, people, date, text and names of attachments', async () => {
  const { texts, found, sniffed } = await read({
    texts: { ...ada, [subject]: 'Preise für Wachs', [text]: 'First.\r\n\r\nSecond.' },
    numbers: { 57: sent },
    people: [
      { texts: { '3001001F': 'Jürgen', '39FE001F': 'j@example.eu' }, numbers: { 3093: 1n } },
      { texts: { '3001001F': 'b@example.eu', '3003001F': 'b@example.eu' }, numbers: copy },
    ],
    attached: [{ texts: { '3707001F': 'prices of wax.pdf', '3704001F': 'PRICES~1.PDF' } }],
  })
  assert.is(sniffed.contentType, 'application/vnd.ms-outlook')
  assert.is(found.title, 'Preise für Wachs')
  assert.equal(texts, [
    'Preise für Wachs',
    'From: Ada <ada@example.eu>; To: Jürgen <j@example.eu>; Cc: <b@example.eu>; ' +
      'Date: 2024-05-01T08:00:00.000Z',
    ...['First.', 'Second.', 'Attachments: prices of wax.pdf'],
  ])
})

test('a mail of an old Outlook is in its code page, or in the letters it shows', async () => {
  const ships = 'Соляные корабли у моста в Риге, и лодки тоже.'
  const texts = { '0037001E': iconv.encode('Корабли', 'cp1251'), '0E04001E': 'b; c' }
  const body = { '1000001E': iconv.encode(ships, 'cp1251') }
  const told = await read({ texts: { ...texts, ...body }, numbers: { 16381: 1251n } })
  assert.equal(told.texts, ['Корабли', 'To: b; c', ships])
  assert.is((await read({ texts: body })).texts.join(), ships)
  // Too short to show what it is: the number says so.
  const few = { '1000001E': iconv.encode('Šis kuģis', 'cp1257') }
  assert.is((await read({ texts: few, numbers: { 16381: 1257n } })).texts.join(), 'Šis kuģis')
})

test('of a mail the page is read where the text only points to it, or the Rich Text', async () => {
  const page = '<p>The ship brings forty barrels of wax to Riga on Monday.</p>'
  const ofPage = await read({ texts: { [text]: 'See our page.', '10130102': Buffer.from(page) } })
  assert.equal(ofPage.texts, ['The ship brings forty barrels of wax to Riga on Monday.'])
  // The two examples of MS-OXRTFCP.
  for (const [hex, said] of [
    [
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c09002062770' +
        '5b06c647d0a800fa0',
      'hello world',
    ],
    ['1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0', 'WXYZ'.repeat(5)],
  ] as const) {
    const packed = Buffer.from(hex, 'hex')
    assert.equal((await read({ texts: { '10090102': packed } })).texts, [said])
    const both = await read({ texts: { [text]: 'Plain.', '10090102': packed } })
    assert.equal(both.texts, ['Plain.'])
  }
})

test('a mail that hangs on a mail is read after it', async () => {
  const mail = { texts: { [subject]: 'Inner', [text]: 'Forwarded. '.repeat(400).trim() } }
  const { texts, blocks } = await read({
    texts: { [subject]: 'Outer', [text]: 'See below.' },
    attached: [{ mail: { ...mail, attached: [{ mail: { texts: { [text]: 'Deep.' } } }] } }],
  })
  assert.equal(texts, ['Outer', 'See below.', 'Inner', mail.texts[text], 'Deep.'])
  assert.is(blocks.filter(({ opens }) => opens).length, 3)
})

test('of a damaged mail there is what can be found, however its parts point around', async () => {
  const whole = outlookMail({
    texts: { [subject]: 'Outer', [text]: 'See below. '.repeat(500) },
    attached: [{ mail: { texts: { [subject]: 'Inner' } } }],
  })
  const [child, behind, firstTable] = [0x4c, 0x48, 512]
  const around = Buffer.from(whole)
  const inner = around.indexOf(Buffer.from('__substg1.0_3701000D', 'utf16le'))
  // The mail within holds what the whole file does, itself among it.
  around.writeUInt32LE(1, inner + child)
  assert.ok((await read(around)).texts.includes('Outer'))
  const sibling = Buffer.from(whole)
  sibling.writeUInt32LE(1, sibling.indexOf(Buffer.from('__substg1.0_0037', 'utf16le')) + behind)
  assert.ok(Array.isArray((await read(sibling)).texts))
  const text1000 = whole.indexOf(Buffer.from('__substg1.0_1000', 'utf16le'))
  const circle = Buffer.from(whole)
  const start = circle.readUInt32LE(text1000 + 0x74)
  circle.writeUInt32LE(start, firstTable + start * 4)
  const { texts } = await read(circle)
  assert.is(texts[0], 'Outer')
  assert.match(texts[1] ?? '', /^See below\./)
  for (let cut = 512; cut < whole.length; cut += 512) {
    const failure = await read(whole.subarray(0, cut)).catch((error) => error)
    assert.ok('texts' in failure || failure instanceof Error)
  }
})

test.run()
