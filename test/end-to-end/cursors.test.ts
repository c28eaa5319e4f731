// Every list of Surface B that comes in pages: its cursors, and its order while things come and go.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { v1Routes } from '../../src/http/v1/routes.ts'
import { stage } from '../support/market.ts'
import { password, signUp } from '../support/open-test-app.ts'
import { furnishedShop, type TestShop } from '../support/open-test-shop.ts'
import { shared } from '../support/shared.ts'

type Shelf = TestShop & { limited: string; asset: string }

type List = {
  path(shop: Shelf): string
  as(shop: Shelf): string
  /** The member of the answer, and what its entries are known by. */
  entries: string
  id: string
  /** Another question, for which the same cursor is none. */
  filter: string
  add(shop: Shelf, n: number): Promise<unknown>
  remove?(shop: Shelf, id: string): Promise<unknown>
  /** Entries that are there before. */
  before?: number
}

const owner = ({ provider }: TestShop) => provider.token
const buyer = ({ buyer: party }: Shelf) => party.token
const operator = ({ operator: party }: Shelf) => party.token

async function told({ call }: TestShop, ask: string, [as, body]: [as: string, body?: object]) {
  const [method = '', path = ''] = ask.split(' ')
  const answer = await call(method, path, body === undefined ? { as } : { as, body })
  assert.ok(answer.status < 300, `${ask}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

const makeDataset = async (
  shop: TestShop,
  [name, visibility]: [name: string, visibility: string],
) => {
  const made = await told(shop, 'POST /v1/datasets', [owner(shop), { name, visibility }])
  const path = `PATCH /v1/datasets/${made.dataset_id}`
  await told(shop, path, [owner(shop), { status: 'active' }])
  return made.dataset_id as string
}
const dropDataset = (shop: Shelf, id: string) =>
  told(shop, `DELETE /v1/datasets/${id}`, [owner(shop)])

/** A tenant that nobody has seen before. */
const newParty = (shop: Shelf, n: number) => signUp(shop.call, `Guest ${'abcdefgh'.charAt(n)}`, {})
const upload = (shop: Shelf) => stage(shop, { bytes: Buffer.from('the content') })
const reject = (shop: Shelf, id: string) =>
  told(shop, `POST /v1/admin/staged-objects/${id}/reject`, [operator(shop), { reason: 'No.' }])

const queue = { as: operator, entries: 'items', id: 'object_id', add: upload, remove: reject }

const lists: Readonly<Record<string, List>> = {
  listDatasets: {
    path: () => '/v1/datasets',
    as: owner,
    entries: 'datasets',
    id: 'dataset_id',
    filter: 'visibility=private',
    before: 2,
    remove: dropDataset,
    add: (shop, n) => makeDataset(shop, [`Set ${n}`, 'private']),
  },
  listAnyDatasets: {
    path: () => '/v1/admin/datasets',
    as: operator,
    entries: 'datasets',
    id: 'dataset_id',
    filter: 'tenant_id=tnt_00000000000000000000000000',
    before: 2,
    remove: dropDataset,
    add: (shop, n) => makeDataset(shop, [`Set ${n}`, 'private']),
  },
  listTakenDown: {
    path: () => '/v1/admin/taken-down',
    as: operator,
    entries: 'objects',
    id: 'object_id',
    filter: 'tenant_id=tnt_00000000000000000000000000',
    async add(shop, n) {
      const objectId = await shop.offer({ filename: `${n}.txt` })
      const path = `POST /v1/admin/objects/${shop.provider.tenantId}/${objectId}/takedown`
      await told(shop, path, [operator(shop), { reason: 'No.' }])
      return objectId
    },
    remove: (shop, id) =>
      told(shop, `POST /v1/admin/objects/${shop.provider.tenantId}/${id}/restore`, [
        operator(shop),
        {},
      ]),
  },
  listCatalog: {
    path: () => '/v1/catalog/datasets',
    as: buyer,
    entries: 'datasets',
    id: 'dataset_id',
    filter: 'q=set',
    before: 2,
    remove: dropDataset,
    add: (shop, n) => makeDataset(shop, [`Set ${n}`, 'listed']),
  },
  listObjects: {
    path: ({ datasetId }) => `/v1/datasets/${datasetId}/objects`,
    as: owner,
    entries: 'objects',
    id: 'object_id',
    filter: 'status=staged',
    before: 1,
    add: upload,
    remove: (shop, id) => told(shop, `DELETE /v1/objects/${id}`, [owner(shop)]),
  },
  listObjectRows: {
    path: ({ datasetId }) => `/v1/datasets/${datasetId}/objects/rows`,
    as: owner,
    entries: 'rows',
    id: 'object_id',
    filter: 'sort=name',
    before: 1,
    add: upload,
    remove: (shop, id) => told(shop, `DELETE /v1/objects/${id}`, [owner(shop)]),
  },
  listOwnObjects: {
    path: () => '/v1/objects',
    as: owner,
    entries: 'objects',
    id: 'object_id',
    filter: 'status=staged',
    before: 1,
    add: upload,
    remove: (shop, id) => told(shop, `DELETE /v1/objects/${id}`, [owner(shop)]),
  },
  reviewQueue: {
    path: () => '/v1/admin/review/queue',
    ...queue,
    filter: 'modality=text',
  },
  listDecisions: {
    path: () => '/v1/admin/review/decided',
    as: operator,
    entries: 'items',
    id: 'object_id',
    filter: 'decision=approved',
    async add(shop) {
      const { objectId } = await upload(shop)
      await reject(shop, objectId)
    },
    remove: (shop, id) => told(shop, `DELETE /v1/objects/${id}`, [owner(shop)]),
  },
  listStagedObjects: {
    path: () => '/v1/admin/staged-objects',
    ...queue,
    filter: 'modality=text',
  },
  listApiKeys: {
    path: () => '/v1/api-keys',
    as: owner,
    entries: 'api_keys',
    id: 'api_key_id',
    filter: '',
    add: (shop, n) => told(shop, 'POST /v1/api-keys', [owner(shop), { name: `${n}` }]),
  },
  listAccess: {
    path: ({ limited }) => `/v1/datasets/${limited}/access`,
    as: owner,
    entries: 'access',
    id: 'tenant_id',
    filter: '',
    async add(shop, n) {
      const { tenantId } = await newParty(shop, n)
      const body = { tenant_id: tenantId }
      await told(shop, `POST /v1/datasets/${shop.limited}/access`, [owner(shop), body])
    },
    async remove(shop, id) {
      const one = `/v1/datasets/${shop.limited}/access/${id}`
      await shop.call('DELETE', one, { as: owner(shop) })
    },
  },
  listAccessRequests: {
    path: ({ limited }) => `/v1/datasets/${limited}/access-requests`,
    as: owner,
    entries: 'access_requests',
    id: 'access_request_id',
    filter: 'status=pending',
    async add(shop, n) {
      const { token } = await newParty(shop, n)
      await told(shop, `POST /v1/catalog/datasets/${shop.limited}/access-requests`, [token, {}])
    },
  },
  listOwnAccessRequests: {
    path: () => '/v1/catalog/access-requests',
    as: buyer,
    entries: 'access_requests',
    id: 'access_request_id',
    filter: 'status=pending',
    async add(shop, n) {
      const id = await makeDataset(shop, [`Set ${n}`, 'restricted'])
      await told(shop, `POST /v1/catalog/datasets/${id}/access-requests`, [buyer(shop), {}])
    },
  },
  listMembers: {
    path: () => '/v1/tenant/members',
    as: owner,
    entries: 'members',
    id: 'user_id',
    filter: '',
    before: 1,
    async add(shop, n) {
      const path = 'POST /v1/tenant/invitations'
      const { invitation_code } = await told(shop, path, [owner(shop), { roles: ['viewer'] }])
      await signUp(shop.call, `Guest ${'abcdefgh'.charAt(n)}`, { invitation_code })
    },
    async remove(shop, id) {
      await shop.call('DELETE', `/v1/tenant/members/${id}`, { as: owner(shop) })
    },
  },
  listSessions: {
    path: () => '/v1/me/sessions',
    as: owner,
    entries: 'sessions',
    id: 'session_id',
    filter: '',
    before: 1,
    async add(shop) {
      const { email } = shop.provider
      await shop.call('POST', '/v1/auth/login', { body: { email, password } })
    },
    async remove(shop, id) {
      await shop.call('DELETE', `/v1/me/sessions/${id}`, { as: owner(shop) })
    },
  },
  listInvitations: {
    path: () => '/v1/tenant/invitations',
    as: owner,
    entries: 'invitations',
    id: 'invitation_id',
    filter: '',
    add: (shop) => told(shop, 'POST /v1/tenant/invitations', [owner(shop), { roles: ['viewer'] }]),
  },
  listWebhooks: {
    path: () => '/v1/webhooks',
    as: owner,
    entries: 'webhooks',
    id: 'webhook_id',
    filter: '',
    add: (shop) => told(shop, 'POST /v1/webhooks', [owner(shop), { url: 'https://a.example/' }]),
  },
  listAuditEvents: {
    path: () => '/v1/audit?action=dataset.created',
    as: owner,
    entries: 'audit_events',
    id: 'audit_id',
    filter: 'from=2026-01-01',
    before: 2,
    add: (shop, n) => makeDataset(shop, [`Set ${n}`, 'private']),
  },
  listSearchActivity: {
    path: () => '/v1/agent/activity/searches',
    as: buyer,
    entries: 'searches',
    id: 'search_id',
    filter: 'from=2026-01-01',
    add: (shop, n) => shop.search(`boiler ${n}`),
  },
  listAccessActivity: {
    path: () => '/v1/agent/activity/accesses',
    as: buyer,
    entries: 'accesses',
    id: 'access_id',
    filter: 'from=2026-01-01',
    async add(shop) {
      shop.clock.advance({ seconds: 1 })
      await shop.call('GET', `/asset/${shop.asset}`, { as: shop.key })
    },
  },
  listPurchases: {
    path: () => '/v1/purchases',
    as: buyer,
    entries: 'purchases',
    id: 'receipt_id',
    filter: 'from=2026-01-01',
    async add(shop) {
      shop.clock.advance({ seconds: 1 })
      await shop.grant(shop.buyer.tenantId, 25)
      await shop.call('GET', await shop.link(shop.asset))
    },
  },
}

/** Lists of settled months, disputes, notices and administration: their own tests page. */
const elsewhere = [
  'listPayouts',
  'listAllPayouts',
  'listDisputes',
  'listPayments',
  'listPayoutBatches',
  'listRefunds',
  'listTenants',
  'listUsers',
  'listUserSessions',
  'listJobs',
  'listVouchers',
  'listAllAuditEvents',
  'listStatementEvents',
  'listAccessInbox',
  'listWebhookDeliveries',
  'listAllWebhooks',
  'listAllWebhookDeliveries',
  'listNotices',
  'getImportFolder',
  'listFolderImportFiles',
]

test('every list that comes in pages is here', () => {
  const paged = v1Routes.filter(({ query }) => query && 'cursor' in query.shape)
  assert.equal(paged.map(({ id }) => id).sort(), [...Object.keys(lists), ...elsewhere].sort())
})

/** What all of them begin with is made once, and each has a copy. */
const openFurnished = furnishedShop(async (shop) => ({
  asset: await shop.offer(),
  limited: await makeDataset(shop, ['Limited', 'restricted']),
}))

async function openShelf(list: List): Promise<Shelf> {
  const shop = await openFurnished()
  for (let n = 0; n < 5; n++) await list.add(shop, n)
  return shop
}

type Page = { ids: string[]; total: number; next: string | null; status: number; field?: string }

async function page(
  list: List,
  [shop, query, as = list.as(shop)]: [Shelf, string, (string | undefined)?],
) {
  const path = list.path(shop)
  const { status, body } = await shop.call(
    'GET',
    `${path}${path.includes('?') ? '&' : '?'}${query}`,
    {
      as,
    },
  )
  const entries: Record<string, string>[] = body.data?.[list.entries] ?? []
  return {
    status,
    field: body.error?.details.field,
    ids: entries.map((entry) => entry[list.id] ?? ''),
    total: body.data?.total,
    next: body.data?.next_cursor,
  } as Page
}

async function rest(list: List, [shop, from]: [Shelf, string | null]): Promise<string[]> {
  const ids: string[] = []
  for (let next = from; next !== null; ) {
    const following = await page(list, [shop, `limit=2&cursor=${next}`])
    assert.is(following.status, 200, following.field)
    ids.push(...following.ids)
    next = following.next
  }
  return ids
}

for (const [name, list] of Object.entries(lists)) {
  const all = 5 + (list.before ?? 0)
  // The first only asks, and who signs up for it has a tenant of its own.
  const { fact } = shared(() => openShelf(list))

  fact(`${name}: a cursor that was altered, or is another's, is refused`, async (shop) => {
    const { next } = await page(list, [shop, 'limit=2'])
    assert.type(next, 'string')
    const cursor = String(next)
    const altered = `${cursor.slice(0, 5)}${cursor[5] === 'A' ? 'B' : 'A'}${cursor.slice(6)}`
    const others = await signUp(shop.call, 'Somebody else', {})
    const admin = list.as === operator
    const asked: [what: string, query: string, as?: string][] = [
      ['altered', `limit=2&cursor=${altered}`],
      ['cut short', `limit=2&cursor=${cursor.slice(0, -2)}`],
      ['made up', 'limit=2&cursor=eyJpZCI6MX0'],
      ...(list.filter
        ? [['of another filter', `${list.filter}&cursor=${cursor}`] as const]
        : []
      ).map(([what, query]): [string, string] => [what, query]),
      ...(admin ||
      list.path(shop).includes(shop.limited) ||
      list.path(shop).includes(shop.datasetId)
        ? []
        : [
            ['of another tenant', `limit=2&cursor=${cursor}`, others.token] as [
              string,
              string,
              string,
            ],
          ]),
    ]
    for (const [what, query, as] of asked) {
      const { status, field } = await page(list, [shop, query, as])
      assert.equal([status, field], [400, 'cursor'], what)
    }
    const foreign = name === 'listApiKeys' ? lists.listInvitations : lists.listApiKeys
    const { status } = await page(foreign as List, [shop, `limit=2&cursor=${cursor}`, owner(shop)])
    assert.is(status, 400, 'of another list')
  })

  fact(`${name}: nothing comes twice or is left out while things come and go`, async (shop) => {
    const before = (await page(list, [shop, 'limit=100'])).ids
    assert.is(before.length, all)
    const first = await page(list, [shop, 'limit=2'])
    assert.equal([first.ids, first.total], [before.slice(0, 2), all])
    const [seen, unseen] = [before[1] ?? '', before.at(-2) ?? '']
    for (const id of list.remove ? [seen, unseen] : []) await list.remove?.(shop, id)
    for (const n of [5, 6]) await list.add(shop, n)
    const later = await rest(list, [shop, first.next])
    const expected = before.slice(2).filter((id) => !list.remove || id !== unseen)
    assert.equal(
      later.filter((id) => before.includes(id)),
      expected,
    )
    assert.is(new Set([...first.ids, ...later]).size, first.ids.length + later.length)
    const { total } = await page(list, [shop, 'limit=1'])
    assert.is(total, all + 2 - (list.remove ? 2 : 0))
  })
}

test.run()
