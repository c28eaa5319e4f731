// Who can reach the server decides some defaults: the operator is told which rule applied.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { describeWalls } from '../../src/extract/index.ts'
import { runCommand } from '../support/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

type Told = [name: string, environment: Record<string, string>, reach: string, rest: string]
const rows: Told[] = [
  [
    'alone on this machine',
    {},
    'this machine (it listens on 127.0.0.1 and no setting names a proxy)',
    'anybody may sign up, new tenants begin with 500 credits.',
  ],
  [
    'behind a proxy under a public name',
    { KONTOR_BASE_URL: 'https://data.example.eu' },
    'others (KONTOR_BASE_URL is https://data.example.eu)',
    'signup is by invitation, new tenants begin with 0 credits.',
  ],
  [
    'behind a proxy with signup opened on purpose',
    { KONTOR_TRUSTED_PROXIES: '127.0.0.1', KONTOR_SIGNUP: 'open' },
    'others (KONTOR_TRUSTED_PROXIES names a proxy)',
    'anybody may sign up, new tenants begin with 0 credits.',
  ],
]

for (const [name, environment, reach, rest] of rows) {
  test(`kontor config says who can reach a server ${name}`, async () => {
    const { out } = await runCommand({ args: ['config'], environment })
    assert.ok(out.includes(`reach: ${reach}`), out.join('\n'))
  })

  test(`the start says who can reach a server ${name}, and who may sign up`, async () => {
    using folder = temporaryFolder()
    const { code, out } = await runCommand({
      args: ['serve', '--data-dir', folder.path, '--port', '0', '--log-level', 'silent'],
      environment,
      stopped: 'SIGTERM',
    })
    const who = reach.replace(/^this machine/, 'Only this machine can reach it')
    const line = `${who.replace(/^others/, 'Others can reach it')}: ${rest}`
    assert.is(code, 0)
    assert.ok(out.includes(line), out.join('\n'))
    assert.ok(out.includes((await describeWalls()).line), out.join('\n'))
  })
}

test.run()
