import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId } from '../../../src/base/ids.ts'
import { secretsFrom } from '../../../src/base/secrets.ts'
import { openSignedUrls, type SignedLink } from '../../../src/domain/catalog/signed-urls.ts'
import { startMs } from '../../support/fake-clock.ts'

const secrets = secretsFrom(Buffer.alloc(32, 1))
const links = openSignedUrls({ secrets, baseUrl: () => 'https://data.example.eu/market' })

const link: SignedLink = {
  purpose: 'upload',
  objectId: newId('obj', startMs),
  limitBytes: 1234,
  expiresAtMs: startMs + 60_000,
}

test('a signed URL starts with the base address and gives back what it permits', () => {
  const url = links.sign(link)
  assert.ok(url.startsWith(`https://data.example.eu/market/blobs/${link.objectId}?`))
  assert.equal(verify(url, 'PUT'), link)
})

test('a URL for reading answers GET and HEAD and nothing else', () => {
  const url = links.sign({ ...link, purpose: 'download' })
  assert.is(judge(url, 'GET'), 'valid')
  assert.is(judge(url, 'HEAD'), 'valid')
  assert.is(judge(url, 'PUT'), 'LinkInvalid')
  assert.is(judge(url, 'DELETE'), 'LinkInvalid')
})

const part: SignedLink = { ...link, purpose: 'part', partNumber: 3 }

test('a URL for a part gives its number back, and sends only', () => {
  const url = links.sign(part)
  assert.equal(verify(url, 'PUT'), part)
  assert.is(judge(url, 'GET'), 'LinkInvalid')
})

const partAlterations: [title: string, change: (url: URL) => void][] = [
  ['another part', (url) => url.searchParams.set('part', '4')],
  ['no part', (url) => url.searchParams.delete('part')],
  ['a second part', (url) => url.searchParams.append('part', '3')],
  ['a part with a leading zero', (url) => url.searchParams.set('part', '03')],
  ['the purpose of a whole file', (url) => url.searchParams.set('purpose', 'upload')],
]

for (const [title, change] of partAlterations) {
  test(`${title} in the URL of a part is refused`, () => {
    const url = new URL(links.sign(part))
    change(url)
    assert.is(judge(url.href, 'PUT'), 'LinkInvalid')
  })
}

test('a part in the URL of a whole file is refused', () => {
  assert.is(judge(`${links.sign(link)}&part=3`, 'PUT'), 'LinkInvalid')
})

test('a URL for sending does not read', () => {
  assert.is(judge(links.sign(link), 'GET'), 'LinkInvalid')
  assert.is(judge(links.sign(link), 'HEAD'), 'LinkInvalid')
  assert.is(judge(links.sign(link), 'POST'), 'LinkInvalid')
})

test('a URL is good until its last millisecond', () => {
  const url = links.sign(link)
  assert.is(judge(url, 'PUT', link.expiresAtMs - 1), 'valid')
  assert.is(judge(url, 'PUT', link.expiresAtMs), 'LinkInvalid')
})

const alterations: [title: string, change: (url: URL) => void][] = [
  ['another size limit', (url) => url.searchParams.set('limit', '1235')],
  ['a later expiry', (url) => url.searchParams.set('expires', `${link.expiresAtMs + 1}`)],
  ['another purpose', (url) => url.searchParams.set('purpose', 'download')],
  ['an unknown purpose', (url) => url.searchParams.set('purpose', 'toString')],
  ['another object', (url) => pathTo(url, newId('obj', startMs))],
  ['an id of another kind', (url) => pathTo(url, newId('dset', startMs))],
  ['no signature', (url) => url.searchParams.delete('signature')],
  ['an empty signature', (url) => url.searchParams.set('signature', '')],
  ['no limit', (url) => url.searchParams.delete('limit')],
  ['a limit with a leading zero', (url) => url.searchParams.set('limit', '01234')],
  ['a limit in another notation', (url) => url.searchParams.set('limit', '1.234e3')],
  ['a second signature', (url) => url.searchParams.append('signature', 'x')],
  ['a second expiry', (url) => url.searchParams.append('expires', '99999999999999')],
]

for (const [title, change] of alterations) {
  test(`${title} is refused`, () => {
    const url = new URL(links.sign(link))
    change(url)
    assert.is(judge(url.href, 'PUT'), 'LinkInvalid')
  })
}

test('another master key makes another signature', () => {
  const others = openSignedUrls({
    secrets: secretsFrom(Buffer.alloc(32, 2)),
    baseUrl: () => 'https://data.example.eu/market',
  })
  assert.is(judge(others.sign(link), 'PUT'), 'LinkInvalid')
})

test('a URL of an earlier master key opens as long as that one is accepted', () => {
  const [old, now] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const both = { root: () => now, signing: () => [now, old], pastSigners: () => [] }
  const renewed = openSignedUrls({
    secrets: secretsFrom(now, both),
    baseUrl: () => 'https://data.example.eu/market',
  })
  for (const href of [links.sign(link), renewed.sign(link)]) {
    const query = new URL(href).searchParams
    assert.equal(renewed.verify({ method: 'PUT', objectId: link.objectId, query }, startMs), link)
  }
  assert.is(judge(renewed.sign(link), 'PUT'), 'LinkInvalid')
})

test('a URL that was signed before an upgrade is signed in the same way after it', () => {
  const objectId = 'obj_01hzzzzzzzzzzzzzzzzzzzzzzz'
  const signature = (one: SignedLink) => new URL(links.sign(one)).searchParams.get('signature')
  assert.is(signature({ ...link, objectId }), 'qeX9QkvvW9Obr3gclfZDfoNiQTbzaHkkny2ABdk-U9E')
  assert.is(signature({ ...part, objectId }), 'b5-osJv2ANO6eCqS7Fc_Mf8AXOlBtom_dxvgSAAJ_gk')
})

test('no change of one character of the query is accepted', () => {
  const url = links.sign(part)
  const from = url.indexOf('?') + 1
  const alphabet = 'aZ09-_=&%.+'
  for (let at = from; at < url.length; at++) {
    for (const character of alphabet) {
      if (url[at] === character) continue
      const altered = url.slice(0, at) + character + url.slice(at + 1)
      assert.is(judge(altered, 'PUT'), 'LinkInvalid', altered)
    }
  }
})

function verify(href: string, method: Method, nowMs: number = startMs): SignedLink {
  const url = new URL(href)
  const objectId = url.pathname.split('/').at(-1) ?? ''
  return links.verify({ method, objectId, query: url.searchParams }, nowMs)
}

type Method = 'PUT' | 'GET' | 'HEAD' | 'POST' | 'DELETE'

function judge(...asked: Parameters<typeof verify>): string {
  try {
    verify(...asked)
    return 'valid'
  } catch (error) {
    return (error as Error).name
  }
}

function pathTo(url: URL, id: string): void {
  url.pathname = url.pathname.replace(link.objectId, id)
}

test.run()
