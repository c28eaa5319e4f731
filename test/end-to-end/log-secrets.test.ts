// A server that logs as much as it can must not log what opens anything.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { approve, indexed, type Market, mint, openMarketOn } from '../support/market.ts'
import { type Asked, caller, makeKey, password, signUp } from '../support/open-test-app.ts'
import { type RunningServer, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const newPassword = 'another horse battery'
const bytes = Buffer.from('The boiler in the cellar is in good order.\n')

test('no secret is in the log, however much is logged', async () => {
  using folder = temporaryFolder()
  const settings = {
    KONTOR_LOG_LEVEL: 'debug',
    KONTOR_SEARCH_WORKERS: '1',
    KONTOR_WELCOME_CREDITS: '500',
  }
  await using server = await runServer({ dir: folder.path, settings })
  const secrets = await live(server)
  const { output } = await server.stop()
  const log = output.split('\n').filter((line) => !line.startsWith('{"url":'))
  assert.ok(log.filter((line) => line.includes('"request"')).length > 20, 'requests are logged')
  for (const [what, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 7, `${what}: ${secret}`)
    const found = log.find((line) => line.includes(secret))
    assert.is(found, undefined, `${what} is in the log: ${found}`)
  }
})

/** Everything that shows, makes or uses a secret; gives the secrets. */
async function live(server: RunningServer): Promise<Record<string, string>> {
  const market = await openMarketOn(server)
  const { call, provider, buyer, operator } = market
  const ask = async (method: string, path: string, asked: Asked) =>
    (await call(method, path, asked)).body.data
  const login = await ask('POST', '/v1/auth/login', { body: { email: buyer.email, password } })
  await call('POST', '/v1/auth/login', { body: { email: buyer.email, password: 'a bad guess' } })
  await ask('POST', '/v1/me/password', {
    as: login.session_token,
    body: { current_password: password, new_password: newPassword },
  })
  const as = operator.token
  const invitation = await ask('POST', '/v1/tenant/invitations', {
    as,
    body: { roles: ['viewer'] },
  })
  const invited = await signUp(call, 'Guest', { invitation_code: invitation.invitation_code })
  const { vouchers } = await ask('POST', '/v1/admin/vouchers', { as, body: { credits: 10 } })
  await ask('POST', '/v1/vouchers/redeem', { as, body: { code: vouchers[0].code } })
  const key = await makeKey(call, market.provider, {})
  const urls = await trade(market)
  await call('GET', '/search?q=boiler', { as: `${key}x` })
  await call('POST', '/v1/datasets', {
    as: provider.token,
    body: { name: 'Once' },
    headers: { 'idempotency-key': 'secret-of-this-retry' },
  })
  await caller(server.url)('GET', `/v1/me?token=${key}`, { headers: { 'x-api-key': key } })
  return {
    password,
    newPassword,
    guess: 'a bad guess',
    retry: 'secret-of-this-retry',
    setupCode: server.setupCode ?? '',
    operator: operator.token,
    provider: provider.token,
    buyer: buyer.token,
    session: login.session_token,
    invited: invited.token,
    invitation: invitation.invitation_code,
    voucher: vouchers[0].code,
    key: key.split('_')[2] ?? '',
    buyerKey: market.key.split('_')[2] ?? '',
    ...urls,
  }
}

/** An upload, its review, a sale: each by a URL that opens for whoever has it. */
async function trade(market: Market): Promise<Record<string, string>> {
  const { call, provider, operator, datasetId } = market
  const { body: begun } = await call('POST', `/v1/datasets/${datasetId}/objects/upload`, {
    as: provider.token,
    body: { filename: 'a.txt', content_type: 'text/plain', size_bytes: bytes.length },
  })
  const { object_id: objectId, upload_url: url } = begun.data
  await call('PUT', `${url}x`, { raw: bytes })
  await call('PUT', url, { raw: bytes })
  await call('POST', `/v1/objects/${objectId}/confirm`, { as: provider.token })
  const review = `/v1/admin/review/objects/${provider.tenantId}/${objectId}`
  const { body: seen } = await call('GET', `${review}/preview`, { as: operator.token })
  await call('GET', seen.data.preview_url)
  await approve(market, { objectId, url })
  await indexed(market, { objectId, url })
  const { body: link } = await mint(market, { objectId, url })
  await call('GET', link.url)
  await call('GET', link.url)
  const { body: own } = await call('GET', `/v1/objects/${objectId}/download`, {
    as: provider.token,
  })
  await call('GET', own.data.download_url)
  return {
    upload: signatureIn(url),
    preview: signatureIn(seen.data.preview_url),
    download: signatureIn(own.data.download_url),
    link: new URL(link.url).pathname.split('/')[2] ?? '',
  }
}

function signatureIn(url: string): string {
  return new URL(url).searchParams.get('signature') ?? ''
}

test.run()
