import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openLogSink } from '../../src/base/log-sink.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const lost = (count: number) => `lost ${count}\n`

test('lines come in order, however many there are at once', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'log')
  const fd = openSync(file, 'w')
  const sink = openLogSink({ fd, lost })
  const lines = Array.from({ length: 5_000 }, (_, i) => `line ${i}\n`)
  for (const line of lines) sink.write(line)
  const whole = lines.join('')
  await until('all is written', () => (readFileSync(file, 'utf8') === whole ? true : undefined))
  closeSync(fd)
})

test('on a full disk lines are lost, nothing else, and the end comes', () => {
  const door = JSON.stringify(import.meta.resolve('../../src/base/log-sink.ts'))
  const program = `
    const { openLogSink } = await import(${door})
    const sink = openLogSink({ fd: 1, lost: (n) => 'lost ' + n })
    for (let i = 0; i < 3; i++) {
      sink.write('a line' + '\\n')
      await new Promise((done) => setTimeout(done, 20))
    }
    sink.write('left at the end')
    console.error('done')
    process.exit(3)`
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', full, 'pipe'],
    timeout: 20_000,
    encoding: 'utf8',
  })
  closeSync(full)
  assert.equal([status, stderr], [3, 'done\n'])
})

test('once it goes again it is said how many were lost', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'log')
  // No file may grow beyond this, for this process alone.
  const limit = (bytes: string) =>
    spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
  const fd = openSync(file, 'w')
  const sink = openLogSink({ fd, lost })
  limit('4')
  for (const line of ['first\n', 'second\n', 'third\n']) {
    sink.write(line)
    // Until it has been tried: nobody is told, and a busy machine takes its time.
    await sleep(300)
  }
  limit('unlimited')
  sink.write('again\n')
  const told = () => /lost \d\nagain\n$/.exec(readFileSync(file, 'utf8'))?.[0]
  assert.is(await until('it is said', told), 'lost 3\nagain\n')
  closeSync(fd)
})

test.run()
