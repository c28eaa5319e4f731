// Buyers who fetch whole files from the bucket: what decides, is charged and is told stays here,
// and the bucket gives what the link is spent for and nothing else. With a double that works out
// the signatures by itself, and with a real S3 server where there is one (scripts/engines up s3).
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openClient } from '../../src/client/index.ts'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { onBothStores } from '../support/both-stores.ts'
import { openTestShop } from '../support/open-test-shop.ts'
import { refusal } from '../support/refusal.ts'

const config = { downloadsStraightSeconds: 60, welcomeCredits: 10_000 }

async function shopOn(settings: object) {
  const shop = await openTestShop({ config: { ...config, ...settings } })
  const count = (sql: string) => shop.store.raw.prepare(sql).pluck().get()
  /** Follows nobody, and says of itself what it is told and nothing else. */
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const [answer] = await once(request(`${shop.url}${path}`, { headers }).end(), 'response')
    const { statusCode: status, headers: got } = answer as IncomingMessage
    return { status, headers: new Headers(got as Record<string, string>), text: await text(answer) }
  }
  return Object.assign(shop, {
    count,
    sales: () => count("SELECT count(*) FROM meter_event WHERE kind = 'download'") as number,
    keyOf: (id: string) => count(`SELECT blob_key FROM object WHERE object_id = '${id}'`) as string,
    get,
    /** Where a new link of this asset leads. */
    async lent(id: string) {
      const { status, headers } = await get(await shop.link(id))
      assert.is(status, 307)
      return headers.get('location') ?? ''
    },
  })
}
const { fact, doubleFact } = onBothStores(shopOn)

const words = (headers: Headers) =>
  ['content-type', 'content-disposition', 'content-length'].map((name) => headers.get(name))

fact('a link is spent here, and leads to what it would have given', async (shop) => {
  const before = shop.sales()
  const link = await shop.link(await shop.offer({ filename: 'a "b" é Ρώμη; c=1.txt' }))
  const described = await shop.call('HEAD', link)
  assert.is(described.status, 200)
  const { status, headers, text: said } = await shop.get(link)
  assert.is(status, 307)
  assert.equal(
    ['cache-control', 'referrer-policy', 'content-disposition'].map((name) => headers.get(name)),
    ['private, no-store', 'no-referrer', null],
  )
  assert.match(said, /is at the address in Location for 60 seconds/)
  const url = headers.get('location') ?? ''
  const file = await fetch(url)
  assert.is(file.status, 200)
  assert.equal(words(file.headers), words(described.headers))
  assert.is(file.headers.get('cache-control'), 'private, no-store')
  assert.is(await file.text(), 'the content')
  const part = await fetch(url, { headers: { range: 'bytes=4-' } })
  assert.equal([part.status, await part.text()], [206, 'content'])

  assert.is((await shop.get(link)).status, 410)
  assert.is(shop.sales(), before + 1)
  assertLedgerBalances(shop)
  const { body } = await shop.call('GET', '/v1/purchases', { as: shop.buyer.token })
  assert.equal(
    [body.data.purchases[0].outcome, body.data.purchases[0].free_again_until],
    ['sent', null],
  )
})

fact('of many callers at once one is sent on, and one is charged', async (shop) => {
  const before = shop.sales()
  const link = await shop.link(await shop.offer())
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.get(link)))
  const statuses = answers.map(({ status }) => status).sort()
  assert.equal(statuses, [307, ...Array(19).fill(410)])
  assert.is(shop.sales(), before + 1)
})

fact('the URL gives this file in these words, by GET, and nothing else', async (shop) => {
  const [mine, other] = [await shop.offer(), await shop.offer({ bytes: Buffer.from('another') })]
  const url = await shop.lent(mine)
  const altered = (name: string, value: string) => {
    const changed = new URL(url)
    assert.ok(changed.searchParams.has(name))
    changed.searchParams.set(name, value)
    return changed.href
  }
  const refused = await Promise.all([
    fetch(url.replace(shop.keyOf(mine), shop.keyOf(other))),
    fetch(altered('response-content-disposition', 'inline; filename=a.html')),
    fetch(altered('response-content-type', 'text/html')),
    fetch(altered('X-Amz-Expires', '6000')),
    fetch(altered('X-Amz-Signature', '0'.repeat(64))),
    fetch(url, { method: 'HEAD' }),
    fetch(url, { method: 'DELETE' }),
    fetch(url, { method: 'PUT', body: 'the content' }),
  ])
  assert.equal(
    refused.map(({ status }) => status),
    refused.map(() => 403),
  )
  assert.is(await (await fetch(url)).text(), 'the content')
})

fact('no name of a file writes headers of the bucket', async (shop) => {
  const before = shop.sales()
  const names = [
    "it's (1)*!~ 100% + a&b=c#d?.txt",
    '”“ 文書 "x".txt',
    '%0d%0aset-cookie: b=c',
    'a;b,c',
  ]
  for (const filename of names) {
    const link = await shop.link(await shop.offer({ filename }))
    const described = await shop.call('HEAD', link)
    const { headers } = await shop.get(link)
    const file = await fetch(headers.get('location') ?? '')
    assert.equal([file.status, file.headers.get('set-cookie')], [200, null], filename)
    assert.equal(words(file.headers), words(described.headers), filename)
  }
  assert.is(shop.sales(), before + names.length)
  const refused = (await refusal(shop.offer({ filename: 'a\r\nset-cookie: b=c.txt' }))) as Error
  assert.match(refused.message, /filename/)
})

fact('who cannot go there, or would carry along what is ours, is given the bytes', async (shop) => {
  const asset = await shop.offer()
  const given: Record<string, string>[] = [
    { authorization: `Bearer ${shop.key}` },
    { 'x-api-key': shop.key },
    { 'payment-signature': 'e30=' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  ]
  for (const headers of given) {
    const link = await shop.link(asset)
    const answer = await shop.call('GET', link, { headers })
    assert.equal([answer.status, answer.bytes.toString()], [200, 'the content'])
    assert.is(answer.headers.get('accept-ranges'), 'none')
  }
  const sentOn: Record<string, string>[] = [
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    // fetch of Node.
    { 'sec-fetch-mode': 'cors' },
    { cookie: 'kontor=1' },
    { range: 'bytes=0-1' },
  ]
  for (const headers of sentOn)
    assert.is((await shop.get(await shop.link(asset), headers)).status, 307)
})

fact('refusals are those of before, charge nothing and name no address', async (shop) => {
  const asset = await shop.offer()
  const before = shop.sales()
  const [down, ended] = [await shop.link(asset), await shop.link(asset)]
  const refused = async (link: string) => {
    const { status, headers } = await shop.get(link)
    assert.is(headers.get('location'), null)
    return status
  }
  const of = `WHERE object_id = '${asset}'`
  shop.sql(`UPDATE object SET taken_down_at = 1 ${of}`)
  assert.is(await refused(down), 403)
  shop.sql(`UPDATE object SET taken_down_at = NULL ${of}`)
  shop.clock.advance({ seconds: 900 })
  assert.is(await refused(ended), 403)
  assert.is(await refused(`/dl/${'A'.repeat(43)}`), 403)
  const link = await shop.link(asset)
  assert.is((await shop.get(link, { purpose: 'prefetch' })).status, 403)
  assert.is(shop.sales(), before)
  assert.is((await shop.get(link)).status, 307)
})

fact('the typed client follows with no credential, and so do programs of others', async (shop) => {
  const { url: baseUrl, key: credential } = shop
  const seen: RequestInit[] = []
  const watched: typeof fetch = (input, init) => {
    seen.push(init ?? {})
    return fetch(input, init)
  }
  const client = openClient({ baseUrl, credential, fetch: watched })
  const asset = await shop.offer()
  const mint = async () => `${shop.url}${await shop.link(asset)}`
  const got = await client.fetchUrl(await mint(), { headers: { range: 'bytes=0-2' } })
  assert.equal([got.status, await got.text(), got.redirected], [206, 'the', true])
  assert.equal(Object.keys(seen[0]?.headers ?? {}), ['range'])
  // With a credential it follows nobody, and need not.
  const token = (await mint()).split('/').at(-1) ?? ''
  const direct = (await client.fetchDownload({ token })) as Response
  assert.equal([await direct.text(), direct.redirected], ['the content', false])
})

fact('a file beside the bucket is given from here, with nobody told', async (shop) => {
  const asset = await shop.offer()
  const key = shop.keyOf(asset)
  const [bucket, disk] = shop.files.places.map(({ store }) => store)
  if (!bucket || !disk) throw new Error('files lie in a bucket and on the disk')
  await bucket.remove(key)
  await disk.receive(key, [Buffer.from('the content')] as never, { limitBytes: 11 })
  const answer = await shop.call('GET', await shop.link(asset))
  assert.equal([answer.status, answer.bytes.toString()], [200, 'the content'])
  // Neither here nor there: as ever.
  const before = shop.sales()
  await disk.remove(key)
  assert.is((await shop.call('GET', await shop.link(asset))).status, 500)
  assert.is(shop.sales(), before)
})

fact('another size than that of the record is refused, uncharged', async (shop) => {
  const asset = await shop.offer()
  const before = shop.sales()
  const key = shop.keyOf(asset)
  await shop.files.store.remove(key)
  await shop.files.store.receive(key, [Buffer.from('the conten')] as never, { limitBytes: 11 })
  const link = await shop.link(asset)
  assert.is((await shop.get(link)).status, 500)
  assert.is(shop.sales(), before)
})

doubleFact('a bucket that is away is 503 before anything is charged', async (shop) => {
  const asset = await shop.offer()
  const before = shop.sales()
  const link = await shop.link(asset)
  shop.s3.fault = () => 403
  const { status, headers } = await shop.get(link)
  shop.s3.fault = () => undefined
  assert.equal([status, headers.has('retry-after')], [503, true])
  assert.is(shop.sales(), before)
  assert.is((await shop.get(link)).status, 307)
})

doubleFact('the time of a URL is by the clock of the bucket, and ends', async (shop) => {
  const asset = await shop.offer()
  shop.s3.aheadMs = 10 * 60_000
  const url = await shop.lent(asset)
  assert.is((await fetch(url)).status, 200)
  shop.s3.aheadMs += 61_000
  assert.is((await fetch(url)).status, 403)
  shop.s3.aheadMs = -10 * 60_000
  assert.is((await fetch(await shop.lent(asset))).status, 200)
  shop.s3.aheadMs = 0
})

test.run()
