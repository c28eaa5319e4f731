import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { traffic } from '../../../src/cli/client/top.ts'
import { listenForCommands } from '../../../src/cli/control.ts'
import { folderCommands } from '../../../src/cli/folder-commands.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

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

test('the columns of top stay apart, however large the numbers are', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  await using app = await openTestApp({ dir })
  const large = { requests: 123_456_789, failures: 987_654_321, median: 12_345.6, slowest: 9e6 }
  const state = {
    uptime_seconds: 1,
    resident_bytes: 1,
    in_flight: 0,
    shed: 0,
    jobs: {},
    routes: [{ route: `GET /v1/${'x'.repeat(60)}`, ...large }],
  }
  const act = async () => ({ lines: [], data: state })
  await using _control = await listenForCommands(app, [{ ...traffic, act }])
  const { out } = await runCommand({ args: ['top', '--once', '--data-dir', dir] })
  const cells = out.at(-1)?.trim().split(/ +/)
  assert.equal(cells?.slice(2), ['123456789', '987654321', '12345.6', 'ms', '9000000', 'ms'])
  assert.match(cells?.[1] ?? '', /^\/v1\/x+$/)
})

test('top without a server says how to name it', async () => {
  using folder = temporaryFolder()
  await (await openTestApp({ dir: folder.path }))[Symbol.asyncDispose]()
  const { code, err } = await runCommand({ args: ['top', '--data-dir', folder.path] })
  assert.is(code, 2)
  assert.match(err.join(), 'No server runs on')
})

test.run()
