// The README and the manual show what their commands print: every block of them, from the first of
// a page to its last, is run in one shell against `kontor demo --serve`, and ids, times, ports and
// scores apart the output must be the one on the page. What needs no market is run by
// readme-operations.test.ts, the closing of a month by readme-month.test.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { kontorByHttp } from '../support/kontor-by-http.ts'
import { program } from '../support/program.ts'
import { helpers, pagesOfTour, runExamples, steady } from '../support/readme.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const tour = pagesOfTour()
const commandsLimitMs = 900_000
/** A search may wait for its turn on a busy machine. */
const patient = ['--search-timeout-ms', '60000']

type Accounts = Record<'provider' | 'reviewer' | 'buyer', { session_token: string }>
type Served = { url: string; data_dir: string; buyer_key: string; accounts: Accounts }

async function served(): Promise<Served & AsyncDisposable> {
  const { command, args, env: own } = program()
  const child = spawn(command, [...args, 'demo', '--serve', '--json', ...patient], {
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
      if (!text.endsWith('\n}\n')) return
      const { ok, ...data } = JSON.parse(text)
      if (ok) settle(data)
      else fail(new Error(text))
    })
    child.once('exit', () => fail(new Error(`the demo ended: ${text}`)))
  })
}

type Stop = (typeof tour)[number]

/** What each block of a page prints. The README stands by itself, the manual has its helpers. */
async function run(demo: Served, { page, examples }: Stop, cwd: string): Promise<string[]> {
  const { provider, reviewer, buyer } = demo.accounts
  const env = {
    KONTOR: demo.url,
    KONTOR_DATA_DIR: demo.data_dir,
    KEY: demo.buyer_key,
    PROVIDER: provider.session_token,
    REVIEWER: reviewer.session_token,
    BUYER: buyer.session_token,
  }
  const environment = { KONTOR_DATA_DIR: demo.data_dir }
  await using commands = await kontorByHttp({ cwd, environment })
  const { kontor } = commands
  const before = page.name === 'README.md' ? [] : [helpers()]
  const all = [...before, ...examples]
  const printed = await runExamples({ examples: all, kontor, cwd, env, limitMs: commandsLimitMs })
  return printed.slice(before.length)
}

test('the commands of the README and of the manual print what they show', async () => {
  using folder = temporaryFolder()
  await using demo = await served()
  for (const stop of tour) {
    const cwd = join(folder.path, stop.page.name)
    mkdirSync(cwd, { recursive: true })
    const printed = (await run(demo, stop, cwd)).map(steady)
    assert.is(printed.length, stop.examples.length)
    for (const [n, { commands, shown }] of stop.examples.entries()) {
      assert.is(printed[n], steady(shown), `${stop.page.name}: ${commands}`)
    }
  }
})

test.run()
