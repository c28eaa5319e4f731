// What clients look at, and small things that they make and take away again.
import type { Answer, Asked } from '../../test/support/open-test-app.ts'
import { ask, requireGood } from './deeds.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

type Who = 'operator' | 'provider' | 'buyer' | 'key' | 'nobody'

/**
 * `{object}` and `{dataset}` are filled in. What is about an object may not be there any more, or
 * not be uploaded yet.
 */
const reads: readonly [who: Who, path: string][] = [
  ['nobody', '/health'],
  ['provider', '/v1/me'],
  ['buyer', '/v1/me'],
  ['provider', '/v1/datasets'],
  ['provider', '/v1/datasets/{dataset}'],
  ['provider', '/v1/datasets/{dataset}/objects?limit=50'],
  ['provider', '/v1/objects/{object}'],
  ['provider', '/v1/objects/{object}/download'],
  ['buyer', '/v1/api-keys'],
  ['operator', '/v1/admin/review/queue'],
  ['key', '/assets'],
  ['key', '/asset/{object}'],
  ['key', '/search?q=boiler&limit=20&facets=true&highlight=true'],
  ['key', '/search?q=insp*%20-roof'],
]

export async function anyRead(world: World, random: Random): Promise<void> {
  const [who, template] = random.pick(reads)
  const { documents } = world.journal
  const objectId = documents.length === 0 ? undefined : random.pick(documents).objectId
  if (template.includes('{object}') && !objectId) return
  const path = template
    .replace('{dataset}', world.market.datasetId)
    .replace('{object}', objectId ?? '')
  const good = template.includes('{object}') ? [200, 404, 409] : [200]
  requireGood(`GET ${path}`, await ask(world, `GET ${path}`, { as: tokenOf(world, who) }), good)
}

/** A key or a dataset that is made, changed, and gone again at once. */
export async function anyErrand(world: World, random: Random): Promise<void> {
  if (random.below(2) === 0) await keyErrand(world)
  else await datasetErrand(world)
}

async function keyErrand(world: World): Promise<void> {
  const as = world.market.buyer.token
  const body = { name: 'errand', scopes: ['search:query'] }
  const { data } = (await good(world, 'POST /v1/api-keys', { as, body })).body
  await good(world, `PATCH /v1/api-keys/${data.api_key_id}`, { as, body: { name: 'changed' } })
  await good(world, 'GET /search?q=boiler', { as: data.key })
  await good(world, `DELETE /v1/api-keys/${data.api_key_id}`, { as })
  requireGood('a revoked key', await ask(world, 'GET /assets', { as: data.key }), [401])
}

async function datasetErrand(world: World): Promise<void> {
  const as = world.market.provider.token
  const { data } = (await good(world, 'POST /v1/datasets', { as, body: { name: 'errand' } })).body
  const path = `/v1/datasets/${data.dataset_id}`
  await good(world, `PATCH ${path}`, { as, body: { description: 'changed', visibility: 'listed' } })
  await good(world, `DELETE ${path}`, { as })
  requireGood('a deleted dataset', await ask(world, `GET ${path}`, { as }), [404])
}

async function good(world: World, what: string, asked: Asked): Promise<Answer> {
  const answer = await ask(world, what, asked)
  return requireGood(what, answer, [200, 201, 204])
}

function tokenOf({ market }: World, who: Who): string | undefined {
  if (who === 'nobody') return undefined
  return who === 'key' ? market.key : market[who].token
}
