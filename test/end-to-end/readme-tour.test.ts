// The README shows what its commands print: every block of them, from the first to the last, is
// run in one shell against `kontor demo --serve`, and ids, times, ports and scores apart the output
// must be the one in the README. What needs no market is run by readme-operations.test.ts, the
// closing of a month by readme-month.test.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { kontorByHttp } from '../support/kontor-by-http.ts'
import { program } from '../support/program.ts'
import {
  examplesOf,
  isOfClosedMonth,
  readme,
  runExamples,
  sectionOf,
  steady,
} from '../support/readme.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const page = readme().replace(sectionOf(readme(), 'Operations'), () => '')
const examples = examplesOf(page).filter((example) => !isOfClosedMonth(example))
const commandsLimitMs = 900_000
/** A search may wait for its turn on a busy machine. */
const patient = ['--search-timeout-ms', '60000']

type Accounts = Record<'provider' | 'reviewer' | 'buyer', { session_token: string }>
type Served = { url: string; data_dir: string; buyer_key: string; accounts: Accounts }

async function served(): Promise<Served & AsyncDisposable> {
  const { command, args, env: own } = program([])
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

async function run(demo: Served, cwd: string): Promise<string[]> {
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
  return await runExamples({ examples, kontor, cwd, env, limitMs: commandsLimitMs })
}

test('the commands of the README print what it shows', async () => {
  using folder = temporaryFolder()
  await using demo = await served()
  const printed = (await run(demo, folder.path)).map(steady)
  assert.is(printed.length, examples.length)
  for (const [n, { commands, shown }] of examples.entries()) {
    assert.is(printed[n], steady(shown), commands)
  }
})

test.run()
