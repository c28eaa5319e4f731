// Every GET that there is, and whoever asks: what a list, a count or a report costs where its table
// is large.
import { allRoutes } from '../../../src/http/surfaces.ts'
import type { TestApp } from '../open-test-app.ts'
import { crowded, idOf } from './seed-crowd.ts'

export type Asker = 'me' | 'myKey' | 'other' | 'otherKey' | 'operator'
export type Look = { path: string; as: Asker }

const { dataset, object, key, batch, period } = crowded
const rare = idOf('obj', 2)
const licensed = idOf('obj', 9)

/** The path of each route, with what is to be filled in and what it may be asked besides. */
const asks: Readonly<Record<string, readonly [as: Asker, ...paths: string[]]>> = {
  '/v1/prices': ['me', ''],
  '/v1/invoices/:period': ['me', `/v1/invoices/${period}`],
  '/v1/invoices/:period/html': ['me', `/v1/invoices/${period}/html`],
  '/v1/ledger/key': ['me', ''],
  '/v1/ledger/head': ['me', ''],
  '/v1/tenant/members': ['me', ''],
  '/v1/audit': [
    'me',
    '',
    '?action=member',
    '?action=member.removed',
    '?from=2026-03-02',
    '?to=2026-01-01',
  ],
  '/v1/tenant/invitations': ['me', ''],
  '/v1/admin/first-hour': ['operator', ''],
  '/v1/import-roots': ['me', ''],
  '/v1/import-roots/:id/folders': ['me', '/v1/import-roots/root_unknown/folders'],
  '/v1/folder-imports': ['me', ''],
  '/v1/folder-imports/:id': ['me', '/v1/folder-imports/imp_unknown'],
  '/v1/folder-imports/:id/files': ['me', '/v1/folder-imports/imp_unknown/files'],
  '/v1/folder-imports/:id/report': ['me', '/v1/folder-imports/imp_unknown/report'],
  '/v1/folder-watches': ['me', ''],
  '/v1/webhooks': ['me', ''],
  '/v1/webhooks/:id': ['me', '/v1/webhooks/whk_unknown'],
  '/v1/webhook-deliveries': ['me', '', '?state=waiting'],
  '/v1/webhook-deliveries/:id': ['me', '/v1/webhook-deliveries/whd_unknown'],
  '/v1/admin/datasets': ['operator', '', '?tenant_id={me}'],
  '/v1/admin/taken-down': ['operator', '', '?tenant_id={me}', `?dataset_id=${dataset}`],
  '/v1/admin/objects/:object_id': ['operator', `/v1/admin/objects/${object}`],
  '/v1/admin/payout-due': ['operator', ''],
  '/v1/exports/statements': ['operator', `/v1/exports/statements?period=${period}`],
  '/v1/tenant/closing': ['me', ''],
  '/v1/admin/datasets/:dataset_id': ['operator', `/v1/admin/datasets/${dataset}`],
  '/v1/admin/tenants': ['operator', '', '?q=T', '?suspended=true', '?suspended=false'],
  '/v1/admin/users': [
    'operator',
    '',
    '?q=anna',
    '?tenant_id={me}',
    '?platform_admin=true',
    '?platform_admin=false',
  ],
  '/v1/admin/users/:id': ['operator', '/v1/admin/users/{user}'],
  '/v1/admin/users/:id/sessions': ['operator', '/v1/admin/users/{user}/sessions'],
  '/v1/admin/tenants/:id': ['operator', '/v1/admin/tenants/{me}'],
  '/v1/admin/tenants/:id/usage': ['operator', '/v1/admin/tenants/{me}/usage'],
  '/v1/admin/tenants/:id/erasure': ['operator', '/v1/admin/tenants/{me}/erasure'],
  '/v1/admin/tenants/:id/export': ['operator', '/v1/admin/tenants/{me}/export'],
  '/v1/admin/backups/:name': ['operator', '/v1/admin/backups/none'],
  '/v1/admin/traffic': ['operator', ''],
  '/v1/admin/metrics': ['operator', '', '?hours=26280'],
  '/v1/admin/settings': ['operator', ''],
  '/v1/admin/index': ['operator', ''],
  '/v1/admin/storage': ['operator', ''],
  '/v1/admin/backups': ['operator', ''],
  '/v1/admin/logs': ['operator', ''],
  '/v1/admin/traces/:request_id': ['operator', '/v1/admin/traces/req_unknown'],
  '/v1/admin/secrets': ['operator', ''],
  '/v1/admin/payments': ['operator', '', '?source=stripe', '?tenant_id={me}'],
  '/v1/admin/open-payments': ['operator', ''],
  '/v1/admin/charges/:event_id': ['operator', '/v1/admin/charges/dl_x'],
  '/v1/admin/refunds': ['operator', '', '?tenant_id={me}'],
  '/v1/admin/payout-batches': ['operator', ''],
  '/v1/admin/reconciliation': ['operator', ''],
  '/v1/admin/work': ['operator', ''],
  '/v1/admin/work/:id': ['operator', '/v1/admin/work/wrk_unknown'],
  '/v1/admin/jobs': ['operator', '', '?state=queued', '?state=running', '?state=done'],
  '/v1/admin/webhooks': ['operator', '', '?tenant_id={me}', '?state=paused'],
  '/v1/admin/webhook-deliveries': [
    'operator',
    '',
    '?state=failed',
    '?state=waiting',
    '?state=delivered',
    '?tenant_id={me}',
    '?state=failed&tenant_id={me}',
    '?webhook_id=whk_unknown',
  ],
  '/v1/admin/vouchers': ['operator', '', '?status=open', '?status=redeemed', '?status=revoked'],
  '/v1/admin/audit': [
    'operator',
    '',
    '?action=member',
    '?action=member.removed',
    '?tenant_id={me}&action=member',
    '?actor_id={user}',
    '?subject_id={user}',
    '?from=2026-03-02',
    '?to=2026-01-01',
  ],
  '/v1/admin/payouts': [
    'operator',
    '',
    '?status=held',
    '?status=paid',
    `?period=${period}`,
    `?tenant_id=${idOf('tnt', 1)}`,
    '?status=held&tenant_id={me}',
  ],
  '/v1/admin/payout-batches/:id': ['operator', `/v1/admin/payout-batches/${batch}`],
  '/v1/admin/payout-batches/:id/csv': ['operator', `/v1/admin/payout-batches/${batch}/csv`],
  '/v1/admin/payout-batches/:id/sepa': ['operator', `/v1/admin/payout-batches/${batch}/sepa`],
  '/v1/admin/disputes': ['operator', '', '?state=open'],
  '/v1/admin/review/queue': [
    'operator',
    '',
    '?modality=video',
    `?tenant_id=${idOf('tnt', 1)}`,
    `?dataset_id=${dataset}`,
  ],
  '/v1/admin/review/decided': ['operator', '', '?reviewer_id={user}'],
  '/v1/admin/staged-objects/:object_id': ['operator', `/v1/admin/staged-objects/${object}`],
  '/v1/admin/staged-objects': ['operator', '', '?modality=video'],
  '/v1/admin/review/objects/:tenant_id/:object_id': [
    'operator',
    `/v1/admin/review/objects/{me}/${object}`,
  ],
  '/v1/admin/review/objects/:tenant_id/:object_id/preview': [
    'operator',
    `/v1/admin/review/objects/{me}/${object}/preview`,
  ],
  '/v1/provider/payout-account': ['me', ''],
  '/v1/provider/dashboard': ['me', ''],
  '/v1/provider/datasets/:id/analytics': ['me', `/v1/provider/datasets/${dataset}/analytics`],
  '/v1/provider/analytics': ['me', '', `?dataset_id=${dataset}`],
  '/v1/provider/payouts': ['me', ''],
  '/v1/objects/:id/sidecars': ['me', `/v1/objects/${object}/sidecars`],
  '/v1/objects/:id/word-boxes': ['me', `/v1/objects/${object}/word-boxes?page=1`],
  '/v1/datasets/:dataset_id/objects': [
    'me',
    `/v1/datasets/${dataset}/objects`,
    `/v1/datasets/${dataset}/objects?status=rejected`,
    `/v1/datasets/${dataset}/objects?status=staged`,
  ],
  '/v1/datasets/:dataset_id/objects/rows': [
    'me',
    `/v1/datasets/${dataset}/objects/rows`,
    `/v1/datasets/${dataset}/objects/rows?sort=oldest`,
    `/v1/datasets/${dataset}/objects/rows?sort=name`,
    `/v1/datasets/${dataset}/objects/rows?sort=name_desc`,
    `/v1/datasets/${dataset}/objects/rows?sort=largest`,
    `/v1/datasets/${dataset}/objects/rows?sort=smallest`,
  ],
  '/v1/objects/:id/pages': ['me', `/v1/objects/${object}/pages`],
  '/v1/objects/:id/pages/:page/image': ['me', `/v1/objects/${object}/pages/1/image`],
  '/v1/objects/:id/passages': ['me', `/v1/objects/${object}/passages`],
  '/v1/objects/:id/jobs': ['me', `/v1/objects/${object}/jobs`],
  '/v1/objects/:id/history': ['me', `/v1/objects/${object}/history`],
  '/v1/objects': [
    'me',
    '/v1/objects',
    '/v1/objects?index_state=failed',
    '/v1/objects?status=rejected',
    '/v1/objects?folder=a/b',
    `/v1/objects?dataset_id=${dataset}&status=staged`,
  ],
  '/v1/objects/:id': ['me', `/v1/objects/${object}`],
  '/v1/objects/:id/download': ['me', `/v1/objects/${object}/download`],
  '/v1/objects/:id/upload': ['me', `/v1/objects/${object}/upload`],
  '/v1/jobs/:job_id': ['me', `/v1/jobs/${idOf('job', 1)}`],
  '/v1/objects/:id/preview-image': ['me', `/v1/objects/${object}/preview-image`],
  '/v1/api-keys': ['me', ''],
  '/v1/api-keys/:id': ['me', `/v1/api-keys/${key}`],
  '/v1/me': ['me', ''],
  '/v1/me/sessions': ['me', ''],
  '/v1/me/second-factors': ['me', ''],
  '/v1/me/notifications': ['me', ''],
  '/v1/me/notices': ['me', '', '?unread=true'],
  '/v1/search/suggest': ['other', '/v1/search/suggest?q=pu'],
  '/v1/assets/:id': ['other', `/v1/assets/${licensed}`],
  '/v1/catalog/datasets': ['other', '', '?q=rare', '?modality=video', '?lang=de', '?tags=rare'],
  '/v1/catalog/datasets/:id': ['other', `/v1/catalog/datasets/${dataset}`],
  '/v1/buyer/dashboard': ['me', ''],
  '/v1/agent/activity/searches': ['me', '', `?api_key_id=${key}`, '?to=2026-01-01'],
  '/v1/agent/activity/accesses': ['me', '', `?api_key_id=${key}`, '?to=2026-01-01'],
  '/v1/access-requests': ['me', '', '?status=pending', '?offset=20'],
  '/v1/provider/earnings': ['me', ''],
  '/v1/provider/payout-outlook': ['me', ''],
  '/v1/provider/payouts/:id': ['me', '/v1/provider/payouts/stmt_unknown'],
  '/v1/provider/payouts/:id/events': ['me', '/v1/provider/payouts/stmt_unknown/events'],
  '/v1/invoices': ['me', ''],
  '/v1/agent/spend/projection': ['me', ''],
  '/v1/purchases': ['me', '', `?api_key_id=${key}`, '?to=2026-01-01', '?offset=40'],
  '/v1/purchases/:receipt_id': ['me', '/v1/purchases/dl:unknown'],
  '/v1/licences': ['me', '', '?offset=40&limit=5'],
  '/v1/agent/spend': ['me', '', '?group_by=dataset', '?group_by=api_key'],
  '/v1/datasets': ['me', '', '?status=archived', '?visibility=restricted', '?status=draft'],
  '/v1/datasets/:id': ['me', `/v1/datasets/${dataset}`],
  '/v1/datasets/:id/reprocess': ['me', `/v1/datasets/${dataset}/reprocess`],
  '/v1/datasets/:id/access': ['me', `/v1/datasets/${dataset}/access`],
  '/v1/catalog/access-requests': ['me', '', '?status=pending'],
  '/v1/datasets/:id/access-requests': [
    'me',
    `/v1/datasets/${dataset}/access-requests`,
    `/v1/datasets/${dataset}/access-requests?status=pending`,
  ],
  '/asset/:id': ['otherKey', `/asset/${licensed}`],
  '/assets': [
    'myKey',
    '',
    '?modality=video',
    '?status=failed',
    '?status=review',
    '?status=rejected',
    '?status=pending&modality=audio',
    '?after_uploaded_at=1',
  ],
  '/search/suggest': ['otherKey', '/search/suggest?q=pu'],
  '/microip': ['other', '', '?page=2'],
  '/microip/downloads': ['me', '', '?page=2'],
  '/microip/:asset_id': ['other', `/microip/${licensed}`, `/microip/${rare}`],
  '/microip/:asset_id/downloads': ['me', `/microip/${object}/downloads`],
  '/wallet/networks': ['me', ''],
  '/wallet': ['me', ''],
  '/public': ['me', ''],
  '/public/datasets/:id': ['me', `/public/datasets/${dataset}`],
  '/catalog.ttl': ['me', '', '?page=5'],
  '/catalog.jsonld': ['me', ''],
  '/wallet/:network': ['me', '/wallet/bitcoin'],
  '/wallet/:network/:wallet_address': ['me', `/wallet/solana/${'1'.repeat(32)}`],
  '/balance': ['me', ''],
  '/balance/transactions': ['me', '', '?type=withdrawal', '?type=purchase', '?page=2'],
  '/balance/transactions/:transaction_hash/receipt': [
    'me',
    `/balance/transactions/${'1'.padStart(64, '0')}/receipt`,
  ],
}

/** Both surfaces have them; these are asked with a session. */
const ofWallets: readonly Look[] = [
  { path: '/assets', as: 'me' },
  { path: '/assets?page=2', as: 'me' },
  { path: '/microip', as: 'me' },
  { path: '/search?query=pump', as: 'other' },
  { path: '/search?query=pump&category=audio', as: 'me' },
  { path: '/v1/catalog/datasets', as: 'me' },
  { path: '/v1/provider/dashboard', as: 'operator' },
]

/**
 * Searches ask threads of their own; exports are streams that let others in between; a receipt
 * reads its way to the root, of which a crowd that was written past the books has none. Who a
 * browser is logged in as is read as /v1/me is, for pages of the server alone; providers of single
 * sign-on are in the settings, and what is read of a log-in by them is one row. A map of the pages
 * shows a thousand.
 */
const elsewhere = [
  ...[
    '/search',
    '/asset/:id/similar',
    '/v1/assets/:id/similar',
    '/v1/exports/usage',
    '/v1/exports/ledger',
    '/v1/admin/audit/export',
    '/v1/events',
    '/v1/oauth/authorization',
    '/oauth/authorize',
    '/v1/jobs/:job_id/events',
  ],
  '/v1/receipts/:id',
  ...['/public/logo', '/robots.txt', '/sitemap.xml'],
  ...['/console/session', '/console/oidc', '/console/oidc/:id/start', '/console/oidc/:id/callback'],
]
/** What has no table, or one file. */
const plain =
  /^\/(docs|health|livez|readyz|openapi|llms|metrics|mcp|\.well-known|blobs|dl|mail|favicon)|^\/$/

/** Routes that nobody has said how to ask. */
export function unknownRoutes(): string[] {
  const paths = allRoutes()
    .filter(({ route }) => route.method === 'get')
    .map(({ route }) => route.path)
  return paths.filter((path) => !(path in asks) && !elsewhere.includes(path) && !plain.test(path))
}

export function everyLook(names: Readonly<Record<string, string>>): Look[] {
  const all = Object.entries(asks).flatMap(([route, [as, ...paths]]) =>
    paths.map((path) => ({ as, path: path.startsWith('/') ? path : `${route}${path}` })),
  )
  return [...all, ...ofWallets].map(({ path, as }) => ({
    as,
    path: path.replace(/\{(\w+)\}/g, (_, name) => names[name] ?? ''),
  }))
}

/** The looks of some app, with the credentials of whoever asks. */
export async function openWalk(app: TestApp) {
  const operator = await app.admin()
  const me = await app.signUp('Anna')
  const other = await app.signUp('Ben')
  const scopes = ['datasets:read', 'search:query', 'usage:read', 'billing:read']
  const credentials: Readonly<Record<Asker, string>> = {
    me: me.token,
    other: other.token,
    operator: operator.token,
    myKey: await app.key(me, { scopes }),
    otherKey: await app.key(other, { scopes }),
  }
  return {
    me,
    other,
    looks: everyLook({ me: me.tenantId, user: me.userId }),
    look: ({ path, as }: Look) => app.call('GET', path, { as: credentials[as] }),
  }
}

/** How many things an answer shows: the longest list in it, or its lines. */
export function shownIn(body: unknown): number {
  if (typeof body === 'string') return body.split('\n').length
  if (Array.isArray(body)) return Math.max(body.length, ...body.map(shownIn))
  if (body === null || typeof body !== 'object') return 0
  return Math.max(0, ...Object.values(body).map(shownIn))
}
