import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { InvalidInput } from '../../../src/base/errors.ts'
import { boundaryOf, readForm } from '../../../src/http/body/multipart.ts'
import { refusal } from '../../support/refusal.ts'

const form = [
  '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nPümps\r\n',
  '--b\r\ncontent-disposition: form-data; name=file; filename="a%22b.txt"\r\n',
  'Content-Type: text/plain\r\n\r\none\r\n--\r\n--a two\r\n--b--\r\nepilogue',
].join('')

const partNamed = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`

/** The parts of a form that comes in pieces of so many bytes. */
async function partsOf(text: string, { size }: { size: number }): Promise<object[]> {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const parts: object[] = []
  for await (const part of readForm(Readable.from(pieces()), 'b')) {
    if ('text' in part) parts.push(part)
    else {
      const chunks: Uint8Array[] = []
      for await (const chunk of part.source) chunks.push(Buffer.from(chunk))
      const { name, filename, contentType } = part
      parts.push({ name, filename, contentType, text: Buffer.concat(chunks).toString() })
    }
  }
  return parts
}

test('a form is read the same in pieces of any size', async () => {
  const expected = [
    { name: 'name', text: 'Pümps' },
    {
      name: 'file',
      filename: 'a"b.txt',
      contentType: 'text/plain',
      text: 'one\r\n--\r\n--a two',
    },
  ]
  for (let size = 1; size <= form.length; size++) {
    assert.equal(await partsOf(form, { size }), expected, `pieces of ${size}`)
  }
})

test('a file that nobody reads is passed over', async () => {
  const names: string[] = []
  for await (const { name } of readForm(Readable.from([Buffer.from(form)]), 'b')) names.push(name)
  assert.equal(names, ['name', 'file'])
})

test('a form that ends anywhere before its end is refused', async () => {
  const end = form.indexOf('--b--') + '--b--'.length
  for (let cut = 0; cut < end; cut += 3) {
    const error = await refusal(partsOf(form.slice(0, cut), { size: 7 }))
    assert.is(error.name, 'InvalidInput', `cut at ${cut}`)
  }
})

test('a file comes in no faster than it is read', async () => {
  let sent = 0
  async function* endless() {
    yield Buffer.from('--b\r\ncontent-disposition: form-data; name=file; filename=a\r\n\r\n')
    for (; ; sent++) yield Buffer.alloc(64 * 1024)
  }
  let heldBack = 0
  for await (const part of readForm(Readable.from(endless(), { highWaterMark: 1 }), 'b')) {
    if ('text' in part) continue
    await pause(50)
    heldBack = sent
    for await (const _ of part.source) if (sent >= 100) break
    break
  }
  assert.ok(heldBack < 10, `${heldBack} pieces of 64 KiB came unread`)
  assert.ok(sent >= 100)
})

for (const [title, end] of [
  ['breaks off', (bytes: Readable) => bytes.destroy()],
  ['fails', (bytes: Readable) => bytes.destroy(new Error('aborted'))],
] as const) {
  test(`a connection that ${title} in a file is a form that is not whole`, async () => {
    const bytes = new Readable({ read() {} })
    bytes.push('--b\r\ncontent-disposition: form-data; name=file; filename=a\r\n\r\nsome')
    const reading = (async () => {
      for await (const part of readForm(bytes, 'b')) {
        if ('text' in part) continue
        for await (const _ of part.source) end(bytes)
      }
    })()
    const error = (await refusal(reading)) as InvalidInput
    assert.equal([error.name, error.reason], ['InvalidInput', 'malformed_form'])
  })
}

const tooMuch: [what: string, text: string][] = [
  ['more than twenty parts', partNamed('a').repeat(21)],
  ['a part without a name', '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n'],
  ['a part of another kind', '--b\r\ncontent-disposition: inline; name=a\r\n\r\nx\r\n'],
  ['a part without a head', '--b\r\n\r\nx\r\n'],
  ['a part that ends in its head', '--b\r\ncontent-disposition: form-data; name=a\r\n'],
  ['a delimiter that goes on', '--bx\r\ncontent-disposition: form-data; name=a\r\n\r\nx\r\n'],
  ['a head of more than 8 KiB', partNamed(`a"; x="${'x'.repeat(8_200)}`)],
  ['a text of more than 16 KiB', `${partNamed('a').slice(0, -2)}${'x'.repeat(16_385)}\r\n`],
]
for (const [what, text] of tooMuch) {
  test(`a form with ${what} is refused, before and after what is right`, async () => {
    for (const parts of [text, partNamed('b') + text, text + partNamed('b')]) {
      const error = (await refusal(partsOf(`${parts}--b--`, { size: 999 }))) as InvalidInput
      assert.equal([error.name, error.reason], ['InvalidInput', 'malformed_form'])
    }
  })
}

test('text that is not UTF-8 is refused as such', async () => {
  const bytes = Buffer.from(`${partNamed('a').slice(0, -2)}\xe4\r\n--b--`, 'latin1')
  const reading = (async () => {
    for await (const _ of readForm(Readable.from([bytes]), 'b'));
  })()
  assert.is(((await refusal(reading)) as InvalidInput).reason, 'encoding')
})

test('a part that is encoded is refused, and not taken for the file', async () => {
  const part = (encoding: string) =>
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n` +
    `content-transfer-encoding: ${encoding}\r\n\r\naGVsbG8=\r\n--b--`
  const error = (await refusal(partsOf(part('BASE64'), { size: 999 }))) as InvalidInput
  assert.equal([error.name, error.reason], ['InvalidInput', 'content_encoding'])
  assert.is((await partsOf(part('8bit'), { size: 999 })).length, 1)
})

for (const [type, boundary] of [
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a b"', 'a b'],
  ['Multipart/Form-Data;BOUNDARY=x', 'x'],
] as const) {
  test(`the boundary of ${type}`, () => assert.is(boundaryOf(type), boundary))
}

for (const type of [
  '',
  'text/plain',
  'multipart/form-data',
  `multipart/form-data; boundary=${'x'.repeat(71)}`,
]) {
  test(`${type.slice(0, 40) || 'nothing'} names no boundary`, () => {
    assert.throws(() => boundaryOf(type), /multipart\/form-data/)
  })
}

test.run()
