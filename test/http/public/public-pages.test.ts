// What everybody sees where the public search is on, and that nobody sees anything where it is not.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { insertRow } from '../../support/insert-row.ts'
import { openTestShop } from '../../support/open-test-shop.ts'
import { shared } from '../../support/shared.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const text = 'The heron stands in the reeds <b>before</b> dawn & waits for a fish.'
const page = 'text/html; charset=utf-8'
const html = { headers: { accept: 'text/html' } }

async function openFace(config: Record<string, unknown> = {}) {
  const shop = await openTestShop({ config: { publicSearch: true, ...config } })
  const asset = await shop.offer({ filename: 'herons.pdf' })
  await shop.shelve(asset, [text])
  shop.sql(`UPDATE dataset SET monetization_mode = 'open', name = 'Birds & <reeds>',
    description = 'Notes of forty years.', tags = '["birds","wet land"]',
    license = 'https://opendatacommons.org/licenses/by/1-0/?a=1&b=2'`)
  const get = (path: string) => shop.call('GET', path, html)
  return Object.assign(shop, { get })
}

const facePlace = temporaryFolder()
const logoFile = join(facePlace.path, 'logo.svg')
writeFileSync(logoFile, '<svg xmlns="http://www.w3.org/2000/svg"/>')

const face = shared(() =>
  openFace({
    publicName: 'House of <Herons>',
    publicText: 'Forty years of notes.',
    publicColor: '#ffe08a',
    publicLogo: logoFile,
    publicContact: 'desk@herons.eu',
    publicImprint: 'https://herons.eu/imprint',
    publicPrivacy: 'https://herons.eu/privacy',
  }),
)

face.fact('the start of the house leads a browser to its page for everybody', async (shop) => {
  const response = await fetch(`${shop.url}/`, { ...html, redirect: 'manual' })
  assert.equal([response.status, response.headers.get('location')], [302, '/public'])
})

face.fact('the page says whose it is, what is in it and how to get access', async (shop) => {
  const { status, body, headers } = await shop.get('/public')
  assert.is(status, 200)
  for (const part of [
    '<title>House of &lt;Herons></title>'.replace('></t', '&gt;</t'),
    'Forty years of notes.',
    'Birds &amp; &lt;reeds&gt;',
    'mailto:desk@herons.eu',
    'https://herons.eu/imprint',
    'https://herons.eu/privacy',
    '/public/logo',
    '--tint: #ffe08a; --on-tint: #111',
  ]) {
    assert.ok(body.includes(part), part)
  }
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'; style-src 'sha256-/)
  assert.not.match(policy, /unsafe/)
})

face.fact('it is in the language of the browser, or in the one that was chosen', async (shop) => {
  const said = async (path: string, language?: string) => {
    const headers = { accept: 'text/html', ...(language && { 'accept-language': language }) }
    const answer = await shop.call('GET', path, { headers })
    assert.match(answer.headers.get('vary') ?? '', /accept-language/i)
    const [, lang = ''] = /<html lang="(..)">/.exec(answer.body) ?? []
    const [, heading = ''] = /<h2[^>]*>([^<]+)</.exec(answer.body) ?? []
    return [lang, heading, answer.headers.get('content-language')]
  }
  const found = '/public?q=heron'
  assert.equal(await said(found), ['en', '1 passage', 'en'])
  assert.equal(await said(found, 'pt, de-AT;q=0.8'), ['de', '1 Textstelle', 'de'])
  assert.equal(await said(found, 'es'), ['es', '1 pasaje', 'es'])
  assert.equal(await said(`${found}&lang=fr`, 'de'), ['fr', '1 passage', 'fr'])
  assert.equal(await said('/public', 'zh'), ['en', 'Datasets', 'en'])
  assert.is((await shop.get('/public?lang=xx')).status, 400)
  const { body } = await shop.get(`/public/datasets/${shop.datasetId}?lang=de`)
  for (const part of ['1 Datei, ', '<dt>Stichwörter</dt>', 'href="/public?lang=de"']) {
    assert.ok(body.includes(part), part)
  }
  const other = (await shop.get(`${found}&lang=de`)).body
  assert.ok(other.includes('href="/public?q=heron&amp;lang=fr" lang="fr"'), 'what was asked stays')
})

face.fact('a search shows where the words stand, and nothing of it is markup', async (shop) => {
  const { status, body } = await shop.get('/public?q=heron')
  assert.is(status, 200)
  assert.match(body, /1 passage/)
  assert.match(body, /<mark>heron<\/mark>/i)
  assert.ok(body.includes('&lt;b&gt;before&lt;/b&gt; dawn &amp; waits'))
  const none = await shop.get('/public?q=zeppelin')
  assert.match(none.body, /Nothing was found/)
})

face.fact('a question that is markup stays text, one that cannot be read says so', async (shop) => {
  const evil = encodeURIComponent('"><script>alert(1)</script>')
  const { body } = await shop.get(`/public?q=${evil}`)
  assert.not.match(body, /<script>alert/)
  const wrong = await shop.get(`/public?q=${encodeURIComponent('(heron')}`)
  assert.ok([200, 400].includes(wrong.status))
  assert.is((await shop.get('/public?q=heron&page=0')).status, 400)
  assert.is((await shop.get(`/public?q=${'x'.repeat(5000)}`)).status, 400)
})

face.fact('a dataset has its page, with what search engines for data read', async (shop) => {
  const { body } = await shop.get(`/public/datasets/${shop.datasetId}`)
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  const said = JSON.parse(data)
  assert.is(said['@type'], 'Dataset')
  assert.is(said.name, 'Birds & <reeds>')
  assert.ok(said.description.length >= 50, 'as long as Dataset Search wants it')
  assert.equal(said.keywords, ['birds', 'wet land'])
  assert.is(said.license, 'https://opendatacommons.org/licenses/by/1-0/?a=1&b=2')
  assert.ok(body.includes('href="https://opendatacommons.org/licenses/by/1-0/?a=1&amp;b=2"'))
  assert.not.match(data, /</)
})

face.fact('a dataset says what it costs, by its pricing model', async (shop) => {
  const shown = async (model: string, lang: string) => {
    shop.sql(`UPDATE dataset SET pricing_model = '${model}', base_price_cents = 1250`)
    const { body } = await shop.get(`/public/datasets/${shop.datasetId}?lang=${lang}`)
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
    const { offers } = JSON.parse(data)
    const prices = offers.map((one: Record<string, object>) => one.priceSpecification)
    const [text = ''] = /(?<=<dd dir="auto">)[^<]*0[.,]00[^<]*/.exec(body) ?? []
    return { text: text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' '), prices, offers }
  }
  const unit = { '@type': 'UnitPriceSpecification', priceCurrency: 'EUR' }
  const passage = { ...unit, unitText: 'passage', price: 0 }
  const file = { ...unit, unitText: 'file' }
  const fixed = await shown('fixed', 'en')
  assert.match(fixed.text, /^€0\.00 for a passage .*, €12\.50 for a whole file$/)
  assert.equal(fixed.prices, [passage, { ...file, price: 12.5 }])
  assert.equal([fixed.offers[1].price, fixed.offers[1].priceCurrency], [12.5, 'EUR'])
  const rising = await shown('demand_curve', 'de')
  assert.match(rising.text, /^0,00 € für .*, ab 12,50 € für eine ganze Datei$/)
  assert.equal(rising.prices, [passage, { ...file, minPrice: 12.5 }])
  const falling = await shown('time_decay', 'fr')
  assert.match(falling.text, /^0,00 € par .*, au plus 12,50 € par fichier entier$/)
  assert.equal(falling.prices, [passage, { ...file, maxPrice: 12.5 }])
  assert.match((await shown('fixed', 'es')).text, /^0,00 € por .*, 12,50 € por un archivo entero$/)
})

face.fact(
  'a page says where it belongs and what it is; one of a search is kept out',
  async (shop) => {
    const path = `/public/datasets/${shop.datasetId}`
    const { body } = await shop.get(`${path}?lang=de`)
    const canonical = `<link rel="canonical" href="${shop.url}${path}?lang=de">`
    for (const part of [
      canonical,
      '<meta name="description" content="Notes of forty years.',
      '<meta property="og:title" content="Birds &amp; &lt;reeds&gt;">',
      `<meta property="og:url" content="${shop.url}${path}?lang=de">`,
    ]) {
      assert.ok(body.includes(part), part)
    }
    const home = (await shop.get('/public?page=1&x=1')).body
    assert.ok(home.includes(`<link rel="canonical" href="${shop.url}/public">`))
    assert.ok(home.includes('<meta name="description" content="Forty years of notes.">'))
    const found = (await shop.get('/public?q=heron')).body
    assert.match(found, /<meta name="robots" content="noindex">/)
    assert.not.match(found, /rel="canonical"/)
  },
)

face.fact('a crawler learns what it may read, and each page that there is', async (shop) => {
  const robots = await shop.get('/robots.txt')
  assert.is(robots.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.match(robots.body, /^User-agent: \*\nAllow: \/public\n/)
  assert.match(robots.body, /^Disallow: \/$/m)
  assert.ok(robots.body.includes(`Sitemap: ${shop.url}/sitemap.xml`))
  const map = await shop.get('/sitemap.xml')
  assert.is(map.headers.get('content-type'), 'application/xml; charset=utf-8')
  const places = [...map.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place)
  assert.equal(places, [`${shop.url}/public`, `${shop.url}/public/datasets/${shop.datasetId}`])
  assert.match(map.body, /<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/)
  assert.is((await shop.get('/sitemap.xml?page=2')).status, 404)
})

face.fact('a refusal is a page for a browser, and JSON for a program', async (shop) => {
  for (const [path, status] of [
    ['/public/datasets/dset_nowhere', 404],
    ['/public?lang=it', 400],
  ] as const) {
    const shown = await shop.get(path)
    assert.equal([shown.status, shown.headers.get('content-type')], [status, page])
    assert.match(shown.body, /<h1>This did not work<\/h1>/)
    const told = await shop.call('GET', path)
    assert.equal([told.status, typeof told.body], [status, 'object'])
  }
})

face.fact('links can be read on their ground, whatever the colour of the house', async (shop) => {
  const { body } = await shop.get('/public')
  const [, light = '', dark = ''] = /--link: light-dark\((#\w{6}), (#\w{6})\)/.exec(body) ?? []
  // The colour is light: it stays as it is on the dark ground alone.
  assert.ok(contrast(light, '#ffffff') >= 4.5, light)
  assert.is(dark, '#ffe08a')
})

/** As WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const shares = [0.2126, 0.7152, 0.0722]
  return [1, 3, 5].reduce((sum, at, i) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    const linear = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    return sum + linear * (shares[i] as number)
  }, 0)
}

face.fact('the logo is given with its type, and a drawing runs nothing', async (shop) => {
  const { status, headers } = await shop.call('GET', '/public/logo')
  assert.equal([status, headers.get('content-type')], [200, 'image/svg+xml'])
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
})

face.fact('what is not open and listed is in no page and no catalogue', async (shop) => {
  const isThere = async () => {
    const one = await shop.get(`/public/datasets/${shop.datasetId}`)
    const all = ['/public', '/catalog.ttl', '/catalog.jsonld', '/sitemap.xml'].map((path) =>
      shop.get(path),
    )
    const texts = (await Promise.all(all)).map(({ body }) => JSON.stringify(body))
    const named = texts.filter((body) => body.includes(shop.datasetId)).length
    return [one.status, named]
  }
  assert.equal(await isThere(), [200, 4])
  for (const [column, value] of [
    ['visibility', 'restricted'],
    ['visibility', 'private'],
    ['monetization_mode', 'premium'],
    ['status', 'paused'],
  ] as const) {
    const before = shop.store.raw.prepare(`SELECT ${column} FROM dataset`).pluck().get()
    shop.sql(`UPDATE dataset SET ${column} = '${value}'`)
    assert.equal(await isThere(), [404, 0], value)
    shop.sql(`UPDATE dataset SET ${column} = '${before}'`)
  }
  assert.equal(await isThere(), [200, 4])
})

// The last of this house: nothing takes a dataset out of the table.
face.fact('a map of more than a thousand names the maps of each thousand', async (shop) => {
  const { dataset_no: _, ...row } = shop.store.raw.prepare('SELECT * FROM dataset').get() as Record<
    string,
    unknown
  >
  const idOf = (i: number) => `dset_${String(i).padStart(26, '0')}`
  shop.store.raw.transaction(() => {
    for (let i = 0; i < 1000; i++) insertRow(shop.store, 'dataset', { ...row, dataset_id: idOf(i) })
  })()
  const loc = async (path: string) => {
    const { body } = await shop.get(path)
    return [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place = '']) => place)
  }
  const maps = [1, 2].map((no) => `${shop.url}/sitemap.xml?page=${no}`)
  assert.equal(await loc('/sitemap.xml'), maps)
  const [first, second] = [await loc('/sitemap.xml?page=1'), await loc('/sitemap.xml?page=2')]
  assert.equal([first.length, second.length], [1001, 1])
  assert.is(new Set([...first, ...second]).size, 1002)
})

test('without the public search there is none of it', async () => {
  await using shop = await openFace({ publicSearch: false })
  const paths = ['/public', `/public/datasets/${shop.datasetId}`, '/catalog.ttl']
  for (const path of [...paths, '/catalog.jsonld', '/public?q=heron', '/sitemap.xml']) {
    assert.is((await shop.get(path)).status, 404, path)
  }
  // What is not there may be crawled, as crawlers have it: this is there.
  assert.is((await shop.get('/robots.txt')).body, 'User-agent: *\nDisallow: /\n')
})

const behindProxy = { trustedProxies: '127.0.0.1', signup: 'open' }

test('the pages are limited like searches, by address', async () => {
  await using shop = await openFace({ searchRatePerMinute: 2, ...behindProxy })
  const from = (address: string) => {
    const headers = { accept: 'text/html', 'x-forwarded-for': address }
    return shop.call('GET', '/public?q=heron', { headers })
  }
  const first = [await from('10.0.0.1'), await from('10.0.0.1'), await from('10.0.0.1')]
  assert.equal(
    first.map(({ status }) => status),
    [200, 200, 429],
  )
  assert.ok(Number(first[2]?.headers.get('retry-after')) > 0)
  assert.is((await from('10.0.0.2')).status, 200)
  // Who has one address of IPv6 has a whole network.
  const network = ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:3', '2001:db8:0:1::1']
  const statuses: number[] = []
  for (const address of network) statuses.push((await from(address)).status)
  assert.equal(statuses, [200, 200, 429, 200])
})

test('a logo that is none is refused at the start, by the name of its setting', async () => {
  const file = join(facePlace.path, 'logo.gif')
  writeFileSync(file, 'GIF89a')
  for (const publicLogo of [file, join(facePlace.path, 'nowhere.png')]) {
    await openFace({ publicLogo }).then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, /KONTOR_PUBLIC_LOGO/),
    )
  }
})

test.run()
