// Letters as they arrive at a real server for mail: which, to whom, in which words, and when.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMailServer } from '../../support/mail-server.ts'
import {
  openTestApp,
  password,
  signUp,
  type TestApp,
  type TestAppOptions,
} from '../../support/open-test-app.ts'

const quiet = { parts: { workers: false } }

async function openHouse(options: Parameters<typeof openMailServer>[0] = {}, more: object = {}) {
  const stack = new AsyncDisposableStack()
  const post = stack.use(await openMailServer(options))
  const settings: TestAppOptions = { ...quiet, config: { ...post.settings, ...more } }
  const app = stack.use(await openTestApp(settings))
  const owner = await app.signUp('Owner')
  // Who signs up is written to, which is test/domain/mail/addresses.test.ts.
  await app.settleJobs()
  post.arrived.length = 0
  const ask = async (method: string, path: string, body?: unknown, as = owner.token) => {
    const answer = await app.call(method, `/v1${path}`, { as, body })
    return { status: answer.status, ...(answer.body.data ?? answer.body) }
  }
  return { app, post, owner, ask, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const login = { user: 'kontor', pass: 'p@ss word' }

for (const implicit of [false, true]) {
  test(`an invitation comes over ${implicit ? 'TLS' : 'STARTTLS'}; its code works`, async () => {
    const encoded = { user: login.user, pass: encodeURIComponent(login.pass) }
    await using post = await openMailServer({ implicit, login })
    const smtpUrl = post.settings.smtpUrl.replace(`${login.user}:${login.pass}`, () => {
      return `${encoded.user}:${encoded.pass}`
    })
    await using app = await openTestApp({ ...quiet, config: { ...post.settings, smtpUrl } })
    const owner = await app.signUp('Owner')
    await app.settleJobs()
    post.arrived.length = 0
    const body = { roles: ['viewer'], email: 'grace@example.eu' }
    const made = await app.call('POST', '/v1/tenant/invitations', { as: owner.token, body })
    const { invitation_code } = made.body.data
    await app.settleJobs()
    assert.is(post.arrived.length, 1)
    const [{ from, to, letter, isSecure }] = post.arrived as [(typeof post.arrived)[number]]
    assert.equal([from, to, isSecure], ['data@example.eu', ['grace@example.eu'], true])
    assert.is(letter.subject, 'Invitation to Owner house')
    assert.equal(letter.from, { address: 'data@example.eu', name: 'Data house' })
    assert.match(letter.text ?? '', `/console/join?code=${invitation_code}`)
    assert.match(letter.text ?? '', `Code: ${invitation_code}`)
    assert.match(letter.html ?? '', `<code>${invitation_code}</code>`)
    const joined = await signUp(app.call, 'Grace', {
      tenant_name: undefined,
      email: 'grace@example.eu',
      invitation_code,
    })
    assert.is(joined.tenantId, owner.tenantId)
    // In the outbox it lay sealed.
    const { raw } = app.store
    const open = raw.prepare("SELECT count(*) FROM job WHERE payload LIKE '%invite_%'").pluck()
    assert.is(open.get(), 0)
  })
}

test('what people wrote is text on one line: no header, no markup, no link', async () => {
  await using house = await openHouse()
  const { app, post } = house
  const tenant_name = 'A <b>house</b> at https://evil.example www.evil.example'
  const body = { email: 'x@example.eu', password, display_name: 'X', tenant_name }
  const { session_token } = (await app.call('POST', '/v1/auth/signup', { body })).body.data
  await house.ask(
    'POST',
    '/tenant/invitations',
    { roles: ['viewer'], email: 'y@example.eu' },
    session_token,
  )
  await app.settleJobs()
  const { letter, raw } = post.arrived.find(({ to }) => to[0] === 'y@example.eu') ?? { raw: '' }
  assert.not.match(letter?.html ?? '', '<b>')
  assert.not.match(letter?.text ?? '', /:\/\/evil|www\.evil/)
  assert.not.match(raw.split('\r\n\r\n')[0] ?? '', /^evil/m)
})

test('a lost password is asked for alike by all, and the code comes by mail', async () => {
  await using house = await openHouse()
  const { app, post, ask, owner } = house
  const request = (email: string) => ask('POST', '/auth/password-reset/request', { email })
  const known = await request(owner.email)
  const unknown = await request('nobody@example.eu')
  assert.equal([known.status, Object.keys(known)], [202, Object.keys(unknown)])
  await request(owner.email)
  await app.rooms.identity.settled()
  await app.settleJobs()
  assert.equal(
    post.arrived.map(({ to }) => to),
    [[owner.email]],
    'no second one within minutes',
  )
  const code = /Code: (\S+)/.exec(post.arrived[0]?.letter.text ?? '')?.[1]
  const body = { reset_code: code, new_password: 'another good password' }
  assert.is((await app.call('POST', '/v1/auth/password-reset', { body })).status, 200)
  app.clock.advance({ hours: 1 })
  await request(owner.email)
  await app.rooms.identity.settled()
  await app.settleJobs()
  assert.is(post.arrived.length, 2)
})

test('who wants to know is told at once, or once a day, in their language', async () => {
  await using house = await openHouse()
  const { app, post, ask } = house
  await ask('POST', '/api-keys', { name: 'before' })
  const before = await ask('GET', '/me/notifications')
  assert.equal(
    [before.locale, before.mail['key.created'], before.mail_available],
    ['en', 'off', true],
  )
  const mail = { 'key.created': 'at_once', 'key.revoked': 'daily', 'review.waiting': 'at_once' }
  const now = await ask('PATCH', '/me/notifications', { locale: 'de', mail })
  assert.equal([now.status, now.mail['key.revoked']], [200, 'daily'])
  const { api_key_id } = await ask('POST', '/api-keys', { name: 'Schlüssel' })
  await ask('DELETE', `/api-keys/${api_key_id}`)
  await app.settleJobs()
  const [first] = post.arrived
  assert.is(first?.letter.subject, 'Ein API-Schlüssel wurde angelegt')
  assert.match(first?.letter.text ?? '', 'Schlüssel')
  assert.not.match(first?.letter.text ?? '', 'before')
  app.clock.advance({ hours: 25 })
  await app.runUpkeep()
  await app.settleJobs()
  assert.equal(
    post.arrived.map(({ letter }) => letter.subject),
    ['Ein API-Schlüssel wurde angelegt', 'Was heute geschehen ist'],
  )
  app.clock.advance({ hours: 25 })
  await app.runUpkeep()
  await app.settleJobs()
  assert.is(post.arrived.length, 2, 'nothing happened, so nothing is written')
})

test('whose file is taken down, or dataset shut, is written to, and when it is back', async () => {
  await using house = await openHouse()
  const { app, post, owner, ask } = house
  const { dataset_id: id } = await ask('POST', '/datasets', { name: 'Pumps' })
  const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: 3 }
  const { object_id: objectId } = await ask('POST', `/datasets/${id}/objects/upload`, file)
  app.store.raw.exec(`UPDATE object SET status = 'active', review_state = 'approved',
    index_state = 'indexed', checksum_sha256 = printf('%064d', 1), blob_key = 'x',
    uploaded_at = 1`)
  const kinds = ['object.taken_down', 'object.restored', 'dataset.suspended', 'dataset.resumed']
  const mail = Object.fromEntries(kinds.map((kind) => [kind, 'at_once']))
  await ask('PATCH', '/me/notifications', { mail })
  const { token } = await app.admin()
  post.arrived.length = 0
  const [object, dataset] = [
    `/admin/objects/${owner.tenantId}/${objectId}`,
    `/admin/datasets/${id}`,
  ]
  for (const deed of [
    `${object}/takedown`,
    `${object}/restore`,
    `${dataset}/suspend`,
    `${dataset}/resume`,
  ]) {
    const body = /takedown|suspend/.test(deed) ? { reason: 'A complaint.' } : {}
    const { status } = await app.call('POST', `/v1${deed}`, { as: token, body })
    assert.is(status, 200, deed)
    await app.settleJobs()
  }
  const subjects = post.arrived.filter(({ to }) => to.includes(owner.email))
  assert.equal(
    subjects.map(({ letter }) => letter.subject),
    [
      'A file was taken down',
      'A file that was taken down is back',
      'A dataset was suspended',
      'A dataset is no longer suspended',
    ],
  )
})

test('who answers for a house is told what befell it, and why, without having asked', async () => {
  await using house = await openHouse()
  const { app, post, owner, ask } = house
  const { dataset_id: id } = await ask('POST', '/datasets', { name: 'Pumps' })
  const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: 3 }
  const { object_id: objectId } = await ask('POST', `/datasets/${id}/objects/upload`, file)
  app.store.raw.exec(`UPDATE object SET status = 'active', review_state = 'approved',
    index_state = 'indexed', checksum_sha256 = printf('%064d', 1), blob_key = 'x',
    uploaded_at = 1`)
  const join = async (name: string, role: string) => {
    const { invitation_code } = await ask('POST', '/tenant/invitations', { roles: [role] })
    const invited = { tenant_name: undefined, invitation_code }
    return (await signUp(app.call, name, invited)).email
  }
  const admin = await join('Ann', 'admin')
  await join('Vi', 'viewer')
  const { token } = await app.admin()
  await app.settleJobs()
  const told = async (path: string, body: object) => {
    // What follows on another within the hour waits for its end.
    app.clock.advance({ hours: 1 })
    await app.settleJobs()
    post.arrived.length = 0
    assert.is((await app.call('POST', `/v1/admin/${path}`, { as: token, body })).status, 200)
    await app.settleJobs()
    const people = post.arrived.flatMap(({ to }) => to).toSorted()
    return { people, subject: post.arrived[0]?.letter.subject, text: post.arrived[0]?.letter.text }
  }
  const reason = 'A complaint:\nsee https://evil.example'
  const rows = [
    [`objects/${owner.tenantId}/${objectId}/takedown`, 'A file was taken down', '“a.txt”'],
    [`objects/${owner.tenantId}/${objectId}/restore`, 'A file that was taken down is back', ''],
    [`datasets/${id}/suspend`, 'A dataset was suspended', '“Pumps”'],
    [`datasets/${id}/resume`, 'A dataset is no longer suspended', '“Pumps”'],
    [`tenants/${owner.tenantId}/suspend`, 'Your house was suspended', '“Owner house”'],
    [`tenants/${owner.tenantId}/resume`, 'Your house is no longer suspended', '“Owner house”'],
  ] as const
  for (const [path, subject, named] of rows) {
    const isOff = /takedown|suspend/.test(path)
    const letter = await told(path, isOff ? { reason } : { note: 'Our own note.' })
    assert.equal([letter.people, letter.subject], [[admin, owner.email].toSorted(), subject], path)
    const text = letter.text ?? ''
    assert.match(text, named)
    assert.is(text.includes('Is that a mistake'), isOff, path)
    // Of a tenant the reason is the operator's, and a note always.
    const isSaid = isOff && !path.startsWith('tenants')
    assert.is(text.includes('Reason: A complaint: see https evil.example'), isSaid, path)
    assert.not.match(text, /complaint:\n|Our own note/)
  }
  // Who chose to hear of it hears it once; who is shut out only this way.
  const mail = { 'object.taken_down': 'at_once', 'tenant.suspended': 'daily' }
  await ask('PATCH', '/me/notifications', { mail })
  const { people } = await told(rows[0][0], { reason })
  assert.equal(people, [admin, owner.email].toSorted())
  const shut = await told(rows[4][0], { reason })
  assert.equal(shut.people, [admin, owner.email].toSorted())
})

/** Letters that wait for the end of an hour. */
function gatheringsOf({ store }: TestApp): unknown {
  const waiting = "state = 'queued' AND payload LIKE '%gathers%'"
  return store.raw.prepare(`SELECT count(*) FROM job WHERE ${waiting}`).pluck().get()
}

test('of files in a row the first is told at once, the rest in one letter an hour', async () => {
  await using house = await openHouse()
  const { app, post, owner, ask } = house
  const { dataset_id: id } = await ask('POST', '/datasets', { name: 'Pumps' })
  const files: string[] = []
  for (const filename of ['a.txt', 'b.txt', 'c.txt']) {
    const file = { filename, content_type: 'text/plain', size_bytes: 3 }
    files.push((await ask('POST', `/datasets/${id}/objects/upload`, file)).object_id)
  }
  app.store.raw.exec(`UPDATE object SET status = 'active', review_state = 'approved',
    index_state = 'indexed', checksum_sha256 = printf('%064d', object_no),
    blob_key = 'x' || object_no, uploaded_at = 1`)
  const { invitation_code } = await ask('POST', '/tenant/invitations', { roles: ['admin'] })
  const ann = await signUp(app.call, 'Ann', { tenant_name: undefined, invitation_code })
  const { token } = await app.admin()
  await app.settleJobs()
  const deed = async (file: number, what: 'takedown' | 'restore', reason?: string) => {
    const path = `/v1/admin/objects/${owner.tenantId}/${files[file]}/${what}`
    const body = reason === undefined ? {} : { reason }
    assert.is((await app.call('POST', path, { as: token, body })).status, 200)
  }
  const toOwner = async ({ hours }: { hours: number }) => {
    post.arrived.length = 0
    app.clock.advance({ hours })
    await app.settleJobs()
    const everybody = post.arrived.map(({ to }) => to[0])
    const own = post.arrived.filter(({ to }) => to.includes(owner.email))
    return { everybody, subjects: own.map(({ letter }) => letter.subject), own }
  }
  await deed(0, 'takedown', 'One.')
  await deed(1, 'takedown', 'Two.')
  await deed(2, 'takedown', 'Three.')
  assert.equal((await toOwner({ hours: 0 })).subjects, ['A file was taken down'])
  const left = await app.call('DELETE', `/v1/tenant/members/${ann.userId}`, { as: owner.token })
  assert.is(left.status, 204)
  const { everybody, subjects, own } = await toOwner({ hours: 1 })
  assert.equal(subjects, ['2 files were taken down or are back'])
  assert.equal(everybody, [owner.email], 'who has left meanwhile is not told')
  const text = own[0]?.letter.text ?? ''
  for (const part of ['“b.txt”', 'Reason: Two.', '“c.txt”', 'Reason: Three.', files[2] ?? '']) {
    assert.ok(text.includes(part), part)
  }
  assert.is(text.split('Is that a mistake').length, 2, 'once')
  await deed(0, 'restore')
  assert.equal((await toOwner({ hours: 0 })).subjects, [])
  const back = ['A file that was taken down is back']
  assert.equal((await toOwner({ hours: 1 })).subjects, back)
  assert.equal((await toOwner({ hours: 2 })).subjects, [], 'of nothing nothing is said')
  await deed(0, 'takedown', 'Again.')
  await deed(2, 'restore')
  assert.equal((await toOwner({ hours: 0 })).subjects, ['A file was taken down'])
  // While the letter of the hour is sent, one more is taken down: of each person one letter waits.
  post.state.meanwhile = async () => {
    post.state.meanwhile = undefined
    await deed(2, 'takedown', 'While it was sent.')
  }
  assert.equal((await toOwner({ hours: 1 })).subjects, back)
  assert.is(gatheringsOf(app), 1)
  const next = await toOwner({ hours: 1 })
  assert.equal(next.subjects, ['A file was taken down'])
  assert.match(next.own[0]?.letter.text ?? '', 'Reason: While it was sent.')
  await deed(0, 'restore')
  await toOwner({ hours: 1 })
  assert.equal((await toOwner({ hours: 1 })).subjects, [])
  await deed(1, 'restore')
  assert.equal((await toOwner({ hours: 0 })).subjects, back, 'it begins anew')
  const { raw } = app.store
  const bare = raw.prepare("SELECT count(*) FROM job WHERE payload LIKE '%txt%'").pluck()
  assert.is(bare.get(), 0, 'in the outbox it lies sealed')
})

test('what cannot be written to one keeps no letter from the others, and comes later', async () => {
  await using house = await openHouse()
  const { app, post, owner, ask } = house
  const other = await app.signUp('Zoe')
  const people = [owner.token, other.token]
  const mail = { 'key.created': 'at_once', 'key.revoked': 'daily' }
  for (const as of people) await ask('PATCH', '/me/notifications', { mail }, as)
  await app.settleJobs()
  post.arrived.length = 0
  const arrived = async () => {
    await app.settleJobs()
    return post.arrived.map(({ to }) => to[0])
  }
  const { raw } = app.store
  const refuse = () =>
    raw.exec(`CREATE TRIGGER refused BEFORE UPDATE ON notification_choice
      WHEN NEW.user_id = '${owner.userId}' BEGIN SELECT RAISE(ABORT, 'no'); END`)
  refuse()
  for (const as of people) {
    const { api_key_id } = await ask('POST', '/api-keys', { name: 'one' }, as)
    await ask('DELETE', `/api-keys/${api_key_id}`, undefined, as)
  }
  assert.equal(await arrived(), [other.email])
  raw.exec('DROP TRIGGER refused')
  assert.equal(await arrived(), [other.email, owner.email])
  refuse()
  app.clock.advance({ hours: 25 })
  await app.runUpkeep()
  assert.equal((await arrived()).slice(2), [other.email])
  raw.exec('DROP TRIGGER refused')
  await app.runUpkeep()
  assert.equal((await arrived()).slice(2), [other.email, owner.email])
})

test('more people than are read at once, whose letter fails, hold up nobody’s', async () => {
  await using house = await openHouse()
  const { app, post, owner, ask } = house
  const { raw } = app.store
  const insert = raw.prepare(`INSERT INTO notification_choice VALUES
    (?, ?, 'en', '[]', '["key.revoked"]', '{}', '{}', 0)`)
  for (let n = 0; n < 101; n++) {
    insert.run(`usr_${String(n).padStart(26, '0')}`, owner.tenantId)
  }
  raw.exec(`CREATE TRIGGER refused BEFORE UPDATE ON notification_choice
    WHEN NEW.user_id LIKE 'usr_000%' BEGIN SELECT RAISE(ABORT, 'no'); END`)
  await ask('PATCH', '/me/notifications', { mail: { 'key.created': 'daily' } })
  await ask('POST', '/api-keys', { name: 'one' })
  app.clock.advance({ hours: 25 })
  await app.runUpkeep()
  await app.settleJobs()
  assert.equal(
    post.arrived.map(({ to }) => to[0]),
    [owner.email],
  )
})

test('of thousands of things those that are wanted are told, each once', async () => {
  await using house = await openHouse()
  const { app, post, owner, ask } = house
  const { raw } = app.store
  await ask('PATCH', '/me/notifications', { mail: { 'key.created': 'daily' } })
  const stream = owner.tenantId
  const count = raw.prepare('SELECT last_number FROM event_count WHERE stream = ?').pluck()
  const before = Number(count.get(stream) ?? 0)
  // First, last and between, also where one stretch ends and the next begins.
  const wanted = [1, 1_999, 2_000, 2_001, 4_000, 4_001, 6_100].map((n) => before + n)
  raw.exec(`INSERT INTO event WITH RECURSIVE n (i) AS (
      SELECT ${before + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${before + 6_100})
    SELECT '${stream}', i,
      iif(i IN (${wanted}), 'key.created', 'object.uploaded'), ${app.clock.nowMs()},
      json_object('api_key_id', 'key_1', 'name', 'key of the n' || i, 'scopes', json('[]'))
    FROM n`)
  raw.exec(`INSERT OR REPLACE INTO event_count VALUES ('${stream}', ${before + 6_100})`)
  for (const told of [[['daily', ...wanted.map((n) => `key of the n${n}`)].join(', ')], []]) {
    app.clock.advance({ hours: 25 })
    await app.runUpkeep()
    await app.settleJobs()
    assert.equal(namedIn(post), told)
  }
})

/** Of each letter that came since: whether it is a daily one, and the keys that are named in it. */
function namedIn(post: Awaited<ReturnType<typeof openMailServer>>): string[] {
  return post.arrived.splice(0).map(({ letter: { subject, text = '' } }) => {
    const when = subject === 'What happened today' ? 'daily' : 'at once'
    return [when, ...(text.match(/key of the \w+/g) ?? [])].join(', ')
  })
}

test('who changes when they are told is told everything, and once', async () => {
  await using house = await openHouse()
  const { app, post, ask } = house
  const choose = (mail: object) => ask('PATCH', '/me/notifications', { mail })
  const make = (when: string) => ask('POST', '/api-keys', { name: `key of the ${when}` })
  const told = async () => {
    await app.settleJobs()
    return namedIn(post)
  }
  const dayAfter = async () => {
    app.clock.advance({ hours: 25 })
    await app.runUpkeep()
    return told()
  }
  await choose({ 'key.created': 'daily', 'member.joined': 'at_once' })
  await make('morning')
  await choose({ 'member.joined': 'daily' })
  assert.equal(await told(), ['daily, key of the morning'], 'the daily list changed')
  await make('noon')
  await choose({ 'key.created': 'at_once' })
  assert.equal(await told(), ['daily, key of the noon'], 'it left the daily list')
  await make('afternoon')
  await choose({ 'key.created': 'daily' })
  assert.equal(await told(), ['at once, key of the afternoon'], 'it left the other one')
  assert.equal(await dayAfter(), [], 'and is not told again')
  await make('evening')
  await choose({ 'member.joined': 'off' })
  assert.equal(await told(), ['daily, key of the evening'])
  await make('night')
  await choose({ 'key.created': 'off', 'member.joined': 'daily' })
  assert.equal(await told(), [], 'of what is off nothing is said any more')
  await choose({ 'key.created': 'daily' })
  assert.equal(await dayAfter(), [], 'nor of what was before it was chosen')
})

test('one request ends the letters, by a link that is signed', async () => {
  await using house = await openHouse()
  const { app, post, ask } = house
  await ask('PATCH', '/me/notifications', { mail: { 'key.created': 'at_once' } })
  await ask('POST', '/api-keys', { name: 'one' })
  await app.settleJobs()
  const headers = post.arrived[0]?.letter.headers ?? []
  const said = (name: string) => headers.find(({ key }) => key === name)?.value ?? ''
  assert.is(said('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const link = said('list-unsubscribe').replace(/^<|>$/g, '')
  const page = await app.call('GET', link)
  assert.equal([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
  assert.match(String(page.body), '<form method="post">')
  await ask('POST', '/api-keys', { name: 'two' })
  await app.settleJobs()
  assert.is(post.arrived.length, 2, 'looking at it ends nothing')
  const forged = link.replace(/\.[^.]+$/, `.${'A'.repeat(43)}`)
  assert.is((await app.call('POST', forged)).status, 403)
  const oneClick = { 'content-type': 'application/x-www-form-urlencoded' }
  const ended = await app.call('POST', link, {
    raw: 'List-Unsubscribe=One-Click',
    headers: oneClick,
  })
  assert.is(ended.status, 200)
  await ask('POST', '/api-keys', { name: 'three' })
  await app.settleJobs()
  assert.is(post.arrived.length, 2)
  assert.is((await ask('GET', '/me/notifications')).mail['key.created'], 'off')
})

test('what may go well later is tried again, what is refused for good is not', async () => {
  await using house = await openHouse()
  const { app, post, ask } = house
  const invite = (email: string) => ask('POST', '/tenant/invitations', { roles: ['viewer'], email })
  post.state.refuses = { code: 451 }
  assert.is((await invite('a@example.eu')).email, 'a@example.eu')
  await app.settleJobs()
  const states = () =>
    app.store.raw
      .prepare("SELECT state FROM job WHERE kind = 'send-mail' ORDER BY job_id LIMIT -1 OFFSET 1")
      .pluck()
      .all()
  assert.equal(states(), ['queued'])
  post.state.refuses = undefined
  app.clock.advance({ seconds: 60 })
  await app.settleJobs()
  assert.equal([states(), post.arrived.length], [['done'], 1])
  post.state.refuses = { code: 550 }
  await invite('b@example.eu')
  await app.settleJobs()
  assert.equal([states(), post.arrived.length], [['done', 'done'], 1])
})

test('a server without TLS, or with a stranger’s certificate, is told nothing', async () => {
  for (const [options, more] of [
    [{ login, bare: true }, {}],
    [{ login }, { smtpCaFile: undefined }],
  ] as const) {
    await using post = await openMailServer(options)
    const smtpUrl = post.settings.smtpUrl.replace(login.pass, encodeURIComponent(login.pass))
    const config = { ...post.settings, smtpUrl, ...more }
    await using app = await openTestApp({ ...quiet, config })
    const owner = await app.signUp('Owner')
    const body = { roles: ['viewer'], email: 'a@example.eu' }
    await app.call('POST', '/v1/tenant/invitations', { as: owner.token, body })
    await app.settleJobs()
    assert.is(post.arrived.length, 0)
    const state = app.store.raw.prepare("SELECT state FROM job WHERE kind = 'send-mail'").pluck()
    assert.is(state.get(), 'queued')
  }
})

test('without a server nothing is written, and no code for a lost password', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const owner = await app.signUp('Owner')
  const body = { roles: ['viewer'], email: 'a@example.eu' }
  const made = await app.call('POST', '/v1/tenant/invitations', { as: owner.token, body })
  assert.is(made.status, 201)
  const count = app.store.raw.prepare("SELECT count(*) FROM job WHERE kind = 'send-mail'").pluck()
  assert.is(count.get(), 0)
  const path = '/v1/auth/password-reset/request'
  const refused = await app.call('POST', path, { body: { email: owner.email } })
  assert.is(refused.status, 501)
  const choices = await app.call('GET', '/v1/me/notifications', { as: owner.token })
  assert.is(choices.body.data.mail_available, false)
})

test.run()
