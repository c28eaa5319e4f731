import { readdirSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { markName } from '../../../src/adapters/blobs/place-mark.ts'
import { approveAsset, sentences, uploadAsset } from '../../support/licences.ts'
import { makeZip } from '../../support/make-zip.ts'
import { newName } from '../../support/new-name.ts'
import { openTestApp, signUp, type TestApp } from '../../support/open-test-app.ts'
import { shared } from '../../support/shared.ts'
import { untilSo } from '../../support/until.ts'

function filesIn(app: TestApp): number {
  return readdirSync(join(app.dir, 'blobs'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== markName,
  ).length
}

/** Each of them has a house of its own. */
const { fact } = shared(openTestApp)

test('an uploaded asset has every documented member and waits for review', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  const description = 'What a heat pump does in winter.'
  const { status, body } = await uploadAsset(app, anna, { description })
  assert.is(status, 201)
  const at = new Date(app.clock.nowMs()).toISOString()
  const { asset_id, file_url, ...rest } = body
  assert.match(file_url, new RegExp(`^http.*${asset_id}/download$`))
  assert.equal(rest, {
    name: 'Heat pumps in old houses',
    description,
    created_at: at,
    metadata: {
      file_name: 'pumps.txt',
      file_size: Buffer.byteLength(sentences.repeat(3)),
      file_type: 'text',
      mime_type: 'text/plain',
      created_at: at,
      last_modified: at,
    },
    owner_id: anna.userId,
    is_public: false,
    status: 'review',
  })
  const operator = await app.admin()
  const queue = await app.call('GET', '/v1/admin/review/queue', { as: operator.token })
  assert.is(queue.body.data.items[0].object_id, asset_id)
})

fact('assets are private unless they are said to be public', async (app) => {
  const [anna, ben] = [await app.signUp(newName()), await app.signUp(newName())]
  const hidden = (await uploadAsset(app, anna)).body
  const shown = (await uploadAsset(app, anna, { is_public: 'true' })).body
  assert.equal([hidden.is_public, shown.is_public], [false, true])
  for (const { asset_id } of [hidden, shown]) await approveAsset(app, anna, asset_id)
  const key = await app.key(ben)
  assert.is((await app.call('GET', `/asset/${hidden.asset_id}`, { as: key })).status, 404)
  assert.is((await app.call('GET', `/asset/${shown.asset_id}`, { as: key })).status, 200)
  const { body } = await app.call('GET', '/v1/datasets', { as: anna.token })
  const names = body.data.datasets.map((one: { name: string; visibility: string }) => [
    ...[one.name, one.visibility],
  ])
  assert.equal(names.sort(), [
    ['Public uploads', 'listed'],
    ['Uploads', 'private'],
  ])
})

const long = (n: number) => 'x'.repeat(n)
const bad: [status: number, detail: string, form: Parameters<typeof uploadAsset>[2]][] = [
  [400, 'Asset name must be between 3 and 100 characters', { name: 'ab' }],
  [400, 'Asset name must be between 3 and 100 characters', { name: long(101) }],
  [400, 'Asset name must be between 3 and 100 characters', { name: '   a   ' }],
  [400, 'name is required.', { name: undefined }],
  [400, 'file is required.', { file: undefined }],
  [400, 'file must not be empty.', { file: '' }],
  [400, 'Asset description must be between 10 and 500 characters', { description: 'too short' }],
  [400, 'Asset description must be between 10 and 500 characters', { description: long(501) }],
  [400, 'is_public must be true or false.', { is_public: 'perhaps' }],
  [415, 'Unsupported file type', { filename: 'setup.exe' }],
  [415, 'Unsupported file type', { filename: 'noending' }],
  [415, 'Unsupported file type', { filename: 'pdf' }],
]
test('bad forms are refused in the words of the contract, and leave no file', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  for (const [status, detail, form] of bad) {
    const answer = await uploadAsset(app, anna, form)
    assert.equal([answer.status, answer.body.detail], [status, detail])
  }
  assert.is(filesIn(app), 0)
  const { body } = await app.call('GET', '/assets', { as: anna.token })
  assert.equal(body, [])
})

const filled = (start: string | Buffer) => Buffer.concat([Buffer.from(start), Buffer.alloc(600)])
const tar = Buffer.alloc(1_024)
tar.write('notes.txt')
tar.write('ustar', 257)
const plain = Buffer.from('Heat pumps are quiet. '.repeat(40))
const contents: [what: string, filename: string, file: Buffer, status: number][] = [
  ['a ZIP archive', 'report.pdf', makeZip({ 'notes.txt': 'a', 'more.txt': 'b' }), 415],
  ['an empty ZIP archive', 'report.pdf', filled('PK\x05\x06'), 415],
  ['a gzip file', 'rows.csv', gzipSync(plain), 415],
  ['a tar file', 'notes.txt', tar, 415],
  ['a 7z archive', 'film.mp4', filled(Buffer.from('377abcaf271c', 'hex')), 415],
  ['a RAR archive', 'film.mp4', filled('Rar!\x1a\x07'), 415],
  ['an XZ file', 'rows.csv', filled(Buffer.from('fd377a585a00', 'hex')), 415],
  ['a bzip2 file', 'rows.csv', filled('BZh91AY&SY'), 415],
  ['a Zstandard file', 'rows.csv', filled(Buffer.from('28b52ffd', 'hex')), 415],
  [
    'a workbook',
    'rows.xlsx',
    makeZip({ '[Content_Types].xml': '<a/>', 'xl/workbook.xml': '' }),
    201,
  ],
  ['a book', 'book.epub', makeZip({ mimetype: 'application/epub+zip', 'a.xhtml': '' }), 201],
  ['a text that is called an archive', 'notes.zip', plain, 201],
]
test('an archive is refused by what it is and not by its name, and a document taken', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  for (const [what, filename, file, status] of contents) {
    const answer = await uploadAsset(app, anna, { filename, file: file as never })
    assert.is(answer.status, status, what)
    if (status === 415) assert.is(answer.body.detail, 'Unsupported file type')
  }
  assert.is(filesIn(app), contents.filter(([, , , status]) => status === 201).length)
})

fact('names and descriptions of the longest and shortest length are taken', async (app) => {
  const anna = await app.signUp(newName())
  for (const [name, description] of [
    ['abc', long(10)],
    [long(100), long(500)],
  ]) {
    const form = { name: name ?? '', description: description ?? '' }
    assert.is((await uploadAsset(app, anna, form)).status, 201)
  }
})

test('what is no form is refused', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  const boundary = 'multipart/form-data; boundary=x'
  const sent: [type: string, raw: string][] = [
    ['application/json', '{}'],
    ['multipart/form-data', '--x'],
    [boundary, ''],
    [boundary, 'nothing'],
    [boundary, '--x\r\nno header at all\r\n\r\nz\r\n--x--'],
    [boundary, '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\ncut off'],
    [boundary, `--x\r\ncontent-disposition: form-data; name="${long(9000)}"\r\n\r\n\r\n--x--`],
    [boundary, `--x\r\ncontent-disposition: form-data; name="name"\r\n\r\n${long(20000)}\r\n--x--`],
  ]
  for (const [type, raw] of sent) {
    const headers = { 'content-type': type }
    const { status, body } = await app.call('POST', '/assets', { as: anna.token, raw, headers })
    assert.equal([status, body.field], [400, 'body'], raw.slice(0, 60))
  }
  assert.is(filesIn(app), 0)
})

test('a field that a form has twice is refused by its name, also behind the file', async () => {
  await using app = await openTestApp()
  const { token } = await app.signUp('Anna')
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const file = partOf('file; filename=a.txt', 'Heat pumps are quiet.')
  const one = partOf('name', 'One name')
  const shown = partOf('is_public', 'true')
  const sent: [field: string, raw: string, message?: string][] = [
    ['name', `${one}${partOf('name', 'Another')}${file}--x--`],
    ['name', `${one}${file}${one}--x--`],
    ['is_public', `${shown}${one}${file}${shown}--x--`],
    ['of_nobody', `${one}${file}${partOf('of_nobody', '1')}${partOf('of_nobody', '1')}--x--`],
    ['file', `${one}${file}${file}--x--`, 'The form must have one file, named file.'],
  ]
  for (const [field, raw, message = `${field} must be given only once.`] of sent) {
    const { status, body } = await app.call('POST', '/assets', { as: token, raw, headers })
    assert.equal([status, body.field, body.detail], [400, field, message])
  }
  assert.is(filesIn(app), 0)
})

fact('a file may hold what looks like a boundary, and come in any pieces', async (app) => {
  const anna = await app.signUp(newName())
  const file = `--x\r\n\r\n--\r\n-${'\r\n--kontor'.repeat(2000)}\r\n`
  const { body } = await uploadAsset(app, anna, { file })
  assert.is(body.metadata.file_size, file.length)
  const path = `/v1/objects/${body.asset_id}/download`
  const { body: link } = await app.call('GET', path, { as: anna.token })
  assert.is((await app.call('GET', link.data.download_url)).bytes.toString(), file)
})

test('an upload that is repeated with its Idempotency-Key is taken once', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  const headers = { 'idempotency-key': 'once' }
  const send = (form = {}) => uploadAsset(app, anna, form, headers)
  const first = await send()
  const again = await send()
  assert.equal([again.status, again.body], [201, first.body])
  assert.is(again.headers.get('idempotent-replayed'), 'true')
  const other = [
    ...[{ file: 'Another text.' }, { name: 'Another name' }, { is_public: 'true' }],
    ...[{ filename: 'other.txt' }, { description: 'Another description.' }, { type: 'text/html' }],
  ]
  for (const form of other) {
    const { status, body } = await send(form)
    assert.equal([status, body.code], [409, 'conflict'], JSON.stringify(form))
  }
  assert.is(filesIn(app), 1)
  assert.is((await app.call('GET', '/assets', { as: anna.token })).body.length, 1)
})

test('of two equal uploads at once with one key, one is taken', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  const headers = { 'idempotency-key': 'once' }
  const sent = [1, 2, 3].map(() => uploadAsset(app, anna, {}, headers))
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  assert.ok(statuses.includes(201))
  assert.ok(
    statuses.every((status) => status === 201 || status === 409),
    statuses.join(),
  )
  assert.is(filesIn(app), 1)
})

fact("the list is an array of the caller's assets with the whole count beside it", async (app) => {
  const [anna, ben] = [await app.signUp(newName()), await app.signUp(newName())]
  for (let i = 0; i < 3; i++) await uploadAsset(app, anna, { name: `Report ${i}` })
  const first = await app.call('GET', '/assets?limit=2', { as: anna.token })
  assert.is(first.headers.get('x-total-count'), '3')
  const names = first.body.map(({ name }: { name: string }) => name)
  assert.equal(names, ['Report 2', 'Report 1'])
  const second = await app.call('GET', '/assets?limit=2&page=2', { as: anna.token })
  assert.equal([second.body.length, second.body[0].name], [1, 'Report 0'])
  const named = await app.call('GET', '/assets?q=rEPORT%201', { as: anna.token })
  const found = named.body.map(({ name }: { name: string }) => name)
  assert.equal([found, named.headers.get('x-total-count')], [['Report 1'], null])
  assert.is((await app.call('GET', '/assets?q=', { as: anna.token })).status, 400)
  assert.equal((await app.call('GET', '/assets', { as: ben.token })).body, [])
})

fact('who may not upload objects may not upload assets', async (app) => {
  const anna = await app.signUp(newName())
  const key = await app.key(anna)
  const answer = await app.call('POST', '/assets', { as: key })
  assert.equal([answer.status, answer.body.code], [405, 'method_not_allowed'])
  const nobody = await app.call('POST', '/assets')
  assert.equal([nobody.status, nobody.body.code], [401, 'unauthorized'])
})

fact('what is announced as larger than 2 GB is refused before it is sent', async (app) => {
  const { token } = await app.signUp(newName())
  const { hostname, port } = new URL(app.url)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 3 * 1024 ** 3,
  }
  const sending = request({ hostname, port, path: '/assets', method: 'POST', headers })
  const reply = new Promise<IncomingMessage>((done) => sending.once('response', done))
  sending.on('error', () => {})
  sending.write('--x\r\n')
  const response = await reply
  const detail = 'File size exceeds maximum limit of 2GB'
  assert.equal([response.statusCode, JSON.parse(await text(response)).detail], [413, detail])
  sending.destroy()
})

/** A connection of its own, so that it is known what became of it. */
function open(app: TestApp, token: string, type = 'multipart/form-data; boundary=x') {
  const { hostname, port } = new URL(app.url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const start = (bytes?: number) => {
    const length = bytes === undefined ? {} : { 'content-length': bytes }
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, ...length }
    const sending = request({ agent, hostname, port, path: '/assets', method: 'POST', headers })
    const reply = new Promise<IncomingMessage>((done) => sending.once('response', done))
    sending.on('error', () => {})
    return { sending, reply }
  }
  return { start, [Symbol.dispose]: () => agent.destroy() }
}

const partOf = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name=${name}\r\n\r\n${value}\r\n`

test('an upload that breaks off in its file leaves nothing behind', async () => {
  await using app = await openTestApp()
  const { token } = await app.signUp('Anna')
  using connection = open(app, token)
  const { sending } = connection.start()
  sending.write(partOf('file; filename=a.txt', 'some text'.repeat(10_000)).slice(0, -2))
  await untilSo('the file comes in', () => filesIn(app) === 1)
  sending.destroy()
  await untilSo('the file is gone', () => filesIn(app) === 0)
  assert.equal((await app.call('GET', '/assets', { as: token })).body, [])
})

test('who is demoted while a file comes in does not end it with the old right', async () => {
  await using app = await openTestApp()
  const owner = await app.signUp('Owner')
  const invited = await app.call('POST', '/v1/tenant/invitations', {
    as: owner.token,
    body: { roles: ['seller_manager'] },
  })
  const { invitation_code } = invited.body.data
  const seller = await signUp(app.call, 'Seller', { invitation_code, tenant_name: undefined })
  using connection = open(app, seller.token)
  const { sending, reply } = connection.start()
  sending.write(
    partOf('name', 'A report') + partOf('file; filename=a.txt', 'some text').slice(0, -2),
  )
  await untilSo('the file comes in', () => filesIn(app) === 1)
  const member = `/v1/tenant/members/${seller.userId}`
  await app.call('PATCH', member, { as: owner.token, body: { roles: ['viewer'] } })
  sending.end('\r\n--x--\r\n')
  const response = await reply
  const detail = 'What this credential may do was narrowed while the request was under way.'
  assert.equal([response.statusCode, JSON.parse(await text(response)).detail], [403, detail])
  assert.equal((await app.call('GET', '/assets', { as: seller.token })).body, [])
  await untilSo('the file is gone', () => filesIn(app) === 0)
})

const refused: [what: string, status: number, form: string][] = [
  ['a second file', 400, partOf('file; filename=b.txt', 'Two.').repeat(2)],
  ['a file by another name', 400, partOf('other; filename=b.txt', 'Two.')],
  ['a bad name after its file', 400, partOf('file; filename=b.txt', 'Two.') + partOf('name', 'ab')],
  ['a file of no kind', 415, partOf('file; filename=b.exe', 'Two.')],
  ['a file beyond the quota', 413, partOf('file; filename=b.txt', 'x'.repeat(2_000))],
]
test('what is refused half-way is answered, and its connection taken for the next', async () => {
  await using app = await openTestApp({ config: { storageQuotaBytes: 1_000 } })
  const { token } = await app.signUp('Anna')
  using connection = open(app, token)
  const rest = `${partOf('rest', 'x'.repeat(100_000))}--x--`
  for (const [what, status, form] of refused) {
    const { sending, reply } = connection.start(`${form}--x${rest}`.length)
    sending.write(`${form}--x`)
    const response = await reply
    assert.is(response.statusCode, status, what)
    await text(response)
    assert.is(filesIn(app), 0, what)
    sending.end(rest)
    await new Promise((done) => sending.once('close', done))
    assert.is(sending.reusedSocket, what !== refused[0]?.[0], what)
  }
})

fact('a file has the name that was sent, in any writing; words may follow it', async (app) => {
  const { token } = await app.signUp(newName())
  using connection = open(app, token)
  const { sending, reply } = connection.start()
  const file = partOf('file; filename="Wärmepumpe 热泵 %22neu%22.txt"', 'Heat pumps are quiet.')
  sending.end(`${file}${partOf('name', 'Wärmepumpen')}--x--\r\nepilogue`)
  const { name, metadata } = JSON.parse(await text(await reply))
  assert.equal(
    [name, metadata.file_name, metadata.mime_type],
    ['Wärmepumpen', 'Wärmepumpe 热泵 "neu".txt', 'application/octet-stream'],
  )
})

fact('a session speaks Surface C on the shared paths, a key Surface A', async (app) => {
  const anna = await app.signUp(newName())
  const key = await app.key(anna)
  assert.ok(Array.isArray((await app.call('GET', '/assets', { as: anna.token })).body))
  const { body, headers } = await app.call('GET', '/assets', { as: key })
  assert.equal(body, { assets: [], next: null })
  assert.match(headers.get('vary') ?? '', /authorization, x-api-key/i)
  assert.is(headers.get('cache-control'), 'private, no-store')
})

test.run()
