// What never was, what is somebody else's and what was deleted: one answer, in about the same time.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestShop, type TestShop } from '../../support/open-test-shop.ts'

type Things = TestShop & { datasets: Ids; objects: Ids }
/** An id that never was, another tenant's, and one that was deleted. */
type Ids = Record<'unknown' | 'foreign' | 'deleted', string>

const dataset = '/v1/datasets/{dataset}'
const object = '/v1/objects/{object}'
const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: 1 }

const asks: [ask: string, body?: object][] = [
  [`GET ${dataset}`],
  [`PATCH ${dataset}`, { name: 'x' }],
  [`DELETE ${dataset}`],
  [`GET ${dataset}/objects`],
  [`POST ${dataset}/objects/upload`, file],
  ['POST /v1/uploads', { dataset_id: '{dataset}', ...file }],
  [`GET ${dataset}/access`],
  [`POST ${dataset}/access`, { tenant_id: 'x' }],
  [`GET ${dataset}/access-requests`],
  [`GET /v1/provider${dataset.slice(3)}/analytics`],
  ['GET /v1/provider/analytics?dataset_id={dataset}'],
  ['GET /v1/catalog/datasets/{dataset}'],
  [`GET ${object}`],
  [`GET ${object}/download`],
  [`GET ${object}/upload`],
  [`POST ${object}/confirm`, {}],
  [`POST ${object}/resubmit`],
  [`DELETE ${object}/upload`],
  [`DELETE ${object}`],
]

async function openThings(): Promise<Things> {
  const shop = await openTestShop()
  const make = async (as: string) => {
    const body = { name: 'A', visibility: 'private' }
    return (await shop.call('POST', '/v1/datasets', { as, body })).body.data.dataset_id as string
  }
  const as = shop.provider.token
  const buried = await shop.offer()
  await shop.call('DELETE', `/v1/objects/${buried}`, { as })
  const gone = await make(as)
  await shop.call('DELETE', `/v1/datasets/${gone}`, { as })
  const foreign = await make(shop.buyer.token)
  const begun = await shop.call('POST', `/v1/datasets/${foreign}/objects/upload`, {
    as: shop.buyer.token,
    body: file,
  })
  const unknown = '01k5w2q8m3n7p4r6s9t1v5x8yz'
  return Object.assign(shop, {
    datasets: { unknown: `dset_${unknown}`, foreign, deleted: gone },
    objects: { unknown: `obj_${unknown}`, foreign: begun.body.data.object_id, deleted: buried },
  })
}

async function asked(things: Things, kind: keyof Ids, [ask, body]: [string, object?]) {
  const names = { dataset: things.datasets[kind], object: things.objects[kind] }
  const filled = (text: string) =>
    text.replace(/\{(dataset|object)\}/, (_, name: 'dataset' | 'object') => names[name])
  const [method = '', path = ''] = filled(ask).split(' ')
  const sent = body === undefined ? {} : { body: JSON.parse(filled(JSON.stringify(body))) }
  const startedMs = performance.now()
  const answer = await things.call(method, path, { as: things.provider.token, ...sent })
  return { status: answer.status, error: answer.body.error, ms: performance.now() - startedMs }
}

const kinds = ['unknown', 'foreign', 'deleted'] as const

test('unknown, foreign and deleted have the same answer, everywhere', async () => {
  await using things = await openThings()
  for (const ask of asks) {
    const answers = []
    for (const kind of kinds) {
      const { status, error } = await asked(things, kind, ask)
      answers.push({ status, error })
    }
    const [unknown, ...others] = answers
    assert.is(unknown?.status, 404, ask[0])
    for (const other of others) assert.equal(other, unknown, ask[0])
  }
})

test('and they take about the same time', async () => {
  await using things = await openThings()
  const times = { unknown: [] as number[], foreign: [] as number[], deleted: [] as number[] }
  for (let round = 0; round < 60; round++) {
    for (const kind of kinds) times[kind].push((await asked(things, kind, [`GET ${object}`])).ms)
  }
  // The quickest of each: whatever else the machine does can only add to a time.
  const [unknown, ...others] = kinds.map((kind) => Math.min(...times[kind]))
  for (const other of others) {
    const ratio = other / (unknown ?? Number.NaN)
    assert.ok(ratio > 1 / 3 && ratio < 3, `${ratio}`)
  }
})

test.run()
