// One of every kind of URL, token and key that opens something by itself.
import { Buffer } from 'node:buffer'
import { fromOwnPage, openPage } from '../../test/support/browser-page.ts'
import { approve, indexed, initiate, stage } from '../../test/support/market.ts'
import { makeKey } from '../../test/support/open-test-app.ts'
import { asPath, type Shot } from './hammer.ts'
import type { World } from './world.ts'

export type Victim = {
  kind: string
  method: string
  /** What is altered. */
  text: string
  /** Genuine ones of the same form, for splicing. */
  others: readonly string[]
  /** Two texts that mean the same are the same permission. */
  means(text: string): string
  /** Where in a request the text goes. */
  carry(text: string): Pick<Shot, 'path' | 'headers'>
  body?: Buffer
  /** How an altered one may be answered. */
  refusals: readonly number[]
}

const bytes = Buffer.from('altered!')
const aboveOnePart = 64 * 1024 * 1024 + 1

export async function openVictims(world: World): Promise<Victim[]> {
  const urls = await signedUrls(world)
  const others = urls.map(({ text }) => text)
  const { market } = world
  const key = await makeKey(market.call, market.buyer, {})
  return [
    ...urls.map((url) => ({ ...url, others: others.filter((other) => other !== url.text) })),
    inPath({ kind: 'download link', text: await linkOf(world), before: '/dl/' }),
    { ...inHeader({ kind: 'session', text: market.buyer.token }), carry: bearer('/v1/me') },
    { ...inHeader({ kind: 'cookie', text: await cookieOf(world) }), carry: cookie(world) },
    { ...inHeader({ kind: 'API key', text: key }), carry: apiKey('/assets') },
    { ...inHeader({ kind: 'bearer key', text: key }), carry: bearer('/assets') },
    await cursorOf(world),
  ]
}

async function signedUrls({ market }: World): Promise<Omit<Victim, 'others'>[]> {
  const { call, provider, operator } = market
  const upload = await initiate(market, { bytes })
  const large = await call('POST', `/v1/datasets/${market.datasetId}/objects/upload`, {
    as: provider.token,
    body: { filename: 'large.txt', content_type: 'text/plain', size_bytes: aboveOnePart },
  })
  const staged = await stage(market, { bytes })
  const download = await call('GET', `/v1/objects/${staged.objectId}/download`, {
    as: provider.token,
  })
  const review = `/v1/admin/review/objects/${provider.tenantId}/${staged.objectId}`
  const preview = await call('GET', `${review}/preview`, { as: operator.token })
  return [
    { kind: 'upload URL', method: 'PUT', url: upload.url, body: bytes },
    { kind: 'part URL', method: 'PUT', url: large.body.data.parts[1].upload_url, body: bytes },
    { kind: 'download URL', method: 'GET', url: download.body.data.download_url },
    { kind: 'preview URL', method: 'GET', url: preview.body.data.preview_url },
  ].map(({ url, ...rest }) => ({
    ...rest,
    text: url.slice(new URL(url).origin.length),
    means: meaningOfUrl,
    carry: (text: string) => ({ path: asPath(text) }),
    // 400 for a parameter that comes twice, 404 for another path, 405 for one of another use.
    refusals: [400, 403, 404, 405],
  }))
}

/** What a URL says, whatever its spelling; what it does not know, the server ignores. */
function meaningOfUrl(text: string): string {
  try {
    const { pathname, search } = new URL(`http://localhost${text}`)
    // A second question mark is one too many and changes nothing.
    const query = new URLSearchParams(search.slice(1))
    const known = ['purpose', 'part', 'limit', 'expires', 'signature']
    return JSON.stringify([pathname, known.map((name) => query.getAll(name))])
  } catch {
    return `not a URL: ${text}`
  }
}

async function linkOf({ market }: World): Promise<string> {
  const upload = await stage(market, { bytes: Buffer.from('A link leads to this boiler.') })
  await approve(market, upload)
  await indexed(market, upload)
  const asked = { as: market.key, body: { asset_id: upload.objectId } }
  const { body } = await market.call('POST', '/download', asked)
  return body.url.slice(body.url.lastIndexOf('/') + 1)
}

function inPath({ kind, text, before }: { kind: string; text: string; before: string }): Victim {
  return {
    kind,
    method: 'GET',
    text,
    others: [],
    means: (changed) => changed,
    carry: (changed) => ({ path: `${before}${encodeURIComponent(changed)}` }),
    // Without a token it is another path.
    refusals: [403, 404],
  }
}

/** White space around a header's value is not part of it. */
function inHeader({ kind, text }: { kind: string; text: string }) {
  const means = (changed: string) => changed.trim()
  return { kind, method: 'GET', text, others: [], means, refusals: [401] }
}

function bearer(path: string) {
  return (text: string) => ({ path, headers: { authorization: `Bearer ${text}` } })
}

async function cookieOf({ market, server }: World): Promise<string> {
  const page = openPage({ url: server().url, call: market.call })
  await page.logIn(market.buyer.email)
  return page.cookie().slice('kontor='.length)
}

/** As the browser sends it for a page of our own. */
function cookie({ server }: World) {
  const own = fromOwnPage({ url: server().url })
  return (text: string) => ({ path: '/v1/me', headers: { ...own, cookie: `kontor=${text}` } })
}

function apiKey(path: string) {
  return (text: string) => ({ path, headers: { 'x-api-key': text } })
}

async function cursorOf({ market }: World): Promise<Victim> {
  const { call, provider } = market
  const as = provider.token
  for (const name of ['one', 'two']) await call('POST', '/v1/datasets', { as, body: { name } })
  const { body } = await call('GET', '/v1/datasets?limit=1', { as })
  return {
    kind: 'cursor',
    method: 'GET',
    text: body.data.next_cursor,
    others: [],
    means: (changed) => changed,
    carry: (changed) => ({
      path: `/v1/datasets?limit=1&cursor=${encodeURIComponent(changed)}`,
      headers: { authorization: `Bearer ${as}` },
    }),
    refusals: [400],
  }
}
