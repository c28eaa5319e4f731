// How the server did: written down by the minute, and still there after a restart.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { historyName } from '../../../../src/adapters/history/open-history.ts'
import { openTestApp, type TestApp } from '../../../support/open-test-app.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const parts = { jobs: false, workers: false }

async function lastOf({ call }: TestApp, as: string, hours: number) {
  const { status, body } = await call('GET', `/v1/admin/metrics?hours=${hours}`, { as })
  assert.is(status, 200, JSON.stringify(body))
  return { ...body.data.points.at(-1), step: body.data.step_seconds, of: body.data.points.length }
}

test('figures are written each minute, and read by the hour and by the year', async () => {
  using folder = temporaryFolder()
  const { path: dir } = folder
  let as = ''
  {
    await using app = await openTestApp({ dir, parts })
    as = (await app.admin()).token
    await app.runUpkeep()
    app.clock.advance({ seconds: 60 })
    for (let i = 0; i < 3; i++) await app.call('GET', '/v1/me', { as })
    await app.runUpkeep()
    const last = await lastOf(app, as, 1)
    assert.equal([last.step, last.of, last.requests, last.searches], [60, 60, 3, 0])
    assert.ok(last.median_ms > 0 && last.p95_ms <= last.slowest_ms)
    assert.ok(last.resident_bytes > 1e6 && last.free_bytes > 0 && last.database_bytes > 0)
    assert.ok(last.processor_percent >= 0 && last.busy_percent >= 0)
  }
  await using app = await openTestApp({ dir, parts })
  const last = await lastOf(app, as, 8_760)
  assert.is(last.step, 86_400)
  assert.ok(last.requests >= 3, 'the day goes on')
})

test('more than is kept is not asked for, and the file lies in the data folder', async () => {
  await using app = await openTestApp({ parts })
  assert.ok(existsSync(join(app.dir, historyName)))
  const code = await app.call('GET', '/v1/admin/metrics?hours=26281', {
    as: (await app.admin()).token,
  })
  assert.equal([code.status, code.body.error.details.field], [400, 'hours'])
})

test('where the file cannot be kept the server answers without a history', async () => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, historyName))
  await using app = await openTestApp({ dir: folder.path, parts })
  const { token: as } = await app.admin()
  await app.runUpkeep()
  const { status, body } = await app.call('GET', '/v1/admin/metrics', { as })
  assert.equal([status, body.data.points], [200, []])
})

test.run()
