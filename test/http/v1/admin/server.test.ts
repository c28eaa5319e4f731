// What the server tells of itself: the same as at the command line.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { maskedConfig } from '../../../../src/config.ts'
import { openTestApp } from '../../../support/open-test-app.ts'

test('traffic, settings and index are told to a platform admin, and no secret is', async () => {
  const adminPassword = 'a long word that nobody reads'
  const engine = 'opensearch+http://127.0.0.1:1'
  const engineLogin = 'kontor:password-of-the-engine'
  const config = { adminEmail: 'root@example.eu', adminPassword, engine, engineLogin }
  await using app = await openTestApp({ config, parts: { jobs: false, workers: false } })
  const body = { email: 'root@example.eu', password: adminPassword }
  const { session_token: as } = (await app.call('POST', '/v1/auth/login', { body })).body.data
  const ask = async (name: string) => {
    const answer = await app.call('GET', `/v1/admin/${name}`, { as })
    assert.is(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  await ask('index')
  const traffic = await ask('traffic')
  const route = { route: 'GET /v1/admin/index', requests: 1, failures: 0 }
  const found = traffic.routes.find((one: { route: string }) => one.route === route.route)
  assert.equal({ ...route, median_ms: found.median_ms, slowest_ms: found.slowest_ms }, found)
  assert.equal([traffic.in_flight, traffic.jobs.queued, traffic.jobs.by_lane.ocr], [1, 0, 0])
  assert.ok(traffic.resident_bytes > 1e6)
  const { settings, base_url, sources } = await ask('settings')
  assert.is(base_url, app.url)
  assert.equal(settings, JSON.parse(JSON.stringify(maskedConfig(app.config))))
  assert.is(settings.adminPassword, '***')
  const sourceOf = (name: string) => sources.find((one: { name: string }) => one.name === name)
  const { origin, environment, flag, effect } = sourceOf('adminEmail')
  assert.equal(
    [origin, environment, flag, effect],
    ['flag', 'KONTOR_ADMIN_EMAIL', '--admin-email', 'none'],
  )
  assert.equal([sourceOf('host').origin, sourceOf('ocr').effect], ['default', 'reading'])
  assert.not.match(JSON.stringify(settings), new RegExp(`${adminPassword}|password-of-the-engine`))
  const { models, capabilities } = await ask('index')
  assert.equal(models, [])
  assert.ok(capabilities.some(({ name }: { name: string }) => name === 'embedder'))
})

test.run()
