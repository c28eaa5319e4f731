// Every endpoint of Surface C with every status that it documents, asked for real.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { AnyRoute } from '../../src/http/route.ts'
import { allRoutes } from '../../src/http/surfaces.ts'
import { ask, filled } from '../support/isolation/ask.ts'
import { type RowC, rowsOfC } from '../support/isolation/contract-c.ts'
import { approveAsset, licensedAsset, uploadAsset } from '../support/licences.ts'
import { openTestApp, type Party, signUp, type TestApp } from '../support/open-test-app.ts'
import { register, walletPath } from '../support/wallet-client.ts'
import { naclWallet } from '../support/wallets.ts'

/** Spec 4.3. */
const contract = [
  ...['GET /wallet', 'GET /wallet/networks', 'GET /wallet/{network}', 'POST /wallet/{network}'],
  ...['GET /wallet/{network}/{wallet_address}', 'DELETE /wallet/{network}/{wallet_address}'],
  ...['POST /microip', 'GET /microip', 'GET /microip/{asset_id}'],
  ...['POST /microip/{asset_id}/download', 'GET /microip/downloads'],
  ...['GET /microip/{asset_id}/downloads', 'POST /assets', 'GET /assets'],
  ...['GET /balance', 'POST /balance/deposit', 'POST /balance/withdraw', 'GET /search'],
]

/** Statuses that are provoked elsewhere, and where. */
const elsewhere = new Set([
  // test/http/wallet/assets.test.ts
  'POST /assets 413',
  // A suspended dataset: test/http/v1/datasets/datasets.test.ts has it for other uploads.
  'POST /assets 409',
  // test/end-to-end/solana.test.ts, and solana-licences.test.ts
  ...['POST /microip 503', 'POST /balance/withdraw 503', 'POST /balance/withdraw 409'],
  // An Idempotency-Key of another purchase: test/end-to-end/statuses-c.test.ts
  'POST /microip/{asset_id}/download 409',
  // test/http/wallet/balance.test.ts
  'POST /balance/deposit 409',
  'POST /balance/deposit 200',
  // Searches that are too many at once: test/engine/embedded-engine.test.ts
  'GET /search 503',
  // Ids and credentials that are too many or too long: test/end-to-end/bad-addresses.test.ts
  ...[
    'GET /wallet/networks 400',
    'GET /wallet 400',
    'GET /balance 400',
    'GET /microip/{asset_id} 400',
  ],
  'POST /microip/{asset_id}/download 400',
])

test('every endpoint of the contract is served, and has a row for every status', () => {
  const missing = contract.flatMap((of) => {
    const route = routeOf(of)
    if (!route) return [`${of} is not served`]
    const had = new Set(rowsOfC.filter((row) => row.of === of).map(({ status }) => status))
    return [route.status, ...route.errors]
      .filter((status) => !had.has(status))
      .map((status) => `${of} ${status}`)
      .filter((one) => !elsewhere.has(one))
  })
  assert.equal(missing, [])
})

test('every row is of an endpoint of the contract, and of a status that it documents', () => {
  const strange = rowsOfC.filter(({ of, status }) => {
    const route = routeOf(of)
    return !route || ![route.status, ...route.errors].includes(status)
  })
  assert.equal(
    strange.map(({ of, status }) => `${of} ${status}`),
    [],
  )
})

test('Surface C answers as the contract has it, row for row', async () => {
  await using world = await openWorld()
  const seen: unknown[] = []
  const wanted: unknown[] = []
  for (const row of rowsOfC) {
    const heard = await provoke(world, row)
    const expected = expectedOf(world, row, heard)
    const name = `${row.call} as ${row.as ?? 'nobody'}`
    if (JSON.stringify(heard) === JSON.stringify(expected)) continue
    seen.push({ name, ...heard })
    wanted.push({ name, ...expected })
  }
  assert.equal(seen, wanted)
})

type World = AsyncDisposable & {
  app: TestApp
  slow: TestApp
  names: Record<string, string>
  people: Record<string, Party>
}

/** Two applications: the second one's rates are spent after one request. */
async function openWorld(): Promise<World> {
  const roomy = 10_000
  const app = await openTestApp({
    config: {
      walletRatePerMinute: roomy,
      balanceRatePerMinute: roomy,
      microipRatePerMinute: roomy,
      assetsRatePerMinute: roomy,
      licensedSearchRatePerMinute: roomy,
      localDeposits: 'admin',
    },
  })
  const one = { walletRatePerMinute: 1, balanceRatePerMinute: 1, microipRatePerMinute: 1 }
  const slow = await openTestApp({
    config: { ...one, assetsRatePerMinute: 1, licensedSearchRatePerMinute: 1 },
  })
  const [owner, buyer, poor] = [
    await app.signUp('Owner'),
    await app.signUp('Buyer'),
    await app.signUp('Poor'),
  ]
  const viewer = await invited(app, owner)
  const licensed = await licensedAsset(app, owner, { price: 1 })
  const { body: open } = await uploadAsset(app, owner, { is_public: 'true' })
  await approveAsset(app, owner, open.asset_id)
  const { body: waiting } = await uploadAsset(app, owner)
  const [own, fresh] = [naclWallet(), naclWallet()]
  await register(app, owner, own)
  const { body: challenge } = await app.call('GET', walletPath(fresh), { as: buyer.token })
  await credit(app, buyer)
  return {
    app,
    slow,
    names: {
      licensed,
      unlicensed: waiting.asset_id,
      public: open.asset_id,
      wallet: own.address,
      fresh: fresh.address,
      signed: challenge.message,
      signature: await fresh.sign(challenge.message),
    },
    people: { owner, buyer, poor, viewer },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await slow[Symbol.asyncDispose]()
    },
  }
}

/** A member of the owner's tenant who may look and not upload. */
async function invited(app: TestApp, owner: Party): Promise<Party> {
  const asked = { as: owner.token, body: { roles: ['viewer'] } }
  const { body } = await app.call('POST', '/v1/tenant/invitations', asked)
  return signUp(app.call, 'Viewer', { invitation_code: body.data.invitation_code })
}

/** Nobody credits itself here: the operator does. */
async function credit(app: TestApp, { userId, tenantId }: Party): Promise<void> {
  const cmd = { requestId: 'req_1', write: app.store.write } as const
  const amountLamports = 10_000_000_000 as never
  const request = { userId: userId as never, tenantId, amountLamports, reason: 'test' }
  await app.rooms.wallet.creditDeposit(cmd, request)
}

type Heard = { status: number; body: unknown }

async function provoke(world: World, row: RowC): Promise<Heard> {
  const { app, names, people } = world
  const as = people[row.as ?? '']?.token
  if (row.as === 'slow') return tooOften(world, row)
  if (row.form) {
    const { filename, ...fields } = row.form
    const named = filename === undefined ? {} : { filename }
    const answer = await uploadAsset(app, people[row.as ?? ''] as Party, { ...fields, ...named })
    return { status: answer.status, body: answer.body }
  }
  const { status, body } = await ask({ app, names } as never, {
    call: row.call,
    body: row.body,
    as,
  })
  return { status, body }
}

async function tooOften({ slow }: World, { call, body, times = 1 }: RowC): Promise<Heard> {
  const { token } = await slow.signUp(`Hasty ${nameOf(call)}`)
  let heard: Heard = { status: 0, body: undefined }
  const [method = '', path = ''] = call.replace(/\{\w+\}/g, 'x').split(' ')
  for (let asked = 0; asked < times; asked++) {
    const answer = await slow.call(method, path, {
      as: token,
      ...(body === undefined ? {} : { body }),
    })
    heard = { status: answer.status, body: answer.body }
  }
  return heard
}

let hasty = 0
function nameOf(_call: string): string {
  hasty += 1
  return [...String(hasty)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}

/** What a row says, laid over what was answered. */
function expectedOf({ names }: World, row: RowC, { body }: Heard): Heard {
  const said = row.detail === undefined ? {} : { detail: row.detail }
  const part = JSON.parse(filled(names, JSON.stringify({ ...row.has, ...said })))
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return { status: row.status, body: isObject ? { ...body, ...part } : body }
}

function routeOf(of: string): AnyRoute | undefined {
  const [method = '', path = ''] = of.split(' ')
  const pattern = path.replace(/\{(\w+)\}/g, ':$1')
  return allRoutes().find(
    ({ surface, route }) =>
      surface === 'wallet' && route.method === method.toLowerCase() && route.path === pattern,
  )?.route
}

test.run()
