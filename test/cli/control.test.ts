// Between a command line and the server that has the folder, when one of the two ends.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { setsIn } from '../../src/adapters/backup/manifest.ts'
import type { Progress } from '../../src/app.ts'
import { askServer } from '../../src/cli/control.ts'
import { leanSettings } from '../support/lean-settings.ts'
import { command, runServer } from '../support/run-server.ts'
import { shared } from '../support/shared.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until, untilSo } from '../support/until.ts'

/** A socket for each connection to it, accepted or not, and the one that listens. */
function socketsOf(path: string): number {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n')
  return lines.filter((line) => line.endsWith(path)).length
}

test('a server that ends before it answers: the command line says so in plain words', async () => {
  using folder = temporaryFolder()
  await using server = await runServer({ dir: folder.path, settings: leanSettings })
  const socket = join(folder.path, 'control.sock')
  const before = socketsOf(socket)
  // It takes nothing any more, and the system keeps who asks waiting.
  process.kill(server.pid, 'SIGSTOP')
  const asked = command(['traffic', '--data-dir', folder.path])
  await untilSo('it was looked for and asked', () => socketsOf(socket) >= before + 2)
  await server.kill()
  const { code, output } = await asked
  assert.is(code, 1, output)
  assert.match(
    output,
    `kontor: the server of ${folder.path} ended before it had answered 'traffic'`,
  )
  assert.match(output, 'give the command again')
  assert.not.match(output, /hang up|at Socket|\.ts:/)
})

/** A server that goes on, whatever becomes of who asks it. */
const { fact } = shared(async () => {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const server = await runServer({ dir, settings: leanSettings })
  return {
    path: folder.path,
    dir,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
})

fact('a command line that is cut off in its command leaves the server running', async (it) => {
  const { dir, server } = it
  const cut = connect(join(dir, 'control.sock'))
  await once(cut, 'connect')
  cut.write('POST / HTTP/1.1\r\nhost: kontor\r\ncontent-length: 100\r\n\r\n{"command":"tr')
  await new Promise<void>((done) => cut.end(done))
  cut.destroy()
  const { code, output } = await command(['traffic', '--json', '--data-dir', dir])
  assert.is(code, 0, `${output}\nthe server said: ${server.output()}`)
  assert.is((await fetch(`${server.url}/livez`)).status, 200)
})

fact('a long command tells how far it is, and goes on when nobody listens', async (it) => {
  const { path, dir, server } = it
  const told: Progress[] = []
  const back = (to: string, onProgress: (progress: Progress) => void) => {
    const values = { to: join(path, to) }
    return askServer(dir, { command: 'backup', values, watched: true }, { onProgress })
  }
  const { failed, data } = await back('one', (progress) => told.push(progress))
  assert.not.ok(failed)
  assert.ok(existsSync(join((data as { set: string }).set, 'manifest.json')))
  assert.ok(told.length > 0)
  assert.ok(
    told.every(({ done, total }) => done > 0 && done <= total),
    JSON.stringify(told),
  )

  const left = request({ socketPath: join(dir, 'control.sock'), method: 'POST', path: '/' })
  left.on('error', () => {})
  left.on('response', (res) => res.on('error', () => {}).once('data', () => left.destroy()))
  const values = { to: join(path, 'two') }
  left.end(JSON.stringify({ command: 'backup', values, watched: true }))
  const { whole } = await until('the second is made', () => {
    const sets = setsIn(join(path, 'two'))
    return sets.whole.length > 0 ? sets : undefined
  })
  assert.is(whole.length, 1)
  assert.is((await fetch(`${server.url}/livez`)).status, 200)
})

test.run()
