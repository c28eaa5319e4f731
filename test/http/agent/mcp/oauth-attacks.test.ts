// What somebody tries who wants more than was said yes to: other scopes, another person's rights, a
// token in the place of another one, and a page that looks like ours.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPage } from '../../../support/browser-page.ts'
import { handshake } from '../../../support/mcp.ts'
import {
  approve,
  codeForm,
  form,
  letIn,
  openProgram,
  refresh,
} from '../../../support/oauth-program.ts'
import { type Answer, openTestApp, signUp, type TestApp } from '../../../support/open-test-app.ts'

const lean = { parts: { jobs: false, workers: false } }
const said = ({ status, body }: Answer) => [status, body.error]
const speak = (app: TestApp, as: string) =>
  app.call('POST', '/mcp', { as, body: handshake('2025-11-25') })

async function pageOf(app: TestApp, { email }: { email: string }) {
  const page = openPage(app)
  await page.logIn(email)
  return page
}

const wide = { scope: 'search:query keys:write admin:* datasets:write' }

test('whoever asks for more scopes is given the one that there is, and told so', async () => {
  await using app = await openTestApp(lean)
  const page = await pageOf(app, await app.signUp('Ada'))
  const program = await openProgram(app)
  Object.assign(program.asked, wide)
  const path = `/v1/oauth/authorization?${new URLSearchParams(program.asked)}`
  assert.equal((await page.call('GET', path)).body.data.scopes, ['search:query'])
  const right = codeForm(program, await approve(page, program.asked))
  const { body: tokens } = await form(app, '/oauth/token', { ...right, ...wide })
  assert.is(tokens.scope, 'search:query')
  const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  const renewed = await form(app, '/oauth/token', {
    ...again,
    ...wide,
    client_id: program.clientId,
  })
  assert.is(renewed.body.scope, 'search:query')
  const { body } = await page.call('GET', '/v1/api-keys')
  assert.equal(
    body.data.api_keys.map(({ scopes }: { scopes: string[] }) => scopes),
    [['search:query']],
  )
})

test('what a person may not do any more, a program that they let in may not', async () => {
  await using app = await openTestApp(lean)
  const ada = await app.signUp('Ada')
  const invited = { as: ada.token, body: { roles: ['buyer_manager'] } }
  const { body } = await app.call('POST', '/v1/tenant/invitations', invited)
  const { invitation_code } = body.data
  const ben = await signUp(app.call, 'Ben', { invitation_code })
  const page = await pageOf(app, ben)
  const program = await letIn(app, page)
  const pending = await openProgram(app)
  const code = codeForm(pending, await approve(page, pending.asked))
  assert.is((await speak(app, program.tokens.access_token)).status, 200)
  const fewer = { as: ada.token, body: { roles: ['viewer'] } }
  const changed = await app.call('PATCH', `/v1/tenant/members/${ben.userId}`, fewer)
  assert.is(changed.status, 200, JSON.stringify(changed.body))
  const spoken = await speak(app, program.tokens.access_token)
  assert.is(spoken.status, 401)
  const again = await refresh(app, program, program.tokens.refresh_token)
  assert.equal(said(again), [400, 'invalid_grant'])
  assert.equal(said(await form(app, '/oauth/token', code)), [400, 'invalid_grant'])
})

test('a token of one kind is none of another', async () => {
  await using app = await openTestApp(lean)
  const page = await pageOf(app, await app.signUp('Ada'))
  const program = await openProgram(app)
  const right = codeForm(program, await approve(page, program.asked))
  assert.is((await speak(app, right.code ?? '')).status, 401)
  const { body: tokens } = await form(app, '/oauth/token', right)
  assert.is((await speak(app, tokens.refresh_token)).status, 401)
  for (const token of [tokens.access_token, right.code]) {
    assert.equal(said(await refresh(app, program, token)), [400, 'invalid_grant'])
  }
  assert.equal(said(await refresh(app, program, '')), [400, 'invalid_request'])
  const asCode = await form(app, '/oauth/token', { ...right, code: tokens.refresh_token })
  assert.equal(said(asCode), [400, 'invalid_grant'])
  assert.is((await speak(app, tokens.access_token)).status, 200)
})

test('no page frames the question, and what is asked twice is asked by nobody', async () => {
  await using app = await openTestApp(lean)
  const { asked } = await openProgram(app)
  const query = new URLSearchParams(asked)
  const framed = await fetch(`${app.url}/console/connect?${query}`, {
    headers: { accept: 'text/html' },
  })
  assert.match(framed.headers.get('content-security-policy') ?? '', "frame-ancestors 'none'")
  assert.is(framed.headers.get('referrer-policy'), 'no-referrer')
  for (const name of ['client_id', 'redirect_uri', 'code_challenge', 'state']) {
    const twice = `${query}&${name}=https%3A%2F%2Felsewhere.example%2F`
    const answer = await fetch(`${app.url}/oauth/authorize?${twice}`, { redirect: 'manual' })
    assert.equal([answer.status, answer.headers.get('location')], [400, null], name)
  }
})

test('whoever said yes and logs out within the minute has said it all the same', async () => {
  await using app = await openTestApp(lean)
  const ada = await app.signUp('Ada')
  const page = await pageOf(app, ada)
  const program = await openProgram(app)
  const code = codeForm(program, await approve(page, program.asked))
  assert.is((await page.call('POST', '/v1/auth/logout')).status, 200)
  assert.is((await page.call('GET', '/v1/me')).status, 401)
  const answer = await form(app, '/oauth/token', code)
  assert.is(answer.status, 200)
})

test.run()
