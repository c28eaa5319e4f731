// Links that were altered, outlived or used otherwise than meant, and bytes that do not fit them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { confirm, initiate, mint } from '../support/market.ts'
import { topUpSteps } from '../support/payment-steps.ts'
import { a, assertRefused, b, openWorld, type Row, type World } from '../support/refusal-table.ts'
import { shared } from '../support/shared.ts'

const invalid = 'This link is not valid or has expired.'
const refusedB = { status: 403, answer: b('forbidden', { message: invalid }) }
const refusedA = { status: 403, answer: a({ code: 'forbidden', message: invalid }) }
const bytes = Buffer.from('The boiler in the cellar is in good order.\n')

/** Looked at in this order: the facts about the link use it up, and the last one ends the key. */
const table = shared(openWorld)
/** Here time passes, and the money goes. */
const later = shared(openWorld)

table.fact('an upload URL that was altered in any part is refused', async (world) => {
  const alterations: [name: string, from: RegExp, to: string][] = [
    ['the object', /obj_[0-9a-z]+/, world.names.staged ?? ''],
    ['an object that is none', /obj_[0-9a-z]+/, '..%2f..%2fsecret.key'],
    ['the purpose', /purpose=upload/, 'purpose=download'],
    ['an unknown purpose', /purpose=upload/, 'purpose=constructor'],
    ['the limit', /limit=\d+/, 'limit=999999'],
    ['the limit, written otherwise', /limit=/, 'limit=0'],
    ['the expiry', /expires=\d+/, 'expires=99999999999999'],
    ['the signature', /signature=./, 'signature='],
    ['the last character of the signature', /.$/, '~'],
    ['no signature', /&signature=.*/, ''],
    ['no expiry', /&expires=\d+/, ''],
  ]
  const rows = alterations.map(([name, from, to]) => ({
    name,
    call: `PUT ${world.names.putUrl?.replace(from, to)}`,
    raw: bytes,
    ...refusedB,
  }))
  await assertRefused(world, rows)
})

table.fact('an upload URL with a repeated parameter is refused', async (world) => {
  const call = `PUT ${world.names.putUrl}&limit=5`
  const answer = b('bad_request', {
    message: 'limit must be given only once.',
    field: 'limit',
    reason: 'duplicate',
  })
  await assertRefused(world, [{ name: 'twice', call, raw: bytes, status: 400, answer }])
})

table.fact('an upload URL does not read, and a download URL does not write', async (world) => {
  const downloadUrl = await downloadUrlOf(world, 'staged')
  await assertRefused(world, [
    { name: 'read', call: 'GET {putUrl}', ...refusedB },
    { name: 'write', call: `PUT ${downloadUrl}`, raw: bytes, ...refusedB },
  ])
})

later.fact(
  'an upload URL is refused after 15 minutes, a download URL after an hour',
  async (world) => {
    const downloadUrl = await downloadUrlOf(world, 'staged')
    world.app.clock.advance({ seconds: 15 * 60 - 1 })
    assert.is((await world.app.call('PUT', world.names.putUrl ?? '', { raw: bytes })).status, 200)
    world.app.clock.advance({ seconds: 1 })
    assert.is((await world.app.call('PUT', world.names.putUrl ?? '', { raw: bytes })).status, 403)
    assert.is((await world.app.call('GET', downloadUrl)).status, 200)
    world.app.clock.advance({ seconds: 45 * 60 })
    assert.is((await world.app.call('GET', downloadUrl)).status, 403)
  },
)

table.fact('more bytes than declared are refused, fewer cannot be confirmed', async (world) => {
  const limit = bytes.length
  await assertRefused(await withUpload(world), [
    {
      name: 'more',
      call: 'PUT {putUrl}',
      raw: Buffer.concat([bytes, bytes]),
      status: 413,
      answer: b('payload_too_large', {
        message: `More bytes than the ${limit} that were declared.`,
        limit_bytes: limit,
      }),
    },
    {
      name: 'more, in chunks',
      call: 'PUT {putUrl}',
      raw: Buffer.concat([bytes, bytes]),
      headers: { 'transfer-encoding': 'chunked' },
      status: 413,
      answer: b('payload_too_large', {
        message: `More bytes than the ${limit} that were declared.`,
        limit_bytes: limit,
      }),
    },
    {
      name: 'none yet',
      call: 'POST /v1/objects/{initiated}/confirm',
      as: 'provider',
      status: 409,
      answer: b('conflict', {
        message: 'No bytes have been received for this object. Send them to its upload_url first.',
        reason: 'no_bytes',
      }),
    },
    { name: 'fewer', call: 'PUT {putUrl}', raw: 'abc', status: 200, answer: '' },
    {
      name: 'fewer, confirmed',
      call: 'POST /v1/objects/{initiated}/confirm',
      as: 'provider',
      status: 409,
      answer: b('conflict', {
        message: `${limit} bytes were declared and 3 were received.`,
        reason: 'size_mismatch',
        declared_bytes: limit,
        received_bytes: 3,
      }),
    },
  ])
})

table.fact('bytes with another checksum than declared cannot be confirmed', async (world) => {
  const { app, market } = world
  const declared = '0'.repeat(64)
  const { body } = await app.call('POST', `/v1/datasets/${market.datasetId}/objects/upload`, {
    as: market.provider.token,
    body: {
      filename: 'a.txt',
      content_type: 'text/plain',
      size_bytes: 3,
      checksum_sha256: declared,
    },
  })
  await app.call('PUT', body.data.upload_url, { raw: 'abc' })
  const received = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  const row: Row = {
    name: 'another checksum',
    call: `POST /v1/objects/${body.data.object_id}/confirm`,
    as: 'provider',
    status: 409,
    answer: b('conflict', {
      message: 'The bytes received have another SHA-256 than the one declared.',
      reason: 'checksum_mismatch',
      declared_sha256: declared,
      received_sha256: received,
    }),
  }
  await assertRefused(world, [row])
})

table.fact('bytes after confirmation are refused, and nothing changes', async (world) => {
  const upload = await initiate(world.market, { bytes })
  await world.app.call('PUT', upload.url, { raw: bytes })
  await confirm(world.market, upload)
  const other = Buffer.from(bytes.toString().toUpperCase())
  assert.is((await world.app.call('PUT', upload.url, { raw: other })).status, 403)
  const url = await downloadUrlOf({ ...world, names: { it: upload.objectId } }, 'it')
  assert.equal((await world.app.call('GET', url)).bytes, bytes)
})

table.fact('bytes after cancellation are refused, and the object is gone', async (shared) => {
  const world = await withUpload(shared)
  await world.app.call('DELETE', `/v1/objects/${world.names.initiated}/upload`, {
    as: world.market.provider.token,
  })
  await assertRefused(world, [
    { name: 'bytes', call: 'PUT {putUrl}', raw: bytes, ...refusedB },
    {
      name: 'the object',
      call: 'GET /v1/objects/{initiated}',
      as: 'provider',
      status: 404,
      answer: b('not_found', { message: 'No such object.' }),
    },
  ])
})

table.fact('a link that was altered is refused', async (world) => {
  const link = world.names.link ?? ''
  const calls = [
    `${link}x`,
    link.slice(0, -1),
    '/dl/x',
    `/dl/${'A'.repeat(43)}`,
    '/dl/%00',
    '/dl/..%2f',
  ]
  await assertRefused(
    world,
    calls.map((path) => ({ name: path, call: `GET ${path}`, ...refusedA })),
  )
  assert.is((await world.app.call('GET', link)).status, 200)
})

later.fact('a link is refused after 15 minutes', async (shared) => {
  const world = await withLink(shared)
  world.app.clock.advance({ seconds: 15 * 60 })
  await assertRefused(world, [{ name: 'late', call: 'GET {link}', ...refusedA }])
})

table.fact('a used link answers 410', async (world) => {
  await world.app.call('GET', world.names.link ?? '')
  await assertRefused(world, [
    {
      name: 'again',
      call: 'GET {link}',
      status: 410,
      answer: a({ code: 'already_used', message: 'This link has been used.' }),
    },
  ])
})

table.fact('a link ends with the key that minted it', async (shared) => {
  const world = await withLink(shared)
  const { app, market } = world
  const keys = await app.call('GET', '/v1/api-keys', { as: market.buyer.token })
  const id = keys.body.data.api_keys[0].api_key_id
  assert.is(
    (await app.call('DELETE', `/v1/api-keys/${id}`, { as: market.buyer.token })).status,
    204,
  )
  await assertRefused(world, [{ name: 'revoked', call: 'GET {link}', ...refusedA }])
})

later.fact('with too little credit a fetch answers 402, and the link stays', async (shared) => {
  const world = await withLink(shared)
  const { listed: objectId = '' } = world.names
  const links = await Promise.all(
    Array.from({ length: 20 }, () => mint(world.market, { objectId, url: '' })),
  )
  for (const { body } of links) assert.is((await world.app.call('GET', body.url)).status, 200)
  const answer = {
    code: 'insufficient_credits',
    message: 'The balance is below the price of this download. The link stays valid.',
    operation: 'fetch',
    required_credits: 25,
    available_credits: 0,
    ...topUpSteps(world.app),
  }
  await assertRefused(world, [
    {
      name: 'once',
      call: 'GET {link}',
      status: 402,
      answer,
      sends: { 'cache-control': 'no-store' },
    },
    { name: 'twice', call: 'GET {link}', status: 402, answer },
  ])
})

async function downloadUrlOf({ app, market, names }: World, name: string): Promise<string> {
  const { body } = await app.call('GET', `/v1/objects/${names[name]}/download`, {
    as: market.provider.token,
  })
  return body.data.download_url.replace(app.url, '')
}

/** The same with an upload of its own, which is begun. */
async function withUpload(world: World): Promise<World> {
  const { objectId, url } = await initiate(world.market, { bytes })
  return { ...world, names: { ...world.names, initiated: objectId, putUrl: url } }
}

/** The same with a link of its own, which nobody has used. */
async function withLink(world: World): Promise<World> {
  const { listed: objectId = '' } = world.names
  const { body } = await mint(world.market, { objectId, url: '' })
  return { ...world, names: { ...world.names, link: body.url } }
}

test.run()
