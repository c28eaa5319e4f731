// Odd bodies, queries and addresses for every route of Surface C: each is refused or answered, and
// none is a failure of the server's.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ZodObject } from 'zod'
import { walletRoutes } from '../../src/http/wallet/routes.ts'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { openTestApp } from '../support/open-test-app.ts'

const many = 1_000_000
const roomy = {
  walletRatePerMinute: many,
  balanceRatePerMinute: many,
  microipRatePerMinute: many,
  assetsRatePerMinute: many,
  licensedSearchRatePerMinute: many,
}

const values: readonly unknown[] = [
  ...[null, true, 0, -1, 0.1, 1e-10, 1e308, -0, 2 ** 53, '', 'x', '\u0000', '\ud800'],
  ...['x'.repeat(5000), '‮exe', "'; DROP TABLE wallet; --", '*', '"', 'NEAR(a b)', 'a:b'],
  ...[[], {}, [[]], ['x', 1], { $ne: 1 }, 'solana', 'obj_01', '1'.repeat(44)],
]

const good: Readonly<Record<string, unknown>> = {
  wallet_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  network: 'ethereum',
  signature: '0x00',
  amount: 1,
  asset_id: 'obj_1',
  price: 1,
  license_type: 'standard',
  query: 'heat',
}

test('no odd member of a body makes the server fail', async () => {
  await using app = await openTestApp({ config: roomy })
  const { token } = await app.signUp('Odd')
  let asked = 0
  for (const { id, method, path, body: takesBody } of walletRoutes) {
    if (!takesBody || id === 'searchLicensed') continue
    const at = path.replace(':network', 'ethereum').replace(/:\w+/, 'obj_1')
    for (const member of Object.keys((takesBody as ZodObject).shape)) {
      for (const value of values) {
        const body = { ...good, [member]: value }
        const answer = await app.call(method.toUpperCase(), at, { as: token, body })
        assert.ok(answer.status < 500 || answer.status === 503, `${id} ${JSON.stringify(body)}`)
        assert.ok(answer.status < 400 || typeof answer.body.detail === 'string', id)
        asked += 1
        if (answer.status === 429) app.clock.advance({ seconds: 61 })
      }
    }
  }
  assert.ok(asked > 500, `${asked} requests`)
  assertLedgerBalances(app)
})

const places = [
  ...['x', '%00', '%ff', '..%2f..', '%F0%9F%98%80', 'a'.repeat(200), 'a'.repeat(1000), "'", '*'],
  ...['__proto__', 'constructor', 'null', '0x', `bc1${'q'.repeat(80)}`, 'obj_'],
]
const queries = ['page=0', 'page=1e9', 'limit=-1', 'limit=', 'page=x', 'page=1&page=2', 'q=%00']

test('no odd address or query makes the server fail', async () => {
  await using app = await openTestApp({ config: roomy })
  const { token } = await app.signUp('Odd')
  for (const { id, method, path } of walletRoutes) {
    if (id === 'uploadAsset') continue
    const paths = places.map((place) => path.replace(':network', 'bitcoin').replace(/:\w+/g, place))
    const networks = places.map((place) => path.replace(/:\w+/g, place))
    const asked = queries.map((query) => `${path.replace(/:\w+/g, 'solana')}?${query}`)
    for (const one of [...paths, ...networks, ...asked]) {
      const body = ['post', 'patch'].includes(method) ? {} : undefined
      const sent = { as: token, ...(body && { body }) }
      const { status } = await app.call(method.toUpperCase(), one, sent)
      assert.ok(status < 500, `${method} ${one}: ${status}`)
    }
  }
})

test.run()
