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
  assert.is(await code([]), 2)
  assert.is(await code(['--key', 'secret']), 2)
})

test.run()
