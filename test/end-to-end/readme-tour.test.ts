// The README shows what its commands print: they are run against `kontor demo --serve`, and ids,
// times, ports and scores apart the output must be the one in the README.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { describeSettings } from '../../src/config.ts'
import { program } from '../support/program.ts'

const root = resolve(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const tour = readme.slice(readme.indexOf('## Five-minute tour'), readme.indexOf('## Settings'))
const separator = '---8<---'
const commandsLimitMs = 60_000

type Accounts = Record<'provider' | 'reviewer', { session_token: string }>
type Served = { url: string; buyer_key: string; accounts: Accounts }

/** Each block of commands with what the README shows below it. */
function blocks(): { commands: string; shown: string }[] {
  const fences = [...tour.matchAll(/```(sh|json|text)\n([\s\S]*?)\n```/g)]
  return fences.flatMap(([, kind, text = ''], index) => {
    if (kind !== 'sh') return []
    const next = fences[index + 1]
    return [{ commands: text, shown: next && next[1] !== 'sh' ? (next[2] ?? '') : '' }]
  })
}

async function served(): Promise<Served & AsyncDisposable> {
  const { command, args, env: own } = program([])
  const child = spawn(command, [...args, 'demo', '--serve', '--json'], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const data = await printedJson(child)
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { ...data, [Symbol.asyncDispose]: stop }
}

function printedJson(child: ChildProcess): Promise<Served> {
  return new Promise((settle, fail) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.endsWith('\n}\n')) settle(JSON.parse(text))
    })
    child.once('exit', () => fail(new Error(`the demo ended: ${text}`)))
  })
}

function run(demo: Served): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-readme-'))
  const script = blocks().map(({ commands }) => `${commands}\nprintf '\\n${separator}\\n'\n`)
  const { stdout, stderr } = spawnSync('bash', ['-eu', '-o', 'pipefail', '-c', script.join('')], {
    cwd: folder,
    encoding: 'utf8',
    timeout: commandsLimitMs,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      KONTOR: demo.url,
      KEY: demo.buyer_key,
      PROVIDER: demo.accounts.provider.session_token,
      REVIEWER: demo.accounts.reviewer.session_token,
    },
  })
  rmSync(folder, { recursive: true })
  assert.is(stderr, '')
  return stdout.split(`${separator}\n`).slice(0, -1)
}

/** What differs from run to run is replaced by its kind. */
function steady(text: string): string {
  return text
    .trim()
    .replace(/\b([a-z]+)_[0-9a-z]{26}(?![0-9a-z])/g, '$1_…')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:…')
    .replace(/\/dl\/[\w-]+/g, '/dl/…')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '(time)')
    .replace(/"(score|took_ms)": [\d.]+/g, '"$1": …')
}

test('the commands of the tour print what the README shows', async () => {
  await using demo = await served()
  const printed = run(demo).map(steady)
  assert.equal(
    printed,
    blocks().map(({ shown }) => steady(shown)),
  )
})

test('the README lists every setting with its default', () => {
  const rows = describeSettings().map(({ flag, environment, help, default: value }) => {
    const shown = value === undefined || Array.isArray(value) ? '' : `\`${value}\``
    return `| \`${flag}\` | \`${environment}\` | ${shown} | ${help} |`
  })
  assert.equal(
    rows.filter((row) => !readme.includes(`\n${row}\n`)),
    [],
  )
})

test.run()
