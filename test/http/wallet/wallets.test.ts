import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { messageAt } from '../../../src/domain/wallet/index.ts'
import { newName } from '../../support/new-name.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { shared } from '../../support/shared.ts'
import { register, sendSigned, serviceOf, walletPath } from '../../support/wallet-client.ts'
import { allWallets, ethersWallet, messageWallet, naclWallet } from '../../support/wallets.ts'

const said = (service: string, timestamp: string) => messageAt({ service, timestamp })

/** Each of them has a house of its own. */
const { fact } = shared(openTestApp)

test('the networks are known to everybody', async () => {
  await using app = await openTestApp()
  const { status, body } = await app.call('GET', '/wallet/networks')
  assert.is(status, 200)
  assert.equal(body, { networks: ['solana', 'ethereum', 'bitcoin'] })
})

test('a wallet of every kind is registered with a signed challenge', async () => {
  await using app = await openTestApp()
  const user = await app.signUp('Anna')
  for (const wallet of await allWallets()) {
    const { status, body } = await register(app, user, wallet, { label: wallet.maker })
    assert.is(status, 201, wallet.maker)
    assert.is(body.wallet_address, wallet.address)
    assert.is(body.label, wallet.maker)
    assert.is(body.user_id, 1)
  }
  const { body } = await app.call('GET', '/wallet', { as: user.token })
  assert.is(body.wallets.length, 15)
})

test('a registered wallet has every documented member', async () => {
  await using app = await openTestApp()
  const user = await app.signUp('Anna')
  const wallet = naclWallet()
  const { body } = await register(app, user, wallet, { label: 'cold', is_primary: true })
  const at = new Date(app.clock.nowMs()).toISOString()
  assert.equal(body, {
    id: 1,
    user_id: 1,
    network: 'solana',
    wallet_address: wallet.address,
    label: 'cold',
    is_primary: true,
    last_used: at,
    created_at: at,
    updated_at: at,
  })
})

fact('a message with the time of the caller is found without being named', async (app) => {
  const user = await app.signUp(newName())
  const service = await serviceOf(app, user)
  const now = Math.floor(app.clock.nowMs() / 1000)
  for (const [wallet, second] of [
    [naclWallet(), now - 290],
    [ethersWallet(), now - 3],
    [messageWallet('p2pkh'), now + 50],
  ] as const) {
    const signature = await wallet.sign(said(service, String(second)))
    const { status } = await sendSigned(app, user, { wallet, signature })
    assert.is(status, 201, wallet.network)
  }
})

const timely: [named: string, timestamp: (nowMs: number) => string][] = [
  ['Unix seconds', (nowMs) => String(Math.floor(nowMs / 1000) - 200)],
  ['RFC 3339', (nowMs) => new Date(nowMs - 200_000).toISOString()],
  ['RFC 3339 with an offset', (nowMs) => new Date(nowMs).toISOString().replace('Z', '+00:00')],
]
for (const [named, at] of timely) {
  fact(`a message is named by its time: ${named}`, async (app) => {
    const user = await app.signUp(newName())
    const service = await serviceOf(app, user)
    const wallet = ethersWallet()
    const timestamp = at(app.clock.nowMs())
    const message = said(service, timestamp)
    const signature = await wallet.sign(message)
    const extra = named === 'Unix seconds' ? { timestamp: Number(timestamp) } : { message }
    assert.is((await sendSigned(app, user, { wallet, signature, extra })).status, 201)
  })
}

const failure = {
  detail: 'Wallet verification failed',
  code: 'bad_request',
  field: 'signature',
}

const stale: [why: string, message: (service: string, nowMs: number) => string][] = [
  ['more than 5 minutes old', (service, nowMs) => said(service, `${nowMs / 1000 - 301}`)],
  ['more than 5 minutes ahead', (service, nowMs) => said(service, `${nowMs / 1000 + 301}`)],
  ['for another service', (_, nowMs) => said('evil.example', `${nowMs / 1000}`)],
  ['with a time that is none', (service) => said(service, 'yesterday')],
  ['with something behind it', (service, nowMs) => `${said(service, `${nowMs / 1000}`)} ok`],
  ['with something before it', (service, nowMs) => `I ${said(service, `${nowMs / 1000}`)}`],
]
for (const [why, make] of stale) {
  fact(`a message ${why} is refused, named or not`, async (app) => {
    const user = await app.signUp(newName())
    const wallet = naclWallet()
    const message = make(await serviceOf(app, user), app.clock.nowMs())
    const signature = await wallet.sign(message)
    const named = await sendSigned(app, user, { wallet, signature, extra: { message } })
    assert.equal([named.status, named.body], [400, failure])
    const searched = await sendSigned(app, user, { wallet, signature })
    assert.equal([searched.status, searched.body], [400, failure])
  })
}

fact("a signature by another wallet's key is refused", async (app) => {
  const user = await app.signUp(newName())
  for (const [wallet, other] of [
    [naclWallet(), naclWallet()],
    [ethersWallet(), ethersWallet()],
    [messageWallet('p2wpkh'), messageWallet('p2wpkh')],
  ] as const) {
    const { body } = await app.call('GET', walletPath(wallet), { as: user.token })
    const signature = await other.sign(body.message)
    const answer = await sendSigned(app, user, { wallet, signature })
    assert.equal([answer.status, answer.body], [400, failure])
  }
})

fact(
  'a message verifies once, also with another signature of it and after a removal',
  async (app) => {
    const user = await app.signUp(newName())
    const wallet = ethersWallet()
    const message = said(await serviceOf(app, user), `${app.clock.nowMs() / 1000}`)
    const signature = await wallet.sign(message)
    const extra = { message }
    assert.is((await sendSigned(app, user, { wallet, signature, extra })).status, 201)
    assert.is((await app.call('DELETE', walletPath(wallet), { as: user.token })).status, 200)
    const again = await sendSigned(app, user, { wallet, signature, extra })
    assert.equal([again.status, again.body], [400, failure])
    // The other spelling of the last byte is another text for the same signature.
    const respelled = signature.replace(/1b$/, '00').replace(/1c$/, '01')
    const spelled = await sendSigned(app, user, { wallet, signature: respelled, extra })
    assert.equal([spelled.status, spelled.body], [400, failure])
    const lower = { ...wallet, address: wallet.address.toLowerCase() }
    assert.is((await sendSigned(app, user, { wallet: lower, signature, extra })).status, 400)
    assert.is((await register(app, user, wallet)).status, 201)
  },
)

fact('of ten equal registrations at once one succeeds', async (app) => {
  const user = await app.signUp(newName())
  const wallet = naclWallet()
  const { body } = await app.call('GET', walletPath(wallet), { as: user.token })
  const signature = await wallet.sign(body.message)
  const sent = Array.from({ length: 10 }, () => sendSigned(app, user, { wallet, signature }))
  const statuses = (await Promise.all(sent)).map(({ status }) => status).sort()
  assert.is(statuses.filter((status) => status === 201).length, 1)
  assert.not(statuses.includes(500))
})

fact('searches for a signed second are limited to five a minute and user', async (app) => {
  const user = await app.signUp(newName())
  const wallet = naclWallet()
  const signature = await wallet.sign('something else')
  const send = () => sendSigned(app, user, { wallet, signature })
  for (let i = 0; i < 5; i++) assert.is((await send()).status, 400)
  const { status, body, headers } = await send()
  assert.is(status, 429)
  assert.is(body.code, 'rate_limited')
  assert.is(headers.get('retry-after'), '60')
  assert.match(headers.get('ratelimit') ?? '', '"signature-search";r=0;t=60')
  app.clock.advance({ seconds: 61 })
  assert.is((await send()).status, 400)
})

const wrong: [detail: string, network: string, address: string][] = [
  ['Unsupported network type', 'dogecoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['Unsupported network type', 'Solana', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['Invalid wallet address format', 'solana', '11111111111111111111111111111111'],
  ['Invalid wallet address format', 'bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['Invalid wallet address format', 'ethereum', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
]
const refusing = shared(async () => {
  const app = await openTestApp()
  return Object.assign(app, { user: await app.signUp('Anna') })
})
for (const [detail, network, address] of wrong) {
  refusing.fact(`${detail}: ${network} ${address}`, async (app) => {
    const { user } = app
    const body = { wallet_address: address, network, signature: 'x' }
    const field = detail.includes('network') ? 'network' : 'wallet_address'
    const expected = { detail, code: 'bad_request', field }
    const added = await app.call('POST', `/wallet/${network}`, { as: user.token, body })
    assert.equal([added.status, added.body], [400, expected])
    for (const method of ['GET', 'DELETE']) {
      const answer = await app.call(method, `/wallet/${network}/${address}`, { as: user.token })
      assert.equal([answer.status, answer.body], [400, expected])
    }
  })
}

fact('body and path must name the same network', async (app) => {
  const user = await app.signUp(newName())
  const body = { wallet_address: naclWallet().address, network: 'ethereum', signature: 'x' }
  const answer = await app.call('POST', '/wallet/solana', { as: user.token, body })
  assert.is(answer.body.detail, 'Unsupported network type')
})

fact(
  'the first wallet of a network is primary, and so is the last that asked to be',
  async (app) => {
    const user = await app.signUp(newName())
    const [first, second, third] = [naclWallet(), naclWallet(), naclWallet()]
    assert.is((await register(app, user, first, { is_primary: false })).body.is_primary, true)
    assert.is((await register(app, user, second)).body.is_primary, false)
    assert.is((await register(app, user, third, { is_primary: true })).body.is_primary, true)
    assert.is((await register(app, user, ethersWallet())).body.is_primary, true)
    const { body } = await app.call('GET', '/wallet/solana', { as: user.token })
    const primary = body.wallets.filter((one: { is_primary: boolean }) => one.is_primary)
    assert.equal(
      primary.map((one: { wallet_address: string }) => one.wallet_address),
      [third.address],
    )
  },
)

fact('when the primary wallet goes, the oldest other one of the network follows', async (app) => {
  const user = await app.signUp(newName())
  const [first, second, third] = [naclWallet(), naclWallet(), naclWallet()]
  for (const wallet of [first, second, third]) await register(app, user, wallet)
  const { status, body } = await app.call('DELETE', walletPath(first), { as: user.token })
  assert.is(status, 200)
  assert.equal(body, { message: 'Wallet removed', wallet_address: first.address })
  const left = await app.call('GET', '/wallet/solana', { as: user.token })
  const marks = left.body.wallets.map((one: { is_primary: boolean }) => one.is_primary)
  assert.equal(marks, [true, false])
  assert.is(left.body.wallets[0].wallet_address, second.address)
})

fact('an address has one owner, and others do not learn of it', async (app) => {
  const [anna, ben] = [await app.signUp(newName()), await app.signUp(newName())]
  const wallet = naclWallet()
  await register(app, anna, wallet)
  const seen = await app.call('GET', walletPath(wallet), { as: ben.token })
  const unknown = await app.call('GET', walletPath(naclWallet()), { as: ben.token })
  assert.equal(Object.keys(seen.body), Object.keys(unknown.body))
  assert.is(seen.body.verified, false)
  assert.is((await register(app, ben, wallet)).status, 409)
  const removed = await app.call('DELETE', walletPath(wallet), { as: ben.token })
  assert.equal([removed.status, removed.body.detail], [404, 'No such wallet.'])
})

fact('the status of an own wallet is the wallet, verified', async (app) => {
  const user = await app.signUp(newName())
  const wallet = ethersWallet()
  const { body } = await register(app, user, wallet)
  for (const address of [wallet.address, wallet.address.toLowerCase()]) {
    const status = await app.call('GET', `/wallet/ethereum/${address}`, { as: user.token })
    assert.equal(status.body, { ...body, verified: true })
  }
})

fact('an open challenge stays the same until it expires', async (app) => {
  const user = await app.signUp(newName())
  const path = walletPath(naclWallet())
  const first = await app.call('GET', path, { as: user.token })
  app.clock.advance({ seconds: 200 })
  assert.equal((await app.call('GET', path, { as: user.token })).body, first.body)
  app.clock.advance({ seconds: 101 })
  const later = await app.call('GET', path, { as: user.token })
  assert.is.not(later.body.message, first.body.message)
})

fact('a challenge of one user is none for another', async (app) => {
  const [anna, ben] = [await app.signUp(newName()), await app.signUp(newName())]
  const wallet = naclWallet()
  const { body } = await app.call('GET', walletPath(wallet), { as: anna.token })
  const signature = await wallet.sign(body.message)
  const answer = await sendSigned(app, ben, { wallet, signature })
  assert.equal([answer.status, answer.body], [400, failure])
})

fact('wallets belong to sessions: keys and strangers are told so', async (app) => {
  const key = await app.key(await app.signUp(newName()))
  for (const as of [undefined, key]) {
    for (const path of ['/wallet', '/wallet/solana', walletPath(naclWallet()), '/balance']) {
      const { status, body } = await app.call('GET', path, { as })
      assert.equal(
        [status, body],
        [401, { detail: 'A valid credential is needed.', code: 'unauthorized' }],
      )
    }
  }
})

fact('registration and removal are in the audit log', async (app) => {
  const user = await app.signUp(newName())
  const wallet = naclWallet()
  await register(app, user, wallet)
  await app.call('DELETE', walletPath(wallet), { as: user.token })
  const { body } = await app.call('GET', '/v1/audit', { as: user.token })
  const actions = body.data.audit_events.map((event: { action: string }) => event.action)
  assert.equal(actions.slice(0, 2), ['wallet.removed', 'wallet.registered'])
})

test('wallet requests have a rate of their own', async () => {
  await using app = await openTestApp({ config: { walletRatePerMinute: 2 } })
  const user = await app.signUp('Anna')
  const ask = () => app.call('GET', '/wallet', { as: user.token })
  assert.equal([(await ask()).status, (await ask()).status], [200, 200])
  const { status, headers } = await ask()
  assert.is(status, 429)
  assert.ok(Number(headers.get('retry-after')) > 0)
  assert.is((await app.call('GET', '/balance', { as: user.token })).status, 200)
})

test.run()
