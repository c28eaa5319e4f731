import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Conflict } from '../../../src/base/errors.ts'
import { secretsFrom } from '../../../src/base/secrets.ts'
import { openIdempotency } from '../../../src/domain/idempotency/index.ts'
import { openTestStore } from '../../support/open-test-store.ts'

const request = { owner: 'key_1', route: 'createApiKey', rawKey: 'retry-1', body: '{"name":"a"}' }
const reply = { status: 201, body: '{"data":{"secret":"kontor_topsecret"}}' }

function setUp() {
  const store = openTestStore()
  const secrets = secretsFrom(Buffer.alloc(32, 3))
  return { store, room: openIdempotency({ secrets, clock: store.clock }) }
}

test('a stored answer is given back word for word', async () => {
  const { store, room } = setUp()
  using _ = store
  const ticket = room.begin(request)
  assert.is(ticket.find(store.db), undefined)
  await store.write((tx) => ticket.store(tx, reply))
  ticket.release()
  assert.equal(room.begin(request).find(store.db), reply)
})

test('the same key with another body is a conflict', async () => {
  const { store, room } = setUp()
  using _ = store
  const ticket = room.begin(request)
  await store.write((tx) => ticket.store(tx, reply))
  ticket.release()
  const other = room.begin({ ...request, body: '{"name":"b"}' })
  assert.throws(
    () => other.find(store.db),
    (error: unknown) => error instanceof Conflict,
  )
})

test('what was not known at the start belongs to the body', async () => {
  const { store, room } = setUp()
  using _ = store
  const ticket = room.begin(request)
  assert.is(ticket.find(store.db, 'a form'), undefined)
  await store.write((tx) => ticket.store(tx, reply))
  ticket.release()
  const again = room.begin(request)
  assert.equal(again.find(store.db, 'a form'), reply)
  assert.throws(
    () => again.find(store.db, 'another form'),
    (error: unknown) => error instanceof Conflict,
  )
})

test('the same key while the first still runs is a conflict with a time to wait', () => {
  const { store, room } = setUp()
  using _ = store
  const ticket = room.begin(request)
  assert.throws(
    () => room.begin(request),
    (error: unknown) => error instanceof Conflict && error.retryAfterSeconds === 1,
  )
  ticket.release()
  room.begin(request)
})

test('another credential or another route is another key', async () => {
  const { store, room } = setUp()
  using _ = store
  const ticket = room.begin(request)
  await store.write((tx) => ticket.store(tx, reply))
  assert.is(room.begin({ ...request, owner: 'key_2' }).find(store.db), undefined)
  assert.is(room.begin({ ...request, route: 'createDataset' }).find(store.db), undefined)
})

test('after 24 hours the key is free again', async () => {
  const { store, room } = setUp()
  using _ = store
  const ticket = room.begin(request)
  await store.write((tx) => ticket.store(tx, reply))
  ticket.release()
  store.clock.advance({ hours: 24 })
  const again = room.begin(request)
  assert.is(again.find(store.db), undefined)
  await store.write((tx) => again.store(tx, { status: 201, body: 'second' }))
  assert.equal(again.find(store.db), { status: 201, body: 'second' })
  store.clock.advance({ hours: 24 })
  assert.is(await store.write((tx) => room.sweep(tx)), 1)
})

test('neither the key nor the answer lies in the database in the clear', async () => {
  const { store, room } = setUp()
  using _ = store
  const ticket = room.begin(request)
  await store.write((tx) => ticket.store(tx, reply))
  const row = store.raw.prepare('SELECT * FROM idempotent_reply').get() as Record<string, Buffer>
  const bytes = Buffer.concat(Object.values(row).filter((value) => Buffer.isBuffer(value)))
  for (const clear of ['topsecret', 'retry-1', 'secret']) assert.not.ok(bytes.includes(clear))
})

test.run()
