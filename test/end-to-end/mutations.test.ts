import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { LinkInvalid } from '../../src/base/errors.ts'
import { newId } from '../../src/base/ids.ts'
import { secretsFrom } from '../../src/base/secrets.ts'
import { openSignedUrls } from '../../src/domain/catalog/index.ts'
import { startMs } from '../support/fake-clock.ts'
import { mutate, random } from '../support/mutate.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { openTestShop } from '../support/open-test-shop.ts'

const perPurpose = 5_000
const overHttp = 300

const base = 'http://127.0.0.1:4200'
const links = openSignedUrls({ secrets: secretsFrom(Buffer.alloc(32, 9)), baseUrl: () => base })

/** Whether the URL opens anything; what it says is never an error of ours. */
function opens(method: string, url: string): boolean {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    return false
  }
  const objectId = /^\/blobs\/([^/]*)$/.exec(parsed.pathname)?.[1]
  if (objectId === undefined) return false
  try {
    links.verify({ method, objectId, query: parsed.searchParams }, startMs)
    return true
  } catch (error) {
    assert.instance(error, LinkInvalid)
    return false
  }
}

/** What a URL says, whatever its spelling: two spellings of one URL are the same permission. */
function meaning(url: string): string {
  try {
    const { pathname, searchParams } = new URL(url)
    const known = ['purpose', 'limit', 'expires', 'signature', 'part', 'upload']
    return JSON.stringify([pathname, known.map((name) => searchParams.getAll(name))])
  } catch {
    return ''
  }
}

for (const [purpose, method] of [
  ['upload', 'PUT'],
  ['download', 'GET'],
] as const) {
  test(`of ${perPurpose} changed ${purpose} URLs none is accepted`, () => {
    const next = random(purpose.length)
    const objectId = newId('obj', startMs)
    const url = links.sign({ purpose, objectId, limitBytes: 1_000, expiresAtMs: startMs + 60_000 })
    assert.ok(opens(method, url), 'the unchanged URL opens')
    const accepted: string[] = []
    for (let i = 0; i < perPurpose; i++) {
      const changed = base + mutate(url.slice(base.length), next)
      if (meaning(changed) !== meaning(url) && opens(method, changed)) accepted.push(changed)
    }
    assert.equal(accepted, [])
  })
}

test(`of ${overHttp} changed download tokens none is accepted, the real one is`, async () => {
  await using shop = await openTestShop()
  const path = await shop.link(await shop.offer())
  const token = path.slice('/dl/'.length)
  const next = random(4)
  for (let i = 0; i < overHttp; i++) {
    const changed = mutate(token, next)
    const { status } = await shop.call('GET', `/dl/${encodeURIComponent(changed)}`)
    assert.ok(status === 403 || (changed === '' && status === 404), `${changed}: ${status}`)
  }
  assert.is((await shop.call('GET', path)).status, 200)
})

test(`${overHttp} random query strings of a search give 200 or 400, never 500`, async () => {
  await using app = await openTestApp({ config: { searchRatePerMinute: 1_000_000 } })
  const key = await app.key(await app.signUp('Buyer'))
  const next = random(5)
  const plain = '/search?q=heat+pump&mode=keyword&limit=10&offset=0&facets=true&after=1&sort=recent'
  for (let i = 0; i < overHttp; i++) {
    const path = `/search?${mutate(plain.slice('/search?'.length), next)}`
    const { status, body } = await app.call('GET', path, { as: key })
    assert.ok(status === 200 || status === 400, `${path} answered ${status}`)
    if (status === 400) assert.is(body.code, 'bad_request')
  }
})

test.run()
