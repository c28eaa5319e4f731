// What the command line can do, and how a platform admin does the same from afar; or why not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/cli/commands.ts'
import { folderCommands } from '../../src/cli/folder-commands.ts'
import { allRoutes } from '../../src/http/surfaces.ts'

const paths = 'It reads or writes files of the machine by their paths.'
const begins = 'It works where no server runs, or makes one run.'
const wayIn = 'It is the way back in where the sessions are not to be trusted.'
const soFar = 'Not offered so far.'
const client = 'It asks a server itself, or prints what the program knows.'

/** Of each command its operation, or the reason why there is none. */
const table: Readonly<Record<string, string>> = {
  init: begins,
  'user add': 'POST /v1/admin/tenants',
  'user reset-password': 'POST /v1/admin/users/:id/reset-link',
  'user allow-password': wayIn,
  'user reset-second-factor': 'DELETE /v1/admin/users/:id/second-factors',
  'user list': 'GET /v1/admin/users',
  erase: 'POST /v1/admin/users/:id/erasure',
  'tenant list': 'GET /v1/admin/tenants',
  'tenant export': 'POST /v1/admin/tenants/:id/export',
  'tenant import': paths,
  'tenant erase': 'POST /v1/admin/tenants/:id/erasure',
  'tenant suspend': 'POST /v1/admin/tenants/:id/suspend',
  'tenant lift': 'POST /v1/admin/tenants/:id/resume',
  'credits grant': 'POST /v1/admin/tenants/:id/credits',
  'credits payments': soFar,
  'balance credit': soFar,
  'key create': 'POST /v1/api-keys',
  'key list': 'GET /v1/api-keys',
  'key revoke': 'DELETE /v1/api-keys/:id',
  'review list': 'GET /v1/admin/review/queue',
  'review approve': 'POST /v1/admin/review/objects/:tenant_id/:object_id/approve',
  'review reject': 'POST /v1/admin/review/objects/:tenant_id/:object_id/reject',
  'object takedown': 'POST /v1/admin/objects/:tenant_id/:object_id/takedown',
  'object restore': 'POST /v1/admin/objects/:tenant_id/:object_id/restore',
  'object takedowns': 'GET /v1/admin/taken-down',
  'dataset suspend': 'POST /v1/admin/datasets/:dataset_id/suspend',
  'dataset resume': 'POST /v1/admin/datasets/:dataset_id/resume',
  import: paths,
  'ledger verify': 'POST /v1/admin/work',
  'ledger accept': wayIn,
  'ledger export': 'GET /v1/exports/ledger',
  'ledger key': 'GET /v1/ledger/key',
  'chain verify': soFar,
  'index verify': soFar,
  'index rebuild': soFar,
  'index status': 'GET /v1/admin/index',
  'secrets rotate': wayIn,
  'secrets status': soFar,
  settle: soFar,
  audit: 'GET /v1/admin/audit',
  'clock confirm': soFar,
  backup: 'POST /v1/admin/work',
  'blobs move': paths,
  'blobs accept': paths,
  gc: soFar,
  traffic: 'GET /v1/admin/traffic',
}

/** Commands that no running server carries out. */
const others: Readonly<Record<string, string>> = {
  demo: begins,
  serve: begins,
  standby: begins,
  'search-node': begins,
  login: 'POST /v1/auth/login',
  logout: 'POST /v1/auth/logout',
  search: 'POST /v1/search',
  'dataset create': 'POST /v1/datasets',
  'dataset list': 'GET /v1/datasets',
  'dataset show': 'GET /v1/datasets/:id',
  'dataset set': 'PATCH /v1/datasets/:id',
  'dataset reprocess': 'POST /v1/datasets/:id/reprocess',
  'dataset delete': 'DELETE /v1/datasets/:id',
  'object list': 'GET /v1/objects',
  'object show': 'GET /v1/objects/:id',
  'object delete': 'DELETE /v1/objects/:id',
  'object reprocess': 'POST /v1/objects/:id/reprocess',
  'access requests': 'GET /v1/datasets/:id/access-requests',
  'access list': 'GET /v1/datasets/:id/access',
  'payout account': 'GET /v1/provider/payout-account',
  'payout statements': 'GET /v1/provider/payouts',
  watch: paths,
  doctor: 'POST /v1/admin/work',
  migrate: begins,
  upgrade: begins,
  'backup verify': 'POST /v1/admin/work',
  restore: paths,
  top: 'GET /v1/admin/traffic',
  logs: soFar,
  config: 'GET /v1/admin/settings',
  'access approve': 'PATCH /v1/datasets/:id/access-requests/:access_request_id',
  'access decline': 'PATCH /v1/datasets/:id/access-requests/:access_request_id',
  'access grant': 'POST /v1/datasets/:id/access',
  'access revoke': 'DELETE /v1/datasets/:id/access/:tenant_id',
  'payout balance': 'GET /v1/provider/payout-outlook',
  'receipt verify': client,
  openapi: client,
  'model check': paths,
  mcp: client,
  'mcp config': client,
  completion: client,
  man: client,
  'help settings': client,
}

const operations = new Set(
  allRoutes().map(({ route: { method, path } }) => `${method.toUpperCase()} ${path}`),
)

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort()

test('each command of a running server has its operation, or the reason why it has none', () => {
  assert.equal(names(folderCommands), Object.keys(table).sort())
})

test('every operation that is named is there', () => {
  const named = Object.entries({ ...table, ...others }).filter(([, said]) => said.includes(' /'))
  assert.equal(
    named.filter(([, operation]) => !operations.has(operation)),
    [],
  )
})

test('each other command has one or the other as well', () => {
  const folder = new Set(names(folderCommands))
  const rest = names(commands).filter((name) => !folder.has(name))
  const unknown = rest.filter((name) => !(name in others))
  const gone = Object.keys(others).filter((name) => !rest.includes(name))
  assert.equal({ unknown, gone }, { unknown: [], gone: [] })
})

test.run()
