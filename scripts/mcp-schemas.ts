// scripts/mcp-schemas <folder>: a server answers in every protocol version, and each answer is held
// against that version's schema in the folder (schema-<version>.json, as published with the
// protocol). Exits with 1 when one does not fit.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { handshake, type McpClient, type Version, versions } from '../test/support/mcp.ts'
import type { Answer } from '../test/support/open-test-app.ts'
import { openTestMcp, type TestMcp } from '../test/support/open-test-mcp.ts'

type Step = {
  name: string
  ask: (client: McpClient, mcp: TestMcp) => Promise<Answer>
  /** The type of the result in the schema; without one an error is expected. */
  result?: string
}

const tool = (name: string, args: (mcp: TestMcp) => object): Step['ask'] => {
  return (client, mcp) => client.ask('tools/call', { name, arguments: args(mcp) })
}
const called = { result: 'CallToolResult' }

const opening: Step[] = [
  {
    ...{ name: 'initialize', result: 'InitializeResult' },
    ask: (client) => client.post(handshake(client.version)),
  },
  { name: 'ping', result: 'EmptyResult', ask: (client) => client.ask('ping') },
]

const discovery: Step[] = [
  { name: 'discover', result: 'DiscoverResult', ask: (client) => client.ask('server/discover') },
]

const steps: Step[] = [
  { name: 'tools/list', result: 'ListToolsResult', ask: (client) => client.ask('tools/list') },
  { name: 'search', ...called, ask: tool('search', () => ({ query: 'boiler', facets: true })) },
  {
    ...{ name: 'get_asset', ...called },
    ask: tool('get_asset', ({ assetId }) => ({ asset_id: assetId })),
  },
  { name: 'list_assets', ...called, ask: tool('list_assets', () => ({})) },
  {
    ...{ name: 'request_download', ...called },
    ask: tool('request_download', ({ assetId }) => ({ asset_id: assetId })),
  },
  { name: 'bad input', ...called, ask: tool('search', () => ({})) },
  { name: 'not found', ...called, ask: tool('get_asset', () => ({ asset_id: 'obj_x' })) },
  {
    ...{ name: 'payment', ...called },
    ask(client, mcp) {
      mcp.sql('DELETE FROM search_count')
      mcp.spendAllowance()
      return tool('search', () => ({ query: 'boiler' }))(client, mcp)
    },
  },
  { name: 'unknown tool', ask: tool('nope', () => ({})) },
  { name: 'unknown method', ask: (client) => client.ask('nope') },
]

type Schema = { definitions?: Record<string, object>; $defs?: Record<string, object> }

/** What does not fit, in one line; nothing when all does. */
function complaints(schema: Schema, type: string, value: unknown): string | undefined {
  const place = schema.$defs ? '$defs' : 'definitions'
  if (!schema[place]?.[type]) return `the schema has no ${type}`
  const whole = { ...schema, $ref: `#/${place}/${type}` }
  const outcome = new AjvJsonSchemaValidator().getValidator(whole as never)(value)
  return outcome.valid ? undefined : outcome.errorMessage
}

/** The message around a result or an error has another name in some versions. */
function envelopeOf(schema: Schema, isError: boolean): string {
  const known = schema.$defs ?? schema.definitions ?? {}
  const names = isError
    ? ['JSONRPCErrorResponse', 'JSONRPCError']
    : ['JSONRPCResultResponse', 'JSONRPCResponse']
  return names.find((name) => name in known) ?? 'JSONRPCMessage'
}

async function check(folder: string, version: Version): Promise<string[]> {
  const schema = JSON.parse(readFileSync(join(folder, `schema-${version}.json`), 'utf8'))
  await using mcp = await openTestMcp()
  const first = version === '2026-07-28' ? discovery : opening
  const lines: string[] = []
  for (const { name, ask, result } of [...first, ...steps]) {
    const { body } = await ask(mcp.client(version), mcp)
    const wrong = [
      complaints(schema, envelopeOf(schema, result === undefined), body),
      result === undefined ? undefined : complaints(schema, result, body.result),
    ].filter((one) => one !== undefined)
    lines.push(`${version} ${name}: ${wrong.length === 0 ? 'fits' : `WRONG ${wrong.join('; ')}`}`)
  }
  return lines
}

async function main(): Promise<void> {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('which folder has the schemas?')
  let wrong = 0
  for (const version of versions) {
    for (const line of await check(folder, version)) {
      console.log(line)
      if (line.includes(': WRONG ')) wrong++
    }
  }
  console.log(`${wrong} answers do not fit`)
  process.exitCode = wrong === 0 ? 0 : 1
}

await main()
