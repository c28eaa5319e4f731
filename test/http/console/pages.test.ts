// What browsers are given: the page of the console and the files beside it. Programs get nothing.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../../support/free-port.ts'
import { openTestApp, type TestApp } from '../../support/open-test-app.ts'
import { shared } from '../../support/shared.ts'

const open = () => openTestApp({ parts: { jobs: false, workers: false } })
const { fact } = shared(open)
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function get(app: TestApp, path: string, headers: Record<string, string> = html) {
  const method = headers.method ?? 'GET'
  const response = await fetch(`${app.url}${path}`, { method, headers, redirect: 'manual' })
  return { response, status: response.status, text: await response.text() }
}

const filesIn = (page: string) => page.match(/(?<=")\/console\/a\/[^"]+/g) ?? []

fact('/ leads a browser to the console, and tells a program what it told before', async (app) => {
  for (const path of ['/', '/console']) {
    const { response, status } = await get(app, path)
    assert.equal([status, response.headers.get('location')], [302, '/console/'], path)
    const { status: told, text } = await get(app, path, { accept: '*/*' })
    assert.equal([told, JSON.parse(text).code ?? JSON.parse(text).error.code], [404, 'not_found'])
  }
})

fact('every place of the console is one page, whose policy lets nothing in', async (app) => {
  for (const path of ['/console/', '/console/search?q=x', '/console/data/dset_1/prices']) {
    const { response, status, text } = await get(app, path)
    assert.is(status, 200, path)
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'; require-trusted-types-for 'script'/)
    assert.match(policy, /; trusted-types 'none'$/)
    assert.not.match(policy, /unsafe|https?:|\*/)
    assert.is(response.headers.get('cross-origin-opener-policy'), 'same-origin')
    assert.is(response.headers.get('cross-origin-resource-policy'), 'same-origin')
    assert.is(response.headers.get('referrer-policy'), 'no-referrer')
    assert.is(response.headers.get('cache-control'), 'no-cache')
    assert.not.match(text, /<(style|script)>|\son[a-z]+=|style="/)
  }
})

fact('a page that a browser has is not sent again', async (app) => {
  const { response } = await get(app, '/console/')
  const etag = response.headers.get('etag') ?? ''
  // Else fetch adds that nothing kept may be used.
  const kept = { ...html, 'if-none-match': etag, 'cache-control': 'max-age=0', pragma: '' }
  assert.is((await get(app, '/console/', kept)).status, 304)
  const head = await get(app, '/console/', { ...html, method: 'HEAD' })
  assert.equal([head.status, head.text], [200, ''])
})

fact(
  'what the page names is there, kept for good, and compressed for who takes it',
  async (app) => {
    const names = filesIn((await get(app, '/console/')).text)
    assert.ok(names.length >= 6)
    for (const name of names) {
      const plain = await get(app, name, { 'accept-encoding': 'identity' })
      assert.is(plain.status, 200, name)
      assert.match(plain.response.headers.get('cache-control') ?? '', /^public, .*immutable$/)
      assert.match(plain.response.headers.get('vary') ?? '', /Accept-Encoding/)
      assert.is(plain.response.headers.get('x-content-type-options'), 'nosniff')
      // What is said of documents alone is not sent with each file.
      assert.is(plain.response.headers.get('x-frame-options'), null)
    }
    const [script = ''] = names.filter((name) => name.endsWith('.js'))
    const { text } = await get(app, script, { 'accept-encoding': 'identity' })
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { body } = await rawOf(app, script, encoding)
      assert.is(unpack(body).toString('utf8'), text, encoding)
    }
  },
)

/** As it comes over the wire: fetch unpacks it. */
async function rawOf(app: TestApp, path: string, encoding: string) {
  const { request } = await import('node:http')
  return new Promise<{ body: Buffer }>((done, fail) => {
    request(`${app.url}${path}`, { headers: { 'accept-encoding': encoding } }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      assert.is(response.headers['content-encoding'], encoding)
      done({ body })
    })
      .on('error', fail)
      .end()
  })
}

fact('nothing else lies beside the page', async (app) => {
  for (const name of ['page.json', '%2e%2e%2fpage.json', 'nothing.js', '']) {
    assert.is((await get(app, `/console/a/${name}`)).status, 404, name)
  }
  assert.is((await get(app, '/console/search', { ...html, method: 'POST' })).status, 404)
})

test('a setting leaves the console out', async () => {
  await using app = await openTestApp({
    config: { console: false },
    parts: { jobs: false, workers: false },
  })
  for (const path of ['/', '/console', '/console/', '/console/a/x.js', '/console/session']) {
    assert.is((await get(app, path)).status, 404, path)
  }
})

test('behind a proxy with a path of its own, everything lies below it', async () => {
  const port = await freePort()
  await using _app = await openTestApp({
    config: { baseUrl: 'https://data.example.eu/kontor', port },
    parts: { jobs: false, workers: false },
  })
  const here = { url: `http://127.0.0.1:${port}` } as TestApp
  const { text } = await get(here, '/console/')
  assert.match(text, 'data-prefix="/kontor"')
  assert.is((await get(here, '/')).response.headers.get('location'), '/kontor/console/')
  const named = text.match(/(href|src)="[^"]+"/g) ?? []
  assert.ok(named.every((one) => /="\/kontor\//.test(one)))
})

test.run()
