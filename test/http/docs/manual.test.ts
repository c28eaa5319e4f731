// The manual as the server shows it: every page, every link, and nothing from elsewhere.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../support/open-test-app.ts'
import { repository } from '../../support/readme.ts'
import { shared } from '../../support/shared.ts'

const quiet = { parts: { jobs: false, workers: false } }
const files = readdirSync(join(repository, 'data/manual')).filter((name) => name.endsWith('.md'))
const names = files.map((file) => file.replace(/\.md$/, ''))
const addresses = names.map((name) => (name === 'index' ? '/docs/manual' : `/docs/manual/${name}`))
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const attributesOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value)

test('every page is shown, and lets a browser load its own files and nothing else', async () => {
  await using app = await openTestApp(quiet)
  assert.ok(addresses.length > 20)
  for (const path of addresses) {
    const { status, headers, body } = await app.call('GET', path)
    assert.equal([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], path)
    assert.is(headers.get('content-security-policy'), policy, path)
    assert.not.match(body, /<style|\sstyle=|\son[a-z]+=|<script(?! type="module" src=)/, path)
    assert.match(body, /<h1>[^<]+<\/h1>/, path)
  }
})

test('every link inside of the manual leads somewhere, to its heading too', async () => {
  await using app = await openTestApp(quiet)
  const texts = new Map<string, string>()
  const textOf = async (path: string) => {
    const known = texts.get(path)
    if (known !== undefined) return known
    const { status, body } = await app.call('GET', path)
    assert.is(status, 200, path)
    const text = String(body)
    texts.set(path, text)
    return text
  }
  let followed = 0
  for (const path of addresses) {
    const page = await textOf(path)
    for (const link of [...attributesOf(page, 'href'), ...attributesOf(page, 'src')]) {
      if (link === 'data:,' || link.startsWith('https:')) continue
      const url = new URL(link, `${app.url}${path}`)
      assert.is(url.origin, app.url, link)
      const text = await textOf(url.pathname)
      const anchor = url.hash.slice(1)
      if (anchor !== '') assert.ok(attributesOf(text, 'id').includes(anchor), `${path}: ${link}`)
      followed += 1
    }
  }
  assert.ok(followed > 800, String(followed))
})

test('no two headings of a page have one anchor', async () => {
  await using app = await openTestApp(quiet)
  for (const path of addresses) {
    const ids = attributesOf((await app.call('GET', path)).body, 'id')
    assert.is(new Set(ids).size, ids.length, path)
  }
})

test('links are relative, so a proxy may show the manual below any path', async () => {
  await using app = await openTestApp(quiet)
  for (const path of [...addresses, '/docs/manual/nothing']) {
    const { body } = await app.call('GET', path)
    const links = [...attributesOf(body, 'href'), ...attributesOf(body, 'src')]
    assert.equal(
      links.filter((link) => link.startsWith('/')),
      [],
      path,
    )
  }
})

const looked = shared(() => openTestApp(quiet))

for (const name of ['nothing', 'index', 'constructor', 'settings.md', '..%2findex']) {
  looked.fact(`${name} is no page, and who asks for it is shown those that are`, async (app) => {
    const { status, headers, body } = await app.call('GET', `/docs/manual/${name}`)
    assert.equal([status, headers.get('content-type')], [404, 'text/html; charset=utf-8'])
    assert.is(headers.get('content-security-policy'), policy)
    assert.match(body, /There is no such page/)
    assert.match(body, /type="search"/)
    assert.ok(attributesOf(body, 'href').includes('../manual/settings'))
  })
}

test('the pictures of its pages are there, and are small', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const pictures = readdirSync(join(repository, 'data/manual/pictures'))
  const pages = await Promise.all(addresses.map(async (path) => (await app.call('GET', path)).body))
  for (const name of pictures) {
    assert.ok(
      pages.some((body) => body.includes(`assets/${name}" alt="`)),
      name,
    )
    const { status, headers, bytes } = await app.call('GET', `/docs/assets/${name}`)
    const kind = name.endsWith('.svg') ? 'image/svg+xml' : 'image/webp'
    assert.equal([status, headers.get('content-type')], [200, kind], name)
    assert.ok(bytes.length < 60_000, `${name}: ${bytes.length} bytes`)
  }
  assert.is((await app.call('GET', '/docs/assets/nothing.webp')).status, 404)
})

for (const path of ['/docs/manual', '/docs/manual/settings', '/docs/assets/manual-index.json']) {
  looked.fact(`${path} is kept by browsers and asked for again by its tag`, async (app) => {
    const first = await app.call('GET', path)
    assert.is(first.headers.get('cache-control'), 'no-cache')
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^(W\/)?"[\w-]{43}"$/)
    // Else fetch adds that nothing kept may be used.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0', pragma: '' }
    const again = await app.call('GET', path, { headers })
    assert.equal([again.status, again.bytes.length], [304, 0])
    const head = await app.call('HEAD', path)
    assert.equal([head.status, head.headers.get('etag')], [200, etag])
  })
}

test('the reference and the grammar of queries lead to the manual, and it leads back', async () => {
  await using app = await openTestApp(quiet)
  for (const path of ['/docs', '/docs/management', '/docs/wallets', '/docs/search']) {
    assert.ok(attributesOf((await app.call('GET', path)).body, 'href').includes('/docs/manual'))
  }
  const { body } = await app.call('GET', '/docs/manual/settings')
  for (const link of ['../../docs', '../search', '../../llms.txt']) {
    assert.ok(attributesOf(body, 'href').includes(link), link)
  }
})

test.run()
