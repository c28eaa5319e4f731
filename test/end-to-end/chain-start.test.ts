// What a server says about its money when it starts, and what it never says: the key that it pays
// with, in whatever form it got it.
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { giveMigratedFile } from '../support/migrated-file.ts'
import { caller, signUp } from '../support/open-test-app.ts'
import { isPackaged, program } from '../support/program.ts'
import { command, kontor } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

/** Nobody answers there; the path is what a provider of nodes would ask to be kept. */
const node = 'http://127.0.0.1:9/the-access-key-of-the-node'
const solana = { KONTOR_CHAIN: 'solana', KONTOR_SOLANA_RPC_URL: node }

/** The 64 bytes of a new key, and every text that would give it away. */
function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const open = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const both = Buffer.concat([seed, open])
  const numbers = [...seed].join(',')
  const texts = [base58.encode(both), base58.encode(seed), numbers, `[${numbers}`]
  const bytes = [seed.toString('hex'), seed.toString('base64'), seed.toString('base64url')]
  return { both, address: base58.encode(open), secrets: [...texts, ...bytes] }
}

/** What is said about money is not about search. */
const lean = {
  KONTOR_SEARCH_WORKERS: '1',
  KONTOR_KEYWORD_MEMORY_MB: '0',
  KONTOR_EMBEDDING_MODEL: 'none',
}

type Started = { output(): string; url: string } & AsyncDisposable

/** `kontor serve` as somebody in front of a terminal starts it. */
async function serve(dir: string, settings: Record<string, string>): Promise<Started> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (!isPackaged()) giveMigratedFile(dir)
  const { command, args, env } = program(process.execArgv)
  const all = [...args, 'serve', '--data-dir', dir, '--port', '0']
  const child = spawn(command, all, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env, ...lean, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  let isOver = false
  const ended = new Promise<void>((done) => void child.once('close', () => done())).then(() => {
    isOver = true
  })
  // The last line says how to sign up for the first time.
  const said = () => /"setup_code":.*\n/.test(text)
  await untilSo('everything is said', () => said() || isOver)
  assert.ok(said(), text)
  return {
    output: () => text,
    url: /listens on (http:\S+)/.exec(text)?.[1] ?? '',
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const rules: [rule: string, line: RegExp][] = [
  ['open', /^SOL lives on the demo chain local-[0-9a-f]{8} .*anybody credits itself/m],
  ['admin', /^SOL lives on the demo chain local-[0-9a-f]{8} .*only the operator credits it/m],
]
for (const [rule, line] of rules) {
  test(`the start says who credits deposits on the local chain: ${rule}`, async () => {
    using folder = temporaryFolder()
    await using server = await serve(folder.path, { KONTOR_LOCAL_DEPOSITS: rule })
    assert.match(server.output(), line)
  })
}

test('the start says where real SOL goes; the key is neither there nor in the log', async () => {
  using folder = temporaryFolder()
  const { both, address, secrets } = newKey()
  const llm = { KONTOR_LLM_URL: 'http://127.0.0.1:9/v1', KONTOR_LLM_MODEL: 'small' }
  const settings = {
    ...solana,
    KONTOR_SOLANA_KEY: base58.encode(both),
    KONTOR_LOG_LEVEL: 'debug',
    ...llm,
    KONTOR_LLM_KEY: 'the-key-of-the-model',
  }
  const output = await useOf(folder.path, settings)
  assert.match(output, `deposits to ${address}`)
  const shown = await kontor(['config', '--data-dir', folder.path], settings)
  for (const secret of [...secrets, 'the-access-key', 'the-key-of-the-model']) {
    assert.not(output.includes(secret), `${secret} was printed`)
    assert.not(shown.output.includes(secret), `${secret} is among the settings shown`)
  }
})

/** Asks for what needs the chain, and gives everything that was printed. */
async function useOf(dir: string, settings: Record<string, string>): Promise<string> {
  await using server = await serve(dir, settings)
  const call = caller(server.url)
  const setup_code = /"setup_code":"([^"]+)"/.exec(server.output())?.[1]
  const { token } = await signUp(call, 'Operator', { setup_code })
  const body = { amount: 1 }
  const answer = await call('POST', '/balance/deposit', { as: token, body })
  const detail = 'Failed to process blockchain transaction'
  assert.equal([answer.status, answer.body.detail], [503, detail])
  const printed = server.output()
  return printed
}

test('a key in a file must be for its owner alone, or nothing starts', async () => {
  using folder = temporaryFolder()
  const { both, address, secrets } = newKey()
  const file = join(folder.path, 'id.json')
  writeFileSync(file, JSON.stringify([...both]), { mode: 0o600 })
  const settings = { ...solana, KONTOR_SOLANA_KEY_FILE: file }
  const dir = join(folder.path, 'data')
  {
    await using server = await serve(dir, settings)
    assert.match(server.output(), `deposits to ${address}`)
  }
  for (const [mode, run] of [
    [0o640, kontor],
    [0o604, command],
    [0o644, command],
  ] as const) {
    chmodSync(file, mode)
    const { code, output } = await run(['serve', '--data-dir', dir, '--port', '0'], settings)
    assert.is(code, 2, output)
    assert.match(
      output,
      /KONTOR_SOLANA_KEY_FILE: .*id\.json can be read by others: its mode must be 0600/,
    )
    for (const secret of secrets) assert.not(output.includes(secret))
  }
})

test.run()
