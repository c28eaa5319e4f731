// What serve logs: JSON into a pipe, plain lines on a terminal, and what the setting says.
import { spawn, spawnSync } from 'node:child_process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { leanSettings } from '../../support/lean-settings.ts'
import { programOf } from '../../support/program.ts'
import { runServer } from '../../support/run-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const logged = { ...leanSettings, KONTOR_LOG_LEVEL: 'info' }
const plain = /^\d\d:\d\d:\d\d INFO {2}listening url=http/m

test('into a pipe goes JSON', async () => {
  using folder = temporaryFolder()
  await using server = await runServer({ dir: folder.path, settings: logged })
  assert.match(server.output(), /^\{"level":30,.*"msg":"listening"\}$/m)
})

test('the setting has plain lines into a pipe', async () => {
  using folder = temporaryFolder()
  const settings = { ...logged, KONTOR_LOG_FORMAT: 'plain' }
  await using server = await runServer({ dir: folder.path, settings })
  assert.match(server.output(), plain)
})

/** Where there is no program that makes a terminal, the setting above has to do. */
const terminals = spawnSync('script', ['--version']).status === 0
const onTerminal: [title: string, words: string, shown: RegExp][] = [
  ['a terminal shows plain lines', '', plain],
  ['a terminal shows JSON where it is asked for', '--json', /^\{"level":30,.*"listening"\}\r?$/m],
]
for (const [title, words, shown] of terminals ? onTerminal : []) {
  test(title, async () => {
    using folder = temporaryFolder()
    const { command, args, env } = programOf(undefined)
    const line = [command, ...args, 'serve', words, '--port', '0', '--data-dir', folder.path]
    const child = spawn('script', ['-qec', line.join(' '), '/dev/null'], {
      env: { PATH: process.env.PATH, ...env, ...logged },
    })
    let output = ''
    const ended = new Promise<void>((done) => child.once('close', () => done()))
    const listening = new Promise<void>((done) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Kontor listens') || output.includes('setup_code')) done()
      })
    })
    await Promise.race([listening, ended])
    // The terminal goes, and with it the server.
    child.kill('SIGTERM')
    await ended
    assert.match(output, shown)
  })
}

test.run()
