import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId } from '../../../src/base/ids.ts'
import { secretsFrom } from '../../../src/base/secrets.ts'
import { type AuditEntry, openAudit, recordAudit } from '../../../src/domain/audit/index.ts'
import { type Reading, readingHere } from '../../../src/store/reading.ts'
import { refusalOf } from '../../support/open-test-identity.ts'
import { openTestStore } from '../../support/open-test-store.ts'
import { testSecrets } from '../../support/test-secrets.ts'

const ada = { tenantId: 'tnt_ada' as TenantId }
const ben = { tenantId: 'tnt_ben' as TenantId }

function openLog() {
  const store = openTestStore()
  const audit = openAudit({ store, secrets: secretsFrom(Buffer.alloc(32, 7)) })
  const note = (action: string, part: Partial<AuditEntry> = {}) =>
    store.write((tx) =>
      recordAudit(tx, {
        atMs: store.clock.nowMs(),
        ...ada,
        actor: { type: 'user', id: 'usr_1' },
        action,
        subject: { type: 'thing', id: 'thing_1' },
        ...part,
      }),
    )
  return Object.assign(store, { audit, note })
}

const actions = ({ events }: { events: readonly { action: string }[] }) =>
  events.map(({ action }) => action)

test('for a platform admin entries are looked for and counted by who only reads', async () => {
  using log = openLog()
  await log.note('thing.done')
  await log.note('thing.made')
  const here = readingHere(log.db)
  let asked = 0
  const reading: Reading = {
    all(query) {
      asked++
      return here.all(query)
    },
    get(query) {
      asked++
      return here.get(query)
    },
  }
  const { pageOfAll } = openAudit({ store: log, secrets: testSecrets, reading })
  const among = { actorId: 'usr_1', fromMs: 0, toMs: log.clock.nowMs() + 1 }
  const first = await pageOfAll(ada, { ...among, limit: 1 })
  assert.equal([actions(first), first.total, asked], [['thing.made'], 2, 2])
  const next = await pageOfAll(ada, { ...among, limit: 1, cursor: first.nextCursor ?? '' })
  assert.equal([actions(next), next.nextCursor], [['thing.done'], null])
})

test('an entry says who did what to which thing when', async () => {
  using log = openLog()
  await log.note('api_key.revoked', {
    actor: { type: 'api_key', id: 'key_1' },
    subject: { type: 'api_key', id: 'key_2' },
    details: { key_prefix: 'abc' },
    requestId: 'req_1',
  })
  const { events, total, nextCursor } = log.audit.list(ada, { limit: 20 })
  assert.match(events[0]?.auditId ?? '', /^aud_/)
  assert.equal(
    [total, nextCursor, events],
    [
      1,
      null,
      [
        {
          auditId: events[0]?.auditId,
          atMs: log.clock.nowMs(),
          tenantId: ada.tenantId,
          actor: { type: 'api_key', id: 'key_1' },
          action: 'api_key.revoked',
          subject: { type: 'api_key', id: 'key_2' },
          details: { key_prefix: 'abc' },
          requestId: 'req_1',
        },
      ],
    ],
  )
})

test('a tenant sees what befell its things and nothing else', async () => {
  using log = openLog()
  await log.note('mine.done')
  await log.note('theirs.done', ben)
  await log.note('nobodys.done', { tenantId: null })
  assert.equal(actions(log.audit.list(ada, { limit: 20 })), ['mine.done'])
})

test('the operator sees everything, or what befell one tenant', async () => {
  using log = openLog()
  await log.note('mine.done')
  await log.note('theirs.done', ben)
  await log.note('nobodys.done', { tenantId: null })
  const all = log.audit.listAll({ limit: 2 })
  assert.equal([actions(all), all.total], [['nobodys.done', 'theirs.done'], 3])
  assert.equal(actions(log.audit.listAll({ ...ben, limit: 20 })), ['theirs.done'])
})

test('the last deed comes first, also when the clock was set back in between', async () => {
  using log = openLog()
  await log.note('first.done')
  log.clock.set({ hours: -5 })
  await log.note('second.done')
  assert.equal(actions(log.audit.list(ada, { limit: 20 })), ['second.done', 'first.done'])
})

test('pages hold still while entries are added', async () => {
  using log = openLog()
  for (const name of ['a', 'b', 'c']) await log.note(`${name}.done`)
  const first = log.audit.list(ada, { limit: 2 })
  await log.note('d.done')
  const last = log.audit.list(ada, { limit: 2, cursor: first.nextCursor ?? '' })
  assert.equal([...actions(first), ...actions(last)], ['c.done', 'b.done', 'a.done'])
  assert.equal([first.total, last.total, last.nextCursor], [3, 4, null])
})

const hourMs = 60 * 60 * 1000
const start = Date.UTC(2026, 2, 2, 10)
const filters: [title: string, filter: object, found: string[]][] = [
  ['an action', { action: 'api_key.revoked' }, ['api_key.revoked']],
  ['a noun', { action: 'api_key' }, ['api_key.revoked', 'api_key.created']],
  ['the beginning of a noun', { action: 'api' }, []],
  ['a wild card', { action: 'api%' }, []],
  ['a noun with a dot', { action: 'api_key.' }, []],
  ['a letter that only looks alike', { action: 'apiXkey' }, []],
  ['a beginning', { fromMs: start + hourMs }, ['review.rejected', 'api_key.revoked']],
  ['an end', { toMs: start + hourMs }, ['api_key.created']],
  ['both', { fromMs: start + 1, toMs: start + 2 * hourMs }, ['api_key.revoked']],
  ['action and time', { action: 'api_key', toMs: start + 1 }, ['api_key.created']],
]
for (const [title, filter, found] of filters) {
  test(`filtered by ${title}`, async () => {
    using log = openLog()
    for (const action of ['api_key.created', 'api_key.revoked', 'review.rejected']) {
      await log.note(action)
      log.clock.advance({ hours: 1 })
    }
    const list = log.audit.list(ada, { limit: 20, ...filter })
    assert.equal([actions(list), list.total], [found, found.length])
    assert.equal(actions(log.audit.listAll({ limit: 20, ...ada, ...filter })), found)
  })
}

test('a cursor of another tenant or filter is refused', async () => {
  using log = openLog()
  for (const name of ['a', 'b']) await log.note(`${name}.done`)
  const cursor = log.audit.list(ada, { limit: 1 }).nextCursor ?? ''
  const attempts = [
    () => log.audit.list(ben, { limit: 1, cursor }),
    () => log.audit.list(ada, { limit: 1, cursor, action: 'a' }),
    () => log.audit.list(ada, { limit: 1, cursor, fromMs: 1 }),
    () => log.audit.list(ada, { limit: 1, cursor: `${cursor}A` }),
  ]
  for (const attempt of attempts) {
    assert.is(await refusalOf(attempt), 'InvalidInput cursor invalid_cursor')
  }
})

test('a time that ends before it begins is refused', async () => {
  using log = openLog()
  const period = { limit: 20, fromMs: 2, toMs: 1 }
  const refusal = 'InvalidInput from not_before_to'
  assert.is(await refusalOf(() => log.audit.list(ada, period)), refusal)
  assert.is(await refusalOf(() => log.audit.listAll(period)), refusal)
})

const tampering = [
  "UPDATE audit_event SET action = 'nothing.happened'",
  'UPDATE audit_event SET at = at',
  'DELETE FROM audit_event',
  `INSERT OR REPLACE INTO audit_event SELECT audit_no, audit_id, 0, tenant_id, actor_type, actor_id,
   'nothing.happened', subject_type, subject_id, details, request_id FROM audit_event`,
]
for (const statement of tampering) {
  test(`the log is append-only: ${statement.slice(0, 30)}`, async () => {
    using log = openLog()
    await log.note('thing.done')
    assert.throws(() => log.raw.exec(statement), /the audit log is append-only/)
    assert.equal(actions(log.audit.list(ada, { limit: 20 })), ['thing.done'])
  })
}

test('what is rolled back leaves no entry', async () => {
  using log = openLog()
  await log
    .write((tx) => {
      recordAudit(tx, {
        atMs: 0,
        ...ada,
        actor: { type: 'system', id: null },
        action: 'thing.done',
        subject: { type: 'thing', id: 'x' },
      })
      throw new Error('on second thoughts')
    })
    .catch(() => undefined)
  assert.is(log.audit.list(ada, { limit: 20 }).total, 0)
})

test.run()
