import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sha256Of, someText } from '../../support/open-test-catalog.ts'
import { openTestProvider, type TestProvider } from '../../support/open-test-provider.ts'
import { shared } from '../../support/shared.ts'
import { smallS3 } from '../../support/small-s3.ts'

/** Each fact has objects of its own. */
const { fact } = shared(openTestProvider)

const etag = `"${sha256Of(someText)}"`

fact('a download answers the bytes as an attachment that cannot run', async (provider) => {
  const { url } = await downloadable(provider)
  const { status, body, headers } = await provider.call('GET', url)
  assert.equal([status, body], [200, someText])
  const expected = {
    'content-type': 'text/plain',
    'content-length': '41',
    'content-disposition': 'attachment; filename=report.txt',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag,
  }
  for (const [name, value] of Object.entries(expected)) assert.is(headers.get(name), value, name)
  assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
})

fact('a file name in any script comes through, and quotes do not break out', async (provider) => {
  const { url } = await downloadable(provider, { filename: 'Prüf"bericht; 報告.html' })
  const { headers } = await provider.call('GET', url)
  const disposition = headers.get('content-disposition') ?? ''
  assert.match(disposition, /^attachment; filename=".*"; filename\*=UTF-8''Pr%C3%BCf%22bericht/)
})

fact('what was declared as HTML is an attachment in a sandbox', async (provider) => {
  const { url } = await downloadable(provider, { content_type: 'text/html; charset=utf-8' })
  const { headers } = await provider.call('GET', url)
  assert.is(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(headers.get('content-disposition') ?? '', /^attachment;/)
  assert.match(headers.get('content-security-policy') ?? '', /^sandbox;/)
})

fact('HEAD answers the same headers and no body', async (provider) => {
  const { url } = await downloadable(provider)
  const { status, bytes, headers } = await provider.call('HEAD', url)
  assert.equal([status, bytes.length], [200, 0])
  assert.equal([headers.get('content-length'), headers.get('etag')], ['41', etag])
})

const ranges: [header: string, status: number, from: number, to: number][] = [
  ['bytes=0-3', 206, 0, 3],
  ['bytes=4-', 206, 4, 40],
  ['bytes=-5', 206, 36, 40],
  ['bytes=-500', 206, 0, 40],
  ['bytes=40-99', 206, 40, 40],
  ['bytes=0-3,5-6', 200, 0, 40],
  ['bytes=5-3', 200, 0, 40],
  ['bytes=-', 200, 0, 40],
  ['lines=1-2', 200, 0, 40],
]

fact('one byte range is answered with 206, what is no range with the whole', async (provider) => {
  const { url } = await downloadable(provider)
  for (const [range, expected, from, to] of ranges) {
    const { status, bytes, headers } = await provider.call('GET', url, { headers: { range } })
    assert.is(status, expected, range)
    assert.equal(bytes, Buffer.from(someText).subarray(from, to + 1), range)
    const said = expected === 206 ? `bytes ${from}-${to}/41` : null
    assert.is(headers.get('content-range'), said, range)
  }
})

for (const range of ['bytes=41-', 'bytes=100-200', 'bytes=-0']) {
  fact(`the range ${range} of 41 bytes answers 416`, async (provider) => {
    const { url } = await downloadable(provider)
    const { status, headers } = await provider.call('GET', url, { headers: { range } })
    assert.is(status, 416)
    assert.is(headers.get('content-range'), 'bytes */41')
  })
}

fact('a range of another version gives the whole', async (provider) => {
  const { url } = await downloadable(provider)
  const ask = (version: string) =>
    provider.call('GET', url, { headers: { range: 'bytes=0-1', 'if-range': version } })
  assert.is((await ask(etag)).status, 206)
  assert.is((await ask('"other"')).status, 200)
})

test('bytes that the store does not give after all are an error that is answered', async () => {
  await using s3 = await smallS3()
  await using provider = await openTestProvider({ config: s3.settings })
  const { url } = await downloadable(provider)
  assert.is((await provider.call('GET', url)).body, someText)
  s3.fault = ({ method, name }) => (method === 'GET' && /^blobs/.test(name) ? 403 : undefined)
  for (const headers of [{}, { range: 'bytes=1-2' }]) {
    const { status, body, headers: answered } = await provider.call('GET', url, { headers })
    assert.equal([status, body.error?.code], [503, 'unavailable'])
    assert.equal([answered.get('content-range'), answered.get('etag')], [null, null])
    assert.match(answered.get('x-request-id') ?? '', /^req_/)
  }
})

test('a download URL is good for an hour', async () => {
  await using provider = await openTestProvider()
  const { url } = await downloadable(provider)
  provider.clock.advance({ seconds: 3599 })
  assert.is((await provider.call('GET', url)).status, 200)
  provider.clock.advance({ seconds: 1 })
  const { status, body } = await provider.call('GET', url)
  assert.is(status, 403)
  assert.equal(body.error, {
    code: 'forbidden',
    message: 'This link is not valid or has expired.',
    details: {},
  })
})

const withdrawals: [title: string, method: string, path: (ids: Ids) => string, body?: object][] = [
  ['deleted', 'DELETE', ({ objectId }) => `/v1/objects/${objectId}`],
  ['deleted with its dataset', 'DELETE', ({ datasetId }) => `/v1/datasets/${datasetId}`],
  [
    'rejected',
    'POST',
    ({ tenantId, objectId }) => `/v1/admin/review/objects/${tenantId}/${objectId}/reject`,
    { reason: 'x' },
  ],
]

for (const [title, method, path, body] of withdrawals) {
  fact(`the URL of an object that was ${title} answers 403`, async (provider) => {
    const { url, ids } = await downloadable(provider)
    const as = method === 'POST' ? provider.names.admin : provider.owner.token
    const asked = body === undefined ? { as } : { as, body }
    assert.is((await provider.call(method, path(ids), asked)).status, 200)
    assert.is((await provider.call('GET', url)).status, 403)
    assert.is((await provider.call('HEAD', url)).status, 403)
  })
}

const alterations: [title: string, change: (url: URL) => void][] = [
  ['purpose', (url) => url.searchParams.set('purpose', 'preview')],
  ['expiry', (url) => url.searchParams.set('expires', '9999999999999')],
  ['limit', (url) => url.searchParams.set('limit', '42')],
  ['signature', (url) => url.searchParams.set('signature', 'A'.repeat(43))],
]

fact('an altered URL answers 403', async (provider) => {
  const { url } = await downloadable(provider)
  for (const [title, change] of alterations) {
    const altered = new URL(url)
    change(altered)
    assert.is((await provider.call('GET', altered.href)).status, 403, title)
  }
})

fact('content has no other address', async (provider) => {
  const { ids } = await downloadable(provider)
  const as = provider.owner.token
  for (const path of [`/blobs/${ids.objectId}`, '/blobs/', '/blobs', `/blobs/tmp/x`]) {
    const { status } = await provider.call('GET', path, { as })
    assert.ok(status === 403 || status === 404, path)
  }
})

type Ids = { tenantId: string; datasetId: string; objectId: string }

async function downloadable(provider: TestProvider, fields: object = {}) {
  const datasetId = await provider.dataset()
  const objectId = await provider.staged(datasetId, { ...fields })
  const { body } = await provider.call('GET', `/v1/objects/${objectId}/download`, {
    as: provider.owner.token,
  })
  const { tenantId } = provider.owner
  return { url: body.data.download_url as string, ids: { tenantId, datasetId, objectId } as Ids }
}

test.run()
