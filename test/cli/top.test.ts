import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listenForCommands } from '../../src/cli/control.ts'
import { folderCommands } from '../../src/cli/folder-commands.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { runCommand } from '../support/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('top shows what a running server was asked', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  await using app = await openTestApp({ dir })
  await using _control = await listenForCommands(app, folderCommands)
  for (let i = 0; i < 3; i++) await app.call('GET', '/health')
  const { code, out } = await runCommand({ args: ['top', '--json', '--data-dir', dir] })
  assert.is(code, 0)
  const { routes, in_flight, shed } = JSON.parse(out.join('\n'))
  assert.equal([in_flight, shed, routes[0].route, routes[0].requests], [0, 0, 'GET /health', 3])
  const table = await runCommand({ args: ['top', '--once', '--data-dir', dir] })
  assert.match(table.out.join('\n'), /^GET \/health +3 /m)
})

test('top without a server says how to name it', async () => {
  using folder = temporaryFolder()
  const { code, err } = await runCommand({ args: ['top', '--data-dir', folder.path] })
  assert.is(code, 2)
  assert.match(err.join(), 'No server runs on')
})

test.run()
