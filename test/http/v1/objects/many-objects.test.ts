// What a table and a person with thousands of files ask: rows, names, orders, jumps, and one deed
// for many.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sha256Of, smallParts, someText } from '../../../support/open-test-catalog.ts'
import { fileOf, openTestProvider, type TestProvider } from '../../../support/open-test-provider.ts'
import { shared } from '../../../support/shared.ts'

const thousands = 10_000

async function openMany() {
  const provider = await openTestProvider()
  const mine = await provider.dataset()
  const many = await provider.dataset({ name: 'Many' })
  seed(provider, many)
  const ask = (how: string, body?: unknown, as = provider.names.owner) => {
    const [method = '', path = ''] = how.split(' ')
    return provider.call(method, path, { as, ...(body === undefined ? {} : { body }) })
  }
  const rows = async (query: string, of: string = many) => {
    const { status, body } = await ask(`GET /v1/datasets/${of}/objects/rows?${query}`)
    assert.is(status, 200, JSON.stringify(body))
    return body.data
  }
  return Object.assign(provider, { mine, many, ask, rows })
}

/** Written past the room: what is listed is the point, and not how it came. */
function seed({ store, owner }: TestProvider, datasetId: string) {
  store.raw.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${thousands})
    INSERT INTO object (object_id, dataset_id, tenant_id, filename, folder, content_type,
      size_bytes, source, modality, status, review_state, index_state, created_at, uploaded_at,
      checksum_sha256, blob_key)
    SELECT printf('obj_%026d', i), '${datasetId}', '${owner.tenantId}',
      printf('%s %05d.txt', iif(i % 2, 'Plan', 'über'), ${thousands} - i), 'a/b', 'text/plain', i,
      'upload', 'text', iif(i % 10, 'active', 'rejected'), iif(i % 10, 'approved', 'rejected'),
      iif(i % 10, 'indexed', 'none'), i, i, printf('%064d', i), printf('b%d', i) FROM n`)
}

const many = shared(openMany)
type Rows = { filename: string; size_bytes: number; status: string; object_id: string }[]

many.fact('ten thousand rows come in ten answers, by offset, each object once', async (app) => {
  const started = performance.now()
  const pages: Rows[] = []
  for (let offset = 0; offset < thousands; offset += 1_000) {
    const { rows, total } = await app.rows(`limit=1000&offset=${offset}`)
    assert.is(total, thousands)
    pages.push(rows)
  }
  const tookMs = performance.now() - started
  const ids = pages.flat().map(({ object_id }) => object_id)
  assert.is(new Set(ids).size, thousands)
  assert.equal(ids, ids.toSorted().reverse())
  assert.ok(tookMs < 10_000, `it took ${Math.round(tookMs)} ms`)
  if (process.env.TIMES) console.log(`10,000 rows: ${Math.round(tookMs)} ms`)
})

many.fact('rows are sorted by name and size, and cursors go on where a page ends', async (app) => {
  const names = async (query: string) =>
    (await app.rows(`limit=2&${query}`)).rows.map(({ filename }: Rows[number]) => filename)
  assert.equal(await names('sort=name'), ['Plan 00001.txt', 'Plan 00003.txt'])
  assert.equal(await names('sort=name_desc'), ['über 09998.txt', 'über 09996.txt'])
  assert.equal(await names('sort=smallest'), ['Plan 09999.txt', 'über 09998.txt'])
  assert.equal(await names('sort=largest'), ['über 00000.txt', 'Plan 00001.txt'])
  assert.equal(await names('sort=oldest'), await names('sort=smallest'))
  for (const sort of ['name', 'largest', 'oldest']) {
    const first = await app.rows(`limit=3&sort=${sort}`)
    const next = await app.rows(`limit=3&sort=${sort}&cursor=${first.next_cursor}`)
    const jumped = await app.rows(`limit=3&sort=${sort}&offset=3`)
    assert.equal(next.rows, jumped.rows, sort)
  }
})

many.fact('a name is found by something in it, whatever its case', async (app) => {
  const total = async (query: string) => (await app.rows(`limit=1&${query}`)).total
  assert.is(await total('q=plan'), thousands / 2)
  assert.is(await total(`q=${encodeURIComponent('ÜBER')}`), thousands / 2)
  assert.is(await total('q=0000'), 10)
  assert.is(await total('q=%25'), 0, 'a percent sign is one')
  assert.is(await total('status=rejected'), thousands / 10)
  assert.is(await total('index_state=indexed&q=plan'), thousands / 2)
})

many.fact('a name and a folder with accents are found however these are written', async (app) => {
  const other = await app.dataset({ name: 'Accents' })
  for (const form of ['NFC', 'NFD']) {
    const [filename, folder] = ['Übersicht.txt', 'Prüfung/Größe'].map((it) => it.normalize(form))
    await app.staged(other, { filename, folder })
  }
  for (const form of ['NFC', 'NFD']) {
    const asked = (text: string) => encodeURIComponent(text.normalize(form))
    assert.is((await app.rows(`q=${asked('übersicht')}`, other)).total, 2, form)
    const { body } = await app.ask(`GET /v1/objects?folder=${asked('Prüfung')}`)
    assert.equal([body.data.total, body.data.objects.length], [2, 2], form)
  }
})

many.fact('a folder is listed with all below it, however many they are', async (app) => {
  const { raw } = app.store
  // More than are merged, beside one whose name begins the same.
  raw.exec(`UPDATE object SET folder = 'deep/' || (object_no % 230) WHERE size_bytes <= 600`)
  raw.exec(`UPDATE object SET folder = 'deep' WHERE size_bytes BETWEEN 601 AND 700`)
  raw.exec(`UPDATE object SET folder = 'deeper' WHERE size_bytes BETWEEN 701 AND 710`)
  const inOrder = raw.prepare(`SELECT object_id FROM object
    WHERE (folder = ? OR folder LIKE ? || '/%') AND status LIKE ? ORDER BY object_id DESC`)
  for (const [folder, status] of [
    ['deep', ''],
    ['deep', 'rejected'],
    ['deep/7', ''],
    ['a', 'rejected'],
  ] as const) {
    const wanted = inOrder.pluck().all(folder, folder, status || '%')
    const found: string[] = []
    const query = `folder=${folder}&limit=90${status && `&status=${status}`}`
    for (let more = ''; found.length < Math.min(wanted.length, 800); ) {
      const { data } = (await app.ask(`GET /v1/objects?${query}${more}`)).body
      assert.is(data.total, wanted.length, query)
      assert.ok(data.objects.length > 0, query)
      found.push(...data.objects.map((one: { object_id: string }) => one.object_id))
      more = `&cursor=${data.next_cursor}`
    }
    assert.equal(found, wanted.slice(0, found.length), query)
  }
})

many.fact('where a page begins is said once, and within limits', async (app) => {
  const { next_cursor } = await app.rows('limit=1')
  const path = `GET /v1/datasets/${app.many}/objects/rows`
  const both = await app.ask(`${path}?offset=1&cursor=${next_cursor}`)
  assert.equal([both.status, both.body.error.details.reason], [400, 'exclusive'])
  for (const query of ['limit=1001', 'offset=1000001', 'sort=age', 'q=']) {
    assert.is((await app.ask(`${path}?${query}`)).status, 400, query)
  }
  const list = await app.ask(`GET /v1/datasets/${app.many}/objects?limit=101`)
  assert.is(list.status, 400, 'whole objects come by the hundred')
})

many.fact('datasets say how many of their objects are in which state', async (app) => {
  const { body } = await app.ask('GET /v1/datasets')
  const of = (id: string) =>
    body.data.datasets.find(({ dataset_id }: { dataset_id: string }) => dataset_id === id)
  const { object_states, object_count } = of(app.many)
  assert.is(object_count, thousands)
  const { active, rejected, indexed, initiated } = object_states
  assert.equal([active, rejected, indexed, initiated], [9_000, 1_000, 9_000, 0])
})

many.fact('many are deleted at once; what is not there keeps none of the others', async (app) => {
  const [first, second] = [await app.staged(app.mine), await app.staged(app.mine)]
  const path = `POST /v1/datasets/${app.mine}/objects/delete`
  const foreign = `obj_${'1'.padStart(26, '0')}`
  const { status, body } = await app.ask(path, {
    object_ids: [first, foreign, 'obj_unknown', second, first],
  })
  assert.is(status, 200)
  assert.equal(body.data, { deleted: [first, second], not_found: [foreign, 'obj_unknown'] })
  assert.is((await app.ask(`GET /v1/objects/${second}`)).status, 404)
  assert.is((await app.ask(path, { object_ids: [] })).status, 400)
  assert.is((await app.ask(path, { object_ids: Array(201).fill('x') })).status, 400)
})

many.fact('many files are announced at once, each with its upload or its error', async (app) => {
  const files = ['good.txt', '../bad.txt', `${'x'.repeat(256)}.txt`, 'too large.txt'].map(
    (filename) => ({ filename, content_type: 'text/plain', size_bytes: 41, folder: 'a/b' }),
  )
  Object.assign(files[3] as object, { size_bytes: Number.MAX_SAFE_INTEGER })
  const path = `POST /v1/datasets/${app.mine}/objects/uploads`
  const { status, body } = await app.ask(path, { files })
  assert.is(status, 201)
  const { uploads } = body.data
  assert.equal(
    uploads.map(({ error }: { error: { details: { field: string } } }) => error?.details.field),
    [undefined, 'filename', 'filename', 'size_bytes'],
  )
  const [{ upload }] = uploads
  assert.is(await app.put(upload.upload_url), 200)
  assert.is((await app.ask(`POST /v1/objects/${upload.object_id}/confirm`, {})).status, 200)
  const one = (await app.ask(`GET /v1/objects/${upload.object_id}`)).body.data
  assert.equal([one.folder, one.upload_ends_at], ['a/b', null])
  assert.is((await app.ask(path, { files: Array(101).fill(files[0]) })).status, 400)
  const lost = await app.ask('POST /v1/datasets/dset_unknown/objects/uploads', { files })
  assert.is(lost.status, 404)
})

many.fact('what no schema takes keeps none of the files beside it from coming', async (app) => {
  const good = { filename: 'good.txt', content_type: 'text/plain', size_bytes: 41 }
  const bad = [
    { size_bytes: 0 },
    { folder: 'x'.repeat(1_001) },
    { folder: 'a\u0000b' },
    { checksum_sha256: 'none' },
    { tags: 'none' },
    { filename: 5 },
    { content_type: undefined },
  ].map((odd) => ({ ...good, ...odd }))
  const of = `/v1/datasets/${app.mine}/objects/upload`
  const answer = await app.ask(`POST ${of}s`, { files: [...bad, good] })
  assert.is(answer.status, 201, JSON.stringify(answer.body))
  const uploads = answer.body.data.uploads as { upload: unknown; error: unknown }[]
  assert.equal(
    uploads.map(({ upload, error }) => [upload !== null, error !== null]),
    [...bad.map(() => [false, true]), [true, false]],
  )
  for (const [i, one] of bad.entries()) {
    const { status, body } = await app.ask(`POST ${of}`, one)
    assert.equal([status, uploads[i]?.error], [400, body.error], 'the same as by itself')
  }
  const odd = await app.ask(`POST ${of}s`, { files: [good, 'good.txt'] })
  assert.equal([odd.status, odd.body.error.message], [400, 'files.1 must be an object.'])
  const lost = await app.ask('POST /v1/datasets/dset_unknown/objects/uploads', { files: bad })
  assert.is(lost.status, 404)
})

many.fact('an open upload says when it goes', async (app) => {
  const { object_id } = await app.initiate(app.mine)
  const { upload_ends_at } = (await app.ask(`GET /v1/objects/${object_id}`)).body.data
  assert.is(upload_ends_at, '2026-03-03T10:15:00.000Z')
  const { rows } = await app.rows('limit=1', app.mine)
  assert.equal([rows[0].object_id, rows[0].upload_ends_at], [object_id, upload_ends_at])
})

many.fact('what a dataset has already is known by its hash', async (app) => {
  const other = await app.dataset({ name: 'Other' })
  const there = await app.staged(other, { filename: 'there.txt', folder: 'x' })
  await app.initiate(other, { checksum_sha256: sha256Of('still to come') })
  const sha256 = [sha256Of(someText), sha256Of('still to come'), sha256Of('nobody has it')]
  const path = (of: string) => `POST /v1/datasets/${of}/objects/known`
  const { status, body } = await app.ask(path(other), { sha256 })
  assert.is(status, 200)
  assert.equal(body.data.known, [
    {
      sha256: sha256[0],
      object_id: there,
      filename: 'there.txt',
      folder: 'x',
      status: 'staged',
    },
  ])
  assert.equal((await app.ask(path(app.many), { sha256 })).body.data.known, [])
  assert.is((await app.ask(path(other), { sha256: ['x'] })).status, 400)
})

many.fact('several datasets get one price, or none of them', async (app) => {
  const path = 'POST /v1/datasets/prices'
  const price = async () =>
    (await app.ask(`GET /v1/datasets/${app.mine}`)).body.data.base_price_credits
  const both = { dataset_ids: [app.mine, app.many], base_price_credits: 250 }
  const { status, body } = await app.ask(path, both)
  assert.is(status, 200, JSON.stringify(body))
  assert.equal([body.data.datasets.length, await price()], [2, 250])
  const one = { dataset_ids: [app.mine, 'dset_unknown'], base_price_credits: 1 }
  assert.is((await app.ask(path, one)).status, 404)
  assert.is(await price(), 250)
  assert.is((await app.ask(path, { dataset_ids: [app.mine], base_price_credits: -1 })).status, 400)
  await app.ask(path, { dataset_ids: [app.mine], base_price_credits: null })
  assert.is(await price(), null)
})

type Refused = { object_id: string; error: { code: string; details: { reason?: string } } }

function reasonOf({ object_id, error: { code, details } }: Refused): string[] {
  return [object_id, details.reason ?? code]
}

test('expired objects go into the queue again together; the others say why not', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const expired = await provider.staged(mine)
  provider.store.raw.exec("UPDATE object SET status = 'expired', review_state = 'expired'")
  const staged = await provider.staged(mine)
  const { status, body } = await provider.call('POST', `/v1/datasets/${mine}/objects/resubmit`, {
    as: provider.names.owner,
    body: { object_ids: [expired, staged, 'obj_unknown'] },
  })
  assert.equal([status, body.data.resubmitted], [200, [expired]])
  assert.equal(body.data.refused.map(reasonOf), [
    [staged, 'not_expired'],
    ['obj_unknown', 'not_found'],
  ])
})

test('what was sent whole is confirmed together; the others say why not', async () => {
  await using provider = await openTestProvider({ overrides: { uploadLimits: smallParts } })
  const mine = await provider.dataset()
  const small = fileOf('some')
  const sent = async (text: string, fields = {}) => {
    const { object_id, upload_url } = await provider.initiate(mine, { ...small, ...fields })
    if (text !== '') await provider.put(upload_url, text)
    return object_id
  }
  const [first, second] = [await sent('some'), await sent('more')]
  const [none, short] = [await sent(''), await sent('som')]
  const inParts = await provider.initiate(mine)
  const [part] = (inParts as unknown as { parts: { upload_url: string }[] }).parts
  await provider.put(part?.upload_url ?? '', someText.slice(0, 14))
  const other = await provider.initiate(await provider.dataset({ name: 'Other' }), small)
  const before = await provider.staged(mine)
  const ids = [first, none, short, inParts.object_id, other.object_id, before, second, first]
  const path = `/v1/datasets/${mine}/objects/confirm`
  const ask = (how = {}) =>
    provider.call('POST', path, { as: provider.owner.token, body: { object_ids: ids }, ...how })
  const { status, body } = await ask({ headers: { 'idempotency-key': 'folder-2' } })
  assert.is(status, 200, JSON.stringify(body))
  type Taken = { object_id: string; job_id: string }
  assert.equal(
    body.data.confirmed.map(({ object_id }: Taken) => object_id),
    [first, second],
  )
  for (const { job_id } of body.data.confirmed) assert.match(job_id, /^job_/)
  assert.equal(body.data.refused.map(reasonOf), [
    [none, 'no_bytes'],
    [short, 'size_mismatch'],
    [inParts.object_id, 'confirm_alone'],
    [other.object_id, 'not_found'],
    [before, 'already_confirmed'],
  ])
  const again = await ask({ headers: { 'idempotency-key': 'folder-2' } })
  assert.equal(again.body.data, body.data, 'the same answer to the same key')
  assert.is((await ask()).body.data.confirmed.length, 0)
  const { status: found } = (
    await provider.call('GET', `/v1/objects/${first}`, { as: provider.owner.token })
  ).body.data
  assert.is(found, 'staged')
  assert.is((await ask({ body: { object_ids: [] } })).status, 400)
  assert.is((await ask({ body: { object_ids: Array(101).fill(first) } })).status, 400)
})

test('what was announced under an Idempotency-Key is announced once', async () => {
  await using provider = await openTestProvider()
  const path = `/v1/datasets/${await provider.dataset()}/objects/uploads`
  const body = { files: [{ filename: 'a.txt', content_type: 'text/plain', size_bytes: 1 }] }
  const ask = () =>
    provider.call('POST', path, {
      as: provider.owner.token,
      headers: { 'idempotency-key': 'folder-1' },
      body,
    })
  const [first, again] = [await ask(), await ask()]
  assert.equal([first.status, again.status], [201, 201])
  assert.match(first.body.data.uploads[0].upload.object_id, /^obj_/)
  assert.equal(again.body.data, first.body.data)
})

test('a suspended dataset takes no announcement', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const as = provider.names.admin
  const suspend = `/v1/admin/datasets/${mine}/suspend`
  await provider.staged(mine)
  assert.is((await provider.call('POST', suspend, { as, body: { reason: 'x' } })).status, 200)
  const { status } = await provider.call('POST', `/v1/datasets/${mine}/objects/uploads`, {
    as: provider.names.owner,
    body: { files: [{ filename: 'a.txt', content_type: 'text/plain', size_bytes: 1 }] },
  })
  assert.is(status, 409)
})

test.run()
