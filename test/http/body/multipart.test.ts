import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { boundaryOf, readForm } from '../../../src/http/body/multipart.ts'
import { refusal } from '../../support/refusal.ts'

const form = [
  '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nPümps\r\n',
  '--b\r\ncontent-disposition: form-data; name=file; filename="a%22b.txt"\r\n',
  'Content-Type: text/plain\r\n\r\none\r\n--\r\n--a two\r\n--b--\r\nepilogue',
].join('')

/** The parts of a form that comes in pieces of so many bytes. */
async function partsOf(text: string, { size }: { size: number }): Promise<object[]> {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const parts: object[] = []
  for await (const part of readForm(pieces(), 'b')) {
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
  async function* once() {
    yield Buffer.from(form)
  }
  const names: string[] = []
  for await (const { name } of readForm(once(), 'b')) names.push(name)
  assert.equal(names, ['name', 'file'])
})

test('a form that ends anywhere before its end is refused', async () => {
  const end = form.indexOf('--b--') + '--b--'.length
  for (let cut = 0; cut < end; cut += 3) {
    const error = await refusal(partsOf(form.slice(0, cut), { size: 7 }))
    assert.is(error.name, 'InvalidInput', `cut at ${cut}`)
  }
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
