// What the long commands leave behind when somebody asks them to stop.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Left, stoppedCode, unlessLeft } from '../../src/cli/stop.ts'
import { program } from '../support/program.ts'
import { refusal } from '../support/refusal.ts'
import { runCommand } from '../support/run-command.ts'
import { paused, slowed } from '../support/slow-steps.ts'
import { openHouses } from '../support/two-houses.ts'

/** Each is asked to stop before its first step; `without` is what must not be there then. */
type Row = { args: string[]; says: RegExp; without?: string }

test('every long command says how it goes on, and leaves nothing half done', async () => {
  using houses = await openHouses()
  const at = (name: string) => join(houses.path, name)
  const [dir, dataset] = [houses.dir, houses.trade.market.datasetId]
  mkdirSync(at('inbox'))
  writeFileSync(join(at('inbox'), 'a.txt'), 'The dam holds.')
  const run = (args: string[], stopped?: NodeJS.Signals) =>
    runCommand({ args: [...args, '--data-dir', dir], ...(stopped ? { stopped } : {}) })
  assert.is((await run(['backup', at('whole')])).code, 0)
  assert.is((await run(['tenant', 'export', 'Provider house', '--to', at('archive')])).code, 0)
  const restored = ['restore', at('whole'), '--data-dir', at('restored')]
  const sheet = ['--period', '2026-01', '--out', at('books.csv')]
  const rows: Row[] = [
    { args: ['import', at('inbox'), '--dataset', dataset], says: /0 of 1 were done\. Give/ },
    { args: ['backup', at('backups')], says: /Stopped after .* bytes\. No backup was made/ },
    { args: ['backup', 'verify', at('whole')], says: /Stopped after .* says nothing of the rest/ },
    { args: restored, says: /Stopped after .* Nothing was restored/, without: at('restored') },
    {
      args: ['tenant', 'export', 'Provider house', '--to', at('other')],
      says: /nothing of the archive stays/,
      without: at('other'),
    },
    { args: ['tenant', 'import', at('archive')], says: /archive was checked: nothing was taken/ },
    { args: ['doctor'], says: /Stopping \(SIGTERM\)/ },
    { args: ['ledger', 'export', ...sheet], says: /was not written/, without: at('books.csv') },
    { args: ['index', 'rebuild'], says: /0 of \d+ passages were done\. .* begins anew/ },
    { args: ['index', 'verify'], says: /0 of \d+ passages were done/ },
    { args: ['settle', '--period', '2026-01'], says: /0 statements .* so far; .* makes the rest/ },
    { args: ['review', 'approve', '--dataset', dataset, '--all'], says: /0 of \d+ were done/ },
  ]
  for (const { args, says, without } of rows) {
    const { code, err } = await runCommand({
      args: args.includes('--data-dir') ? args : [...args, '--data-dir', dir],
      stopped: 'SIGTERM',
    })
    assert.is(code, 143, `${args}: ${err}`)
    assert.match(err.join('\n'), says, `${args}`)
    if (without) assert.not(existsSync(without), without)
  }
  assert.equal(
    readdirSync(at('backups')).filter((name) => !name.startsWith('blobs')),
    [],
  )
  const leftovers = readdirSync(houses.path).filter((name) => /writing-|restoring-/.test(name))
  assert.equal(leftovers, [])
})

test('a command that does not stop by itself is left at once, with its own exit code', async () => {
  const said: string[] = []
  const waiting = { stop: AbortSignal.abort('SIGINT'), stops: false, io: { err: said.push } }
  assert.instance(await refusal(unlessLeft(new Promise(() => {}), waiting)), Left)
  assert.equal([stoppedCode(waiting.stop), stoppedCode(AbortSignal.abort('SIGTERM'))], [130, 143])
})

type Met = {
  args: string[]
  slow: 'files' | 'steps'
  /** What it says of where it stopped. */
  says: RegExp
  /** Must not be there when it was stopped, nor when it was killed. */
  without?: () => boolean
}

/** A data folder with a backup of it, and the commands that work on them for long. */
async function metInTheMiddle(): Promise<Met[]> {
  const houses = await openHouses()
  process.once('exit', () => houses[Symbol.dispose]())
  const at = (name: string) => join(houses.path, name)
  const inFolder = ['--data-dir', houses.dir]
  assert.is((await runCommand({ args: ['backup', at('whole'), ...inFolder] })).code, 0)
  return [
    {
      args: ['backup', at('backups'), ...inFolder],
      slow: 'files',
      says: /Stopped after \d+ of \d+ bytes\. No backup was made/,
      // What a kill leaves is no backup: the next one clears it away.
      without: () => globSync(join(at('backups'), '*/manifest.json')).length > 0,
    },
    {
      args: ['restore', at('whole'), '--data-dir', at('restored')],
      slow: 'files',
      says: /Stopped after \d+ of \d+ bytes\. Nothing was restored/,
      without: () => existsSync(join(at('restored'), 'kontor.db')),
    },
    {
      args: ['tenant', 'export', 'Provider house', '--to', at('archive'), ...inFolder],
      slow: 'files',
      says: /nothing of the archive stays/,
      without: () => existsSync(at('archive')),
    },
    {
      args: ['index', 'rebuild', ...inFolder],
      slow: 'steps',
      says: /\d+ of \d+ passages were done\. Give the command again/,
    },
    {
      args: ['settle', '--period', '2026-01', ...inFolder],
      slow: 'steps',
      says: /0 statements over 0\.00 .* so far; each is whole\. Give the command again/,
    },
  ]
}

for (const { args, slow, says, without = () => false } of await metInTheMiddle()) {
  const name = args.slice(0, args[0] === 'backup' || args[0] === 'restore' ? 1 : 2).join(' ')

  test(`${name} is stopped in order by the first signal, and says what was done`, async () => {
    const { code, said } = await stopped(start(args, slowed(slow, 'asked')))
    assert.is(code, 143, said)
    // The command line leaves one that has not stopped after five seconds, and says another thing.
    assert.match(said, says)
    assert.not(without(), said)
  })

  test(`${name} is killed by the second signal, and given again it does it all`, async () => {
    const { signal, said } = await killed(start(args, slowed(slow, 'killed')))
    assert.is(signal, 'SIGINT', said)
    assert.not(without(), said)
    const { code, err } = await runCommand({ args })
    assert.is(code, 0, err.join('\n'))
  })
}

type Started = { child: ChildProcess; said(): string; says(text: string): Promise<void> }

function start(args: readonly string[], flags: readonly string[]): Started {
  const { command, args: before, env } = program(flags)
  const child = spawn(command, [...before, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      child.emit('said')
    })
  }
  const says = async (wanted: string) => {
    while (!text.includes(wanted)) {
      const ended = child.exitCode !== null || child.signalCode !== null
      if (ended) throw new Error(`it ended before it said '${wanted}': ${text}`)
      await Promise.race([once(child, 'said'), once(child, 'close')])
    }
  }
  return { child, said: () => text, says }
}

async function stopped({ child, said, says }: Started) {
  const ended = once(child, 'close')
  await says(paused)
  child.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  return { code, said: said() }
}

async function killed({ child, said, says }: Started) {
  const ended = once(child, 'close')
  await says(paused)
  child.kill('SIGINT')
  await says('Stopping (SIGINT)')
  child.kill('SIGINT')
  const [, signal] = (await ended) as [number | null, NodeJS.Signals | null]
  return { signal, said: said() }
}

test.run()
