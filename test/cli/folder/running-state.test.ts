// config and doctor tell of the server that runs, not of one that the shell beside it would start.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { setsIn } from '../../../src/adapters/backup/manifest.ts'
import { leanSettings } from '../../support/lean-settings.ts'
import { runCommand } from '../../support/run-command.ts'
import { runServer } from '../../support/run-server.ts'
import { shared } from '../../support/shared.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

const masterKey = 'c0ffee'.repeat(11).slice(0, 64)

/** A server with settings that only its own environment has. */
async function openRunning() {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const own = {
    KONTOR_MASTER_KEY: masterKey,
    KONTOR_SEARCH_RATE_PER_MINUTE: '77',
    KONTOR_CAPTION_MODEL: '',
    // To try every language of text recognition takes a second.
    KONTOR_OCR: 'false',
    KONTOR_BACKUP_DIR: join(folder.path, 'backups'),
  }
  const server = await runServer({ dir, settings: { ...leanSettings, ...own } })
  chmodSync(dir, 0o700)
  await until('the first backup is made', async () => setsIn(own.KONTOR_BACKUP_DIR).whole[0])
  return {
    dir,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const { fact } = shared(openRunning)
const told = async (args: readonly string[]) => (await runCommand({ args })).out.join('\n')

fact('config shows what the running server was started with, and which one it is', async (it) => {
  const { dir, server } = it
  const shown = JSON.parse(await told(['config', '--json', '--data-dir', dir]))
  assert.equal([shown.server.pid, shown.server.url], [server.pid, server.url])
  const { searchRatePerMinute, masterKey: shownKey } = shown.settings
  assert.equal([searchRatePerMinute, shownKey], [77, '***'])
  // What is typed beside it is of no server that runs.
  const args = ['config', '--data-dir', dir, '--search-rate-per-minute', '5']
  const text = await told(args)
  assert.match(text, `Of the running server: process ${server.pid}, ${server.url}, up for`)
  assert.match(text, /^searchRatePerMinute: 77$/m)
  assert.not.match(text, masterKey)
})

fact('doctor looks with the settings of the running server', async ({ dir, server }) => {
  const text = await told(['doctor', '--data-dir', dir])
  // It knows the master key that the shell does not have, and where backups go.
  assert.match(text, /^Everything is in order\.$/m)
  assert.match(text, `Of the running server: process ${server.pid}, ${server.url}`)
  const { server: named } = JSON.parse(await told(['doctor', '--json', '--data-dir', dir]))
  assert.is(named.pid, server.pid)
})

test('without a server, config says that these are settings to start with', async () => {
  using folder = temporaryFolder()
  const place = ['config', '--data-dir', folder.path, '--port', '4321']
  const text = await told(place)
  assert.match(text, `No server runs on ${folder.path}: one would start with these settings.`)
  assert.match(text, /^port: 4321$/m)
  const shown = JSON.parse(await told([...place, '--json']))
  assert.equal([shown.server, shown.settings.port], [null, 4321])
})

test.run()
