// A server that a proxy shows below a path of several parts: an assistant finds its way by the
// address of /mcp alone, and two houses of one host do not log each other's people out.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBrowser } from '../../../support/browser.ts'
import { openPage } from '../../../support/browser-page.ts'
import { freePort } from '../../../support/free-port.ts'
import { approve, remembering } from '../../../support/oauth-program.ts'
import { openTestApp, type TestApp } from '../../../support/open-test-app.ts'
import { openTestMcp } from '../../../support/open-test-mcp.ts'
import { pathProxy } from '../../../support/path-proxy.ts'
import { shared } from '../../../support/shared.ts'
import { until, untilSo } from '../../../support/until.ts'

const one = '/data/market%20one'
const two = '/data/two'
/** A machine that is busy with other things takes its time. */
const patienceMs = 120_000

const { fact } = shared(async () => await until('two ports are free', openBoth))

type Ports = Readonly<Record<string, number>>

/** Their URLs do not tell their ports, so those are chosen here; somebody may have them by then. */
async function openBoth() {
  const ports: Ports = { [one]: await freePort(), [two]: await freePort() }
  const proxy = await pathProxy(ports)
  const configOf = (path: string) => ({ port: ports[path] as number, baseUrl: proxy.url + path })
  const lean = { parts: { jobs: false, workers: false } }
  try {
    const mcp = await openTestMcp({ config: configOf(one) })
    const other = await openTestApp({ ...lean, config: configOf(two) })
    const close = async () => {
      for (const one of [mcp, other, proxy]) await one[Symbol.asyncDispose]()
    }
    return { proxy, mcp, other, [Symbol.asyncDispose]: close }
  } catch (error) {
    if ((error as Error).name !== 'AddressRefused') throw error
    return undefined
  }
}

fact('below a path of several parts a client is let in', async ({ proxy, mcp, other }) => {
  const base = `${proxy.url}${one}`
  assert.is(mcp.url, base)

  // RFC 8414, 3.1 and RFC 9728, 3.1: the path comes behind, and nobody else's is answered.
  const known = `${proxy.url}/.well-known/oauth`
  const server = await mcp.call('GET', `${known}-authorization-server${one}`)
  assert.equal(
    [server.status, server.body.issuer, server.body.token_endpoint],
    [200, base, `${base}/oauth/token`],
  )
  for (const resource of [`${known}-protected-resource${one}/mcp`, `${base}/mcp`]) {
    const challenge = await mcp.call('POST', '/mcp', { body: {} })
    const told = /resource_metadata="([^"]+)"/.exec(challenge.headers.get('www-authenticate') ?? '')
    const at = resource.includes('well-known') ? resource : (told?.[1] ?? '')
    const { status, body } = await mcp.call('GET', at)
    assert.equal([status, body.resource, body.authorization_servers], [200, `${base}/mcp`, [base]])
  }
  const wrong = [`authorization-server${one}/more`, `protected-resource${one}`, 'unknown/data']
  for (const path of wrong) {
    assert.is((await mcp.call('GET', `${known}-${path}`)).status, 404, path)
  }

  let opened: URL | undefined
  const authProvider = remembering((at) => {
    opened = at
  })
  const connect = () => new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider })
  const first = connect()
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(first).catch((error: Error) => {
    assert.is(error.name, 'UnauthorizedError', error.stack)
  })
  const shown = await fetch(String(opened), { redirect: 'manual' })
  const at = new URL(shown.headers.get('location') ?? '', proxy.url)
  assert.is(at.pathname, `${one}/console/connect`)
  assert.is(at.searchParams.get('resource'), `${base}/mcp`)
  const page = openPage(mcp)
  await page.logIn(mcp.buyer.email)
  const answer = await approve(page, Object.fromEntries(at.searchParams))
  assert.is(answer.searchParams.get('iss'), base)
  await first.finishAuth(answer.searchParams)
  const connected = new Client({ name: 'test', version: '1' })
  await connected.connect(connect())
  assert.is((await connected.listTools()).tools.length, 4)
  await connected.close()

  // The audience is this house: the other one of the same host takes neither token nor resource.
  const { access_token: as } = (await authProvider.tokens()) ?? { access_token: '' }
  assert.is((await other.call('POST', '/mcp', { as, body: {} })).status, 401)
  const elsewhere = { ...Object.fromEntries(at.searchParams), resource: `${other.url}/mcp` }
  const refused = await page.call(
    'GET',
    `/v1/oauth/authorization?${new URLSearchParams(elsewhere)}`,
  )
  assert.is(refused.body.error.details.reason, 'invalid_target')
})

fact('two houses of one host, below paths, are two log-ins', async ({ mcp, other }) => {
  const eve = await other.signUp('Eve')
  const pages = [openPage(mcp), openPage(other)] as const
  await pages[0].logIn(mcp.buyer.email)
  await pages[1].logIn(eve.email)
  const cookies = pages.map((page) => page.cookie())
  const headers = { cookie: cookies.join('; ') }
  const who = async (house: Pick<TestApp, 'url' | 'call'>) =>
    (await openPage(house).call('GET', '/v1/me', { headers })).body.data?.user.email
  assert.equal([await who(mcp), await who(other)], [mcp.buyer.email, eve.email])

  // To a browser they are one place, where each has its own stream of what happens.
  await using open = await openBrowser()
  const { browser } = open
  for (const [i, { url }] of [mcp, other].entries()) {
    const [name = '', value = ''] = (cookies[i] ?? '').split('=')
    await browser.setCookie({ name, value, domain: '127.0.0.1', path: '/', httpOnly: true })
    const page = await browser.newPage()
    page.setDefaultTimeout(patienceMs)
    await page.goto(`${url}/console/`)
  }
  const [page] = (await browser.pages()).slice(-1)
  const held = `navigator.locks.query().then(({ held }) => held.map(({ name }) => name).sort())`
  await untilSo('both listen', async () => {
    const names = (await page?.evaluate(held)) as string[]
    return names.join() === [`kontor-events${one}`, `kontor-events${two}`].join()
  })
})

test.run()
