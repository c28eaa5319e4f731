// Administration is for the session of a platform admin, in a bearer or in the cookie of an own
// page, and for nobody and nothing else: every route of it, whoever asks.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { allRoutes } from '../../../../src/http/surfaces.ts'
import { openPage } from '../../../support/browser-page.ts'
import { openTestApp, password } from '../../../support/open-test-app.ts'

const routes = allRoutes()
  .map(({ route }) => route)
  .filter(({ access }) => access === 'platform_admin')

test('every route under /v1/admin is for platform admins', () => {
  const under = allRoutes().filter(({ route }) => route.path.startsWith('/v1/admin/'))
  assert.equal(
    under.filter(({ route }) => route.access !== 'platform_admin').map(({ route }) => route.id),
    [],
  )
})

test('nobody but the session of a platform admin comes to a route of administration', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const admin = await app.admin()
  const owner = await app.signUp('Ada')
  const viewer = await member(app, owner.token, 'viewer')
  const reviewer = await member(app, owner.token, 'operator')
  const page = openPage(app)
  await page.logIn(admin.email)
  const key = await app.key(admin, { scopes: ['admin:*'] })
  const cookie = page.cookie()
  const elsewhere = { cookie, 'sec-fetch-site': 'same-site' }
  const asked: [who: string, as: string | undefined, headers: object, answer: string][] = [
    ['nobody', undefined, {}, '401 undefined'],
    ["an admin's key", key, {}, '403 session_required'],
    ['an owner', owner.token, {}, '403 platform_admin_required'],
    ['a viewer', viewer, {}, '403 platform_admin_required'],
    ['a member of the role operator', reviewer, {}, '403 platform_admin_required'],
    ["an admin's cookie alone", undefined, { cookie }, '403 same_origin'],
    ["an admin's cookie from elsewhere", undefined, elsewhere, '403 same_origin'],
  ]
  const wrong: string[] = []
  for (const { method, path } of routes) {
    const ask = path.replace(/:\w+/g, 'x').replace(/export$/, 'export?action=none')
    for (const [who, as, headers, expected] of asked) {
      const { status, body } = await app.call(method.toUpperCase(), ask, {
        as,
        headers: headers as Record<string, string>,
      })
      const told = `${status} ${body?.error?.details?.reason}`
      if (told !== expected) wrong.push(`${who}: ${method} ${path} ${told}`)
    }
    for (const call of [app.call, page.call]) {
      const as = call === app.call ? { as: admin.token } : {}
      const sent = method === 'get' ? as : { ...as, body: {} }
      const { status } = await call(method.toUpperCase(), ask, sent)
      if ([401, 403, 500].includes(status)) wrong.push(`the admin: ${method} ${path} ${status}`)
    }
  }
  assert.equal(wrong, [])
})

type App = Awaited<ReturnType<typeof openTestApp>>

async function member(app: App, as: string, role: string): Promise<string> {
  const invited = await app.call('POST', '/v1/tenant/invitations', { as, body: { roles: [role] } })
  assert.is(invited.status, 201, JSON.stringify(invited.body))
  const joined = await app.call('POST', '/v1/auth/signup', {
    body: {
      email: `the-${role}@example.eu`,
      password,
      display_name: role,
      invitation_code: invited.body.data.invitation_code,
    },
  })
  assert.is(joined.status, 201, JSON.stringify(joined.body))
  return joined.body.data.session_token
}

test.run()
