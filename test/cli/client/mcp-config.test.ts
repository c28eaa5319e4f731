// `kontor mcp config`: what it prints is JSON that the clients take as it is.
import { spawnSync } from 'node:child_process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runCommand } from '../../support/run-command.ts'

const key = 'kontor_abcdefgh_secret'
const url = 'https://data.example.eu'

async function configs(args: string[] = [], environment: Record<string, string> = {}) {
  const line = { args: ['mcp', 'config', '--key', key, '--json', ...args], environment }
  return JSON.parse((await runCommand(line)).out.join('\n'))
}

test('each client has its own form, with address and key', async () => {
  const { claude_desktop, claude_code, cursor, vs_code } = await configs(['--url', url])
  const http = { url: `${url}/mcp`, headers: { 'x-api-key': key } }
  assert.equal(claude_code, { mcpServers: { kontor: { type: 'http', ...http } } })
  assert.equal(cursor, { mcpServers: { kontor: http } })
  assert.equal(vs_code, { servers: { kontor: { type: 'http', ...http } } })
  const { command, args, env } = claude_desktop.mcpServers.kontor
  assert.is(command, process.execPath)
  assert.match(args.join(' '), /\/src\/main\.ts mcp$/)
  assert.equal(env, { KONTOR_URL: url, KONTOR_KEY: key })
})

test('without a key each client has the address alone, where people can let it in', async () => {
  const asked = async (args: string[], environment: Record<string, string> = {}) => {
    const { code, out, err } = await runCommand({ args: ['mcp', 'config', ...args], environment })
    return { code, text: [...out, ...err].join('\n') }
  }
  const { code, text } = await asked(['--url', url])
  assert.is(code, 0)
  assert.match(text, `Add custom connector: ${url}/mcp`)
  assert.not.match(text, 'x-api-key')
  const blocks = (text.match(/^\{$[\s\S]*?^\}$/gm) ?? []).map((block) => JSON.parse(block))
  const http = { kontor: { type: 'http', url: `${url}/mcp` } }
  const cursor = { mcpServers: { kontor: { url: `${url}/mcp` } } }
  assert.equal(blocks, [{ mcpServers: http }, cursor, { servers: http }])
  const data = JSON.parse((await asked(['--url', url, '--json'])).text)
  assert.equal(data, { claude_code: blocks[0], cursor, vs_code: blocks[2] })
  assert.match((await asked(['--url', url, '--key', key])).text, 'Simpler')

  assert.is((await asked([])).code, 0, 'on this machine')
  for (const environment of [
    { KONTOR_OAUTH: 'false' },
    { KONTOR_CONSOLE: 'false' },
    { KONTOR_URL: 'http://data.example.eu' },
  ]) {
    const refused = await asked([], environment)
    assert.equal([refused.code, /--key is required/.test(refused.text)], [2, true])
  }
  const open = await asked(['--key', key, '--url', 'http://data.example.eu'])
  assert.equal([open.code, /Simpler/.test(open.text)], [0, false])
})

test('the program that a client is told to start is the bridge', async () => {
  const { claude_desktop } = await configs(['--url', url])
  const { command, args, env } = claude_desktop.mcpServers.kontor
  const { status, stdout, stderr } = spawnSync(command, args, { env, input: '', cwd: '/' })
  assert.equal([status, String(stdout), String(stderr)], [0, '', ''])
})

test('for people each block of JSON comes under the name of its client and file', async () => {
  const { out } = await runCommand({ args: ['mcp', 'config', '--key', key, '--url', url] })
  const output = out.join('\n')
  const blocks = output.match(/^\{$[\s\S]*?^\}$/gm) ?? []
  assert.is(blocks.length, 4)
  for (const block of blocks) assert.ok(JSON.parse(block))
  for (const file of ['claude_desktop_config.json', '.mcp.json', '.cursor/mcp.json', '.vscode/']) {
    assert.ok(output.includes(file), file)
  }
})

test('without an address the settings of the server here say it', async () => {
  const addressFor = async (environment: Record<string, string>) =>
    (await configs([], environment)).cursor.mcpServers.kontor.url
  assert.is(await addressFor({}), 'http://127.0.0.1:4200/mcp')
  assert.is(await addressFor({ KONTOR_PORT: '8080' }), 'http://127.0.0.1:8080/mcp')
  assert.is(await addressFor({ KONTOR_BASE_URL: `${url}/` }), `${url}/mcp`)
  assert.is(await addressFor({ KONTOR_URL: 'http://localhost:1/mcp' }), 'http://localhost:1/mcp')
})

test('the key may come from the environment, and must be one', async () => {
  const code = async (args: string[], environment: Record<string, string> = {}) =>
    (await runCommand({ args: ['mcp', 'config', ...args], environment })).code
  assert.is(await code([], { KONTOR_KEY: key }), 0)
  assert.is(await code(['--key', 'secret']), 2)
})

test.run()
