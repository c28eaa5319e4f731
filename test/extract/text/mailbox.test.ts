// Mails as programs of forty years have written them, one by one and in mailboxes.
import iconv from 'iconv-lite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBytes } from '../../support/read-bytes.ts'

const lines = (...all: string[]) => `${all.join('\n')}\n`
const letter = (subject: string, ...body: string[]) =>
  lines('From: Ada <ada@example.eu>', 'To: b@example.eu', `Subject: ${subject}`, ...body)
const people = 'From: Ada <ada@example.eu>; To: <b@example.eu>'
const posted = 'From ada@example.eu Wed May  1 10:00:00 2024\n'
const part = (type: string, ...rest: string[]) => lines('--b', `Content-Type: ${type}`, ...rest)
const parts = (...all: string[]) =>
  letter('Outer', 'Content-Type: multipart/mixed; boundary=b', '', ...all, '--b--')

async function textsOf(bytes: string | Uint8Array, filename = 'a.mbox'): Promise<string[]> {
  return (await readBytes({ bytes, filename })).texts
}

test('a mailbox is parted where a mail begins, and nowhere else', async () => {
  const first = letter('One', '', 'Hello.', '', 'From now on we meet at 10:00 sharp.', '', 'Bye.')
  const quoted = letter('Two', '', '>From the quay it goes on.', '>>From twice.', '> From a reply.')
  const bytes = `${posted}${first}\n${posted}${quoted}${posted}${letter('Three', '', 'Last.')}`
  assert.equal(await textsOf(bytes), [
    ...['One', people, 'Hello.', 'From now on we meet at 10:00 sharp.', 'Bye.'],
    ...['Two', people, 'From the quay it goes on.\n>From twice.\n> From a reply.'],
    ...['Three', people, 'Last.'],
  ])
})

test('a mailbox may begin with empty lines, and part mails without a time', async () => {
  const one = `From MAILER-DAEMON\n${letter('One', '', 'Hello.')}`
  const bytes = `\n\n${one}\n${one.replaceAll('\n', '\r\n')}`
  const wanted = ['One', people, 'Hello.']
  assert.equal(await textsOf(bytes), [...wanted, ...wanted])
  assert.equal(await textsOf(bytes, 'inbox'), [...wanted, ...wanted])
})

test('each mail of a mailbox is in its own encoding, whatever it says', async () => {
  const waage = 'Die Ratsherren prüften die Waage; größer ist keine.'
  const ships = 'Соляные корабли у моста в Риге, и лодки тоже.'
  const mail = (charset: string, text: string, encoding: string) =>
    iconv.encode(
      `${posted}${letter('Grüße', `Content-Type: text/plain; charset=${charset}`, '', text, '')}`,
      encoding,
    )
  const bytes = Buffer.concat([
    mail('utf-8', waage, 'utf-8'),
    mail('iso-8859-1', waage, 'latin1'),
    mail('us-ascii', waage, 'latin1'),
    mail('utf-8', waage, 'latin1'),
    mail('iso-8859-1', waage, 'utf-8'),
    mail('cp850', waage, 'cp850'),
    mail('x-unknown', waage, 'latin1'),
    Buffer.from(`${posted}${letter('Grüße', '', waage, '')}`, 'latin1'),
  ])
  const mails = Array.from({ length: 8 }, () => ['Grüße', people, waage]).flat()
  assert.equal(await textsOf(bytes), mails)
  const russian = [
    iconv.encode(`${posted}${letter('Корабли', '', ships, '')}`, 'koi8-r'),
    mail('koi8-r', waage, 'latin1'),
  ]
  const [subject, , said] = await textsOf(Buffer.concat(russian))
  assert.equal([subject, said], ['Корабли', ships])
  const seven = letter('x', 'Content-Type: text/plain; charset=utf-7', '', 'pr+APw-ften')
  assert.is((await textsOf(seven)).at(-1), 'prüften')
})

test('a mail of Japan that does not say so is read by its escapes', async () => {
  const bytes = letter('One', '', '\x1b$BEl5~\x1b(B, Tokyo')
  assert.equal(await textsOf(bytes, 'a.eml'), ['One', people, '東京, Tokyo'])
})

test('mails that hang on a mail are read after it, to some depth', async () => {
  const inner = letter('Inner', '', 'What was forwarded.')
  const base64 = Buffer.from(inner).toString('base64')
  const said = 'Content-Transfer-Encoding: base64'
  const attached = 'Content-Disposition: attachment; filename="x.eml"'
  const texts = await textsOf(
    parts(
      part('text/plain', '', 'See below.'),
      part('message/rfc822', '', inner),
      part('message/rfc822', attached, said, '', base64),
      part(
        'application/octet-stream; name="y.eml"',
        attached.replace('x.', 'y.'),
        said,
        '',
        base64,
      ),
      part('application/pdf', attached.replace('x.eml', 'a.pdf'), '', 'noise'),
      part('application/pdf', said, '', 'aGFyYm91cg=='),
    ),
  )
  const forwarded = ['Inner', people, 'What was forwarded.']
  assert.equal(texts, [
    ...['Outer', people, 'See below.', 'Attachments: a.pdf, application/pdf'],
    ...[...forwarded, ...forwarded, ...forwarded],
  ])
  let deep = inner
  for (let i = 0; i < 40; i++) deep = letter(`${i}`, 'Content-Type: message/rfc822', '', deep)
  assert.ok((await textsOf(deep)).length < 35)
})

test('a mail that cannot be read is left out of its mailbox, and said', async () => {
  const bad = letter('Bad', `X-Long: ${'a'.repeat(3_000_000)}`, '', 'Hello.')
  const nested = Array.from({ length: 200 }, (_, i) => {
    return `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`
  })
  const deep = letter('Deep', nested.join(''))
  const bytes = [bad, deep, letter('Good', '', 'Hello.')].map((one) => `${posted}${one}\n`).join('')
  const { texts, found } = await readBytes({ bytes, filename: 'a.mbox' })
  assert.equal(texts, ['Good', people, 'Hello.'])
  assert.equal(found.warnings, ['2 mails in this file could not be read.'])
})

test('a mail has its sender behind a mark, and its lines where only returns end them', async () => {
  const mail = letter('Old', '', 'Hello.', '', 'Bye.')
  const wanted = ['Old', people, 'Hello.', 'Bye.']
  assert.equal(await textsOf(`\ufeff${mail}`, 'a.eml'), wanted)
  assert.equal(await textsOf(mail.replaceAll('\n', '\r'), 'a.eml'), wanted)
  const wide = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(mail, 'utf16le')])
  assert.equal(await textsOf(wide, 'a.eml'), wanted)
})

test.run()
