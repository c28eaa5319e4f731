// What clients do. Each deed writes into the journal before it asks and after it was told; what
// can be repeated carries an Idempotency-Key of its own, so that asking again is no second deed.
import type { Answer, Asked } from '../../test/support/open-test-app.ts'
import type { Document, Link, Part, Search, Shelf, TopUp } from './journal.ts'
import { NoAnswer, TurnedAway, type World } from './world.ts'

/** An answer that must not be: neither what was asked for nor silence. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer'
}

type Step<T> = {
  /** `POST /v1/datasets`. */
  what: string
  record: T
  /** What of the record it is about. */
  field: keyof T & string
  asked: Asked
  good?: readonly number[]
  /** Whether it is sent with an Idempotency-Key. */
  keyed?: boolean
}

async function tell<T extends { name: string }>(world: World, step: Step<T>): Promise<Answer> {
  const { what, record, field, asked, good = [200, 201], keyed = false } = step
  const headers = keyed ? { 'idempotency-key': `${record.name}:${field}` } : {}
  const before = record[field]
  Object.assign(record, { [field]: 'asked' })
  const answer = await ask(world, what, { ...asked, headers }).catch((error) => {
    if (error instanceof TurnedAway) Object.assign(record, { [field]: before })
    throw error
  })
  requireGood(`${field} of ${record.name}`, answer, good)
  Object.assign(record, { [field]: 'done' })
  return answer
}

export function requireGood(what: string, answer: Answer, good: readonly number[]): Answer {
  if (good.includes(answer.status)) return answer
  const said = JSON.stringify(answer.body).slice(0, 300)
  throw new WrongAnswer(`${what}: ${answer.status} ${said}`)
}

/** Throws NoAnswer and TurnedAway. */
export async function ask({ market }: World, what: string, asked: Asked): Promise<Answer> {
  const [method = '', path = ''] = what.split(' ')
  const answer = await market.call(method, path, asked).catch((error) => {
    throw new NoAnswer(what, { cause: error })
  })
  if (answer.status !== 503 && answer.status !== 429) return answer
  throw new TurnedAway(`${what}: ${answer.status}`)
}

export async function initiate(world: World, record: Document): Promise<void> {
  const { datasetId, provider } = world.market
  const { body } = await tell(world, {
    what: `POST /v1/datasets/${record.shelf?.datasetId ?? datasetId}/objects/upload`,
    record,
    field: 'initiated',
    keyed: true,
    asked: {
      as: provider.token,
      body: {
        filename: record.name,
        content_type: 'text/plain',
        size_bytes: record.sizeBytes,
      },
    },
  })
  record.objectId = body.data.object_id
  record.uploadUrl = body.data.upload_url
  record.parts = (body.data.parts ?? []).map((part: PartAnswer) => partOf(record, part))
}

type PartAnswer = Record<'part_number' | 'offset_bytes' | 'size_bytes', number> & {
  upload_url: string
}

function partOf({ name }: Document, part: PartAnswer): Part {
  const { part_number, offset_bytes, size_bytes, upload_url } = part
  return {
    name: `${name}, part ${part_number}`,
    partNumber: part_number,
    url: upload_url,
    offsetBytes: offset_bytes,
    sizeBytes: size_bytes,
    etag: '',
    sent: 'never',
  }
}

export async function sendPart(world: World, document: Document, record: Part): Promise<void> {
  const { offsetBytes, sizeBytes } = record
  const asked = { raw: document.bytes.subarray(offsetBytes, offsetBytes + sizeBytes) }
  const what = `PUT ${record.url}`
  const { headers } = await tell(world, { what, record, field: 'sent', asked })
  record.etag = headers.get('etag') ?? ''
}

export async function send(world: World, record: Document): Promise<void> {
  const asked = { raw: record.bytes }
  await tell(world, { what: `PUT ${record.uploadUrl}`, record, field: 'sent', asked })
}

export async function confirm(world: World, record: Document): Promise<void> {
  await tell(world, {
    what: `POST /v1/objects/${record.objectId}/confirm`,
    record,
    field: 'confirmed',
    keyed: true,
    asked: { as: world.market.provider.token, body: partsOf(record) },
  })
}

function partsOf({ parts }: Document) {
  if (parts.length === 0) return {}
  return { parts: parts.map(({ partNumber, etag }) => ({ part_number: partNumber, etag })) }
}

export async function approve(world: World, record: Document): Promise<void> {
  const { operator, provider } = world.market
  await tell(world, {
    what: `POST /v1/admin/review/objects/${provider.tenantId}/${record.objectId}/approve`,
    record,
    field: 'approved',
    keyed: true,
    asked: { as: operator.token, body: {} },
  })
}

/** 404 is what the second one hears when the first one was not answered. */
export async function remove(world: World, record: Document): Promise<void> {
  const good = record.deleted === 'asked' ? [200, 404] : [200]
  const what = `DELETE /v1/objects/${record.objectId}`
  const asked = { as: world.market.provider.token }
  await tell(world, { what, record, field: 'deleted', asked, good })
}

export async function takeDown(world: World, record: Document): Promise<void> {
  const { operator, provider } = world.market
  await tell(world, {
    what: `POST /v1/admin/objects/${provider.tenantId}/${record.objectId}/takedown`,
    record,
    field: 'takenDown',
    keyed: true,
    asked: { as: operator.token, body: { reason: 'a complaint' } },
  })
}

export async function restore(world: World, record: Document): Promise<void> {
  const { operator, provider } = world.market
  await tell(world, {
    what: `POST /v1/admin/objects/${provider.tenantId}/${record.objectId}/restore`,
    record,
    field: 'restored',
    keyed: true,
    asked: { as: operator.token, body: {} },
  })
}

export async function createShelf(world: World, record: Shelf): Promise<void> {
  const { body } = await tell(world, {
    what: 'POST /v1/datasets',
    record,
    field: 'created',
    keyed: true,
    asked: {
      as: world.market.provider.token,
      body: { name: record.name, visibility: 'listed' },
    },
  })
  record.datasetId = body.data.dataset_id
}

/** 404 is what the second one hears when the first one was not answered. */
export async function removeShelf(world: World, record: Shelf): Promise<void> {
  const good = record.removed === 'asked' ? [200, 404] : [200]
  const what = `DELETE /v1/datasets/${record.datasetId}`
  const asked = { as: world.market.provider.token }
  await tell(world, { what, record, field: 'removed', asked, good })
  for (const document of world.journal.documents) {
    if (document.shelf === record) document.deleted = 'done'
  }
}

export async function topUp(world: World, record: TopUp): Promise<void> {
  const { operator, buyer } = world.market
  await tell(world, {
    what: `POST /v1/admin/tenants/${buyer.tenantId}/credits`,
    record,
    field: 'given',
    keyed: true,
    asked: { as: operator.token, body: { credits: record.credits, reason: record.name } },
  })
}

export async function mint(world: World, record: Link): Promise<void> {
  const { body } = await tell(world, {
    what: 'POST /download',
    record,
    field: 'minted',
    asked: { as: world.market.key, body: { asset_id: record.document.objectId } },
  })
  record.url = body.url
  record.isFree = body.estimated_credits === 0
}

/** After a fetch that was not answered the link is used or not; 410 and 200 are both right. */
export async function fetchBytes(world: World, record: Link): Promise<void> {
  const { url, document, fetched, isFree } = record
  const good = [200, ...(fetched === 'asked' ? [410] : []), ...(isFree ? [403] : [])]
  const answer = await tell(world, {
    what: `GET ${url}`,
    record,
    field: 'fetched',
    asked: {},
    good,
  })
  if (answer.status === 403) record.fetched = 'never'
  if (answer.status === 200 && !answer.bytes.equals(document.bytes)) {
    throw new WrongAnswer(`${record.name}: other bytes than those of ${document.name}`)
  }
}

/** A search under a request id of its own: asked again, it is the same search. */
export async function search(world: World, record: Search): Promise<Answer> {
  const q = encodeURIComponent(`"${record.word}"`)
  return tell(world, {
    what: `GET /search?q=${q}&limit=100&request_id=${record.name}`,
    record,
    field: 'searched',
    asked: { as: world.searchKey },
  })
}

export function newShelf({ journal }: World): Shelf {
  const name = `shelf-${journal.shelves.length + 1}`
  const record: Shelf = { name, datasetId: '', created: 'never', removed: 'never' }
  journal.shelves.push(record)
  return record
}

export function newTopUp({ journal }: World, credits: number): TopUp {
  const record: TopUp = { name: `top-up-${journal.topUps.length + 1}`, credits, given: 'never' }
  journal.topUps.push(record)
  return record
}

export function newLink({ journal }: World, document: Document): Link {
  const name = `link-${journal.links.length + 1}`
  const record: Link = { name, document, url: '', minted: 'never', fetched: 'never' }
  journal.links.push(record)
  return record
}

export function newSearch({ journal }: World, word: string): Search {
  const name = `search-${journal.searches.length + 1}`
  const record: Search = { name, word, searched: 'never' }
  journal.searches.push(record)
  return record
}
