// Several reviewers at once: who looks at what, many decisions in one request, and what was
// decided.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestProvider } from '../../../support/open-test-provider.ts'
import { shared } from '../../../support/shared.ts'

const two = shared(async () => {
  const provider = await openTestProvider()
  const { store, names, owner } = provider
  const colleague = await provider.signUp('Colleague')
  store.raw.exec(`UPDATE user SET is_platform_admin = 1 WHERE user_id = '${colleague.userId}'`)
  const mine = await provider.dataset()
  const { staged: stage } = provider
  const staged = (fields?: Record<string, unknown>) => stage(mine, fields)
  const ask = async (how: string, as = names.admin, body?: unknown) => {
    const [method = '', path = ''] = how.split(' ')
    return provider.call(method, path.startsWith('/') ? path : `/v1/admin/review/${path}`, {
      as,
      ...(body === undefined ? {} : { body }),
    })
  }
  const claim = (objectId: string, as?: string, body: unknown = {}) =>
    ask(`POST /v1/admin/review/objects/${owner.tenantId}/${objectId}/claim`, as, body)
  const decide = (decisions: unknown[], as?: string) =>
    ask('POST /v1/admin/review/decisions', as, { decisions })
  return Object.assign(provider, { colleague: colleague.token, mine, staged, ask, claim, decide })
})

two.fact('a colleague sees who looks at an object, and may take it over', async (app) => {
  const objectId = await app.staged()
  const claimed = (await app.claim(objectId)).body.data
  assert.equal([claimed.is_mine, claimed.claimed_until], [true, '2026-03-02T10:05:00.000Z'])
  const { body } = await app.ask('GET /v1/admin/review/queue', app.colleague)
  const [{ claim }] = body.data.items
  assert.equal([claim.name, claim.is_mine], [claimed.name, false])
  const refused = await app.claim(objectId, app.colleague)
  assert.equal([refused.status, refused.body.error.details.reason], [409, 'claimed'])
  assert.is((await app.claim(objectId, app.colleague, { take_over: true })).body.data.is_mine, true)
  const path = `/v1/admin/review/objects/${app.owner.tenantId}/${objectId}`
  const seen = (await app.ask(`GET ${path}`)).body.data.claim
  assert.equal([seen.name, seen.is_mine], ['Colleague', false])
  assert.is((await app.ask(`DELETE ${path}/claim`)).status, 204)
  assert.ok((await app.ask(`GET ${path}`)).body.data.claim, 'only who has it gives it up')
  await app.ask(`DELETE ${path}/claim`, app.colleague)
  assert.is((await app.ask(`GET ${path}`)).body.data.claim, null)
  assert.is((await app.claim('obj_unknown')).status, 404)
})

two.fact('a claim is over after five minutes, and binds nobody', async (app) => {
  const objectId = await app.staged()
  await app.claim(objectId)
  app.clock.advance({ seconds: 301 })
  assert.is((await app.claim(objectId, app.colleague)).status, 200)
  const { outcomes } = (await app.decide([{ object_id: objectId, decision: 'approved' }])).body.data
  assert.equal(outcomes, [{ object_id: objectId, review_state: 'approved', error: null }])
  assert.is((await app.claim(objectId)).status, 409, 'what is decided is looked at by nobody')
})

two.fact('of two reviewers the second is told of each that was decided before', async (app) => {
  const ids = [await app.staged(), await app.staged(), await app.staged()]
  await app.decide([{ object_id: ids[1], decision: 'rejected', reason: 'Unreadable.' }])
  const wanted = [...ids, 'obj_unknown'].map((object_id) => ({ object_id, decision: 'approved' }))
  const { status, body } = await app.decide(wanted, app.colleague)
  assert.is(status, 200)
  type Outcome = { review_state: string | null; error: { details: { reason?: string } } | null }
  assert.equal(
    body.data.outcomes.map(({ review_state, error }: Outcome) => [
      review_state,
      error?.details.reason,
    ]),
    [
      ['approved', undefined],
      [null, 'already_decided'],
      ['approved', undefined],
      [null, undefined],
    ],
  )
  assert.is(body.data.outcomes[3].error.code, 'not_found')
})

two.fact('a rejection has a reason, and there are at most a hundred decisions', async (app) => {
  const bad = [
    [{ object_id: 'x', decision: 'rejected' }],
    [{ object_id: 'x', decision: 'rejected', reason: '  ' }],
    [{ object_id: 'x', decision: 'perhaps' }],
    [],
    Array(101).fill({ object_id: 'x', decision: 'approved' }),
  ]
  for (const decisions of bad) assert.is((await app.decide(decisions)).status, 400)
})

two.fact('what was decided is listed with who did and why', async (app) => {
  const objectId = await app.staged({ filename: 'crooked scan.txt' })
  const reason = 'The pages are upside down.'
  await app.decide([{ object_id: objectId, decision: 'rejected', reason }], app.colleague)
  const { items } = (await app.ask('GET /v1/admin/review/decided?q=crooked&decision=rejected')).body
    .data
  const [{ reviewer_name, decided_at, ...item }] = items
  assert.equal([items.length, item.reason, reviewer_name], [1, reason, 'Colleague'])
  const byHim = (await app.ask(`GET /v1/admin/review/decided?reviewer_id=${item.reviewer_id}`)).body
    .data
  assert.ok(byHim.total >= 1)
  const path = `/v1/admin/review/objects/${app.owner.tenantId}/${objectId}`
  const shown = (await app.ask(`GET ${path}`)).body.data
  assert.equal(
    [shown.reviewer_name, shown.review_note, shown.reviewed_at],
    ['Colleague', reason, decided_at],
  )
})

two.fact('the queue is searched, sorted and jumped in', async (app) => {
  const names = ['b zebra.txt', 'a zebra.txt', 'c zebra.txt']
  for (const filename of names) {
    app.clock.advance({ seconds: 1 })
    await app.staged({ filename })
  }
  const queue = async (query: string) => {
    const { body } = await app.ask(`GET /v1/admin/review/queue?q=ZEBRA&${query}`)
    return body.data.items.map(({ filename }: { filename: string }) => filename.charAt(0)).join('')
  }
  assert.is(await queue(''), 'bac')
  assert.is(await queue('sort=newest'), 'cab')
  assert.is(await queue('sort=name'), 'abc')
  assert.is(await queue('sort=deadline&offset=1'), 'ac')
  for (const sort of ['oldest', 'newest', 'name', 'largest', 'deadline']) {
    const first = (await app.ask(`GET /v1/admin/review/queue?q=ZEBRA&limit=2&sort=${sort}`)).body
      .data
    const rest = await queue(`limit=2&sort=${sort}&cursor=${first.next_cursor}`)
    assert.is(rest, await queue(`limit=2&sort=${sort}&offset=2`), sort)
  }
  const both = await app.ask('GET /v1/admin/review/queue?offset=1&cursor=x')
  assert.is(both.body.error.details.reason, 'exclusive')
})

two.fact(
  'what waits and what was decided is found by its name in any case and form',
  async (app) => {
    const name = 'Äpfel.txt'.normalize('NFD')
    await app.staged({ filename: name })
    const objectId = await app.staged({ filename: name })
    await app.decide([{ object_id: objectId, decision: 'approved' }])
    for (const q of ['äpfel', 'ÄPFEL'.normalize('NFD')]) {
      for (const list of ['queue', 'decided']) {
        const path = `GET /v1/admin/review/${list}?q=${encodeURIComponent(q)}`
        assert.is((await app.ask(path)).body.data.items.length, 1, `${list} ${q}`)
      }
    }
  },
)

two.fact('what a tenant has twice is named in the detail of each', async (app) => {
  const [first, second] = [await app.staged({ filename: 'one.txt' }), await app.staged()]
  const { body } = await app.ask(`GET /v1/admin/review/objects/${app.owner.tenantId}/${second}`)
  const same = body.data.same_content.map(({ object_id }: { object_id: string }) => object_id)
  assert.ok(same.length === 3 || same.includes(first))
})

test.run()
