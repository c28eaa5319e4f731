import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listenForCommands } from '../../../src/cli/control.ts'
import { folderCommands } from '../../../src/cli/folder-commands.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { commandsOn } from '../../support/two-houses.ts'

test('a tenant is suspended and let in again at the command line', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const app = await openTestApp({ dir, parts: { jobs: false, workers: false } })
  const listening = await listenForCommands(app, folderCommands)
  const { run } = commandsOn(dir)
  try {
    const ada = await app.signUp('Ada')
    const status = async () => (await app.call('GET', '/v1/me', { as: ada.token })).status
    const named = ['--tenant', ada.tenantId]
    assert.is((await run('tenant', 'suspend', ...named)).code, 2, 'without a reason')
    assert.is((await run('tenant', 'lift', ...named)).code, 1, 'it is not suspended')
    assert.is((await run('tenant', 'suspend', ...named, '--reason', 'unpaid')).code, 0)
    assert.is(await status(), 403)
    assert.is((await run('tenant', 'lift', ...named, '--note', 'paid')).code, 0)
    assert.is(await status(), 200)
    const { events } = app.rooms.audit.listAll({ action: 'tenant', limit: 2 })
    assert.equal(
      events.map(({ action, actor, details }) => [action, actor.type, details]),
      [
        ['tenant.resumed', 'operator', { note: 'paid' }],
        ['tenant.suspended', 'operator', { reason: 'unpaid' }],
      ],
    )
  } finally {
    await listening[Symbol.asyncDispose]()
    await app.close()
  }
})

test.run()
