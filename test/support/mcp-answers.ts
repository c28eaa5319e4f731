// Each kind of answer of /mcp, held against the JSON schema that the protocol publishes.
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { handshake, type McpClient, type Version } from './mcp.ts'
import type { Answer } from './open-test-app.ts'
import { openTestMcp, type TestMcp } from './open-test-mcp.ts'

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
    name: 'initialize',
    result: 'InitializeResult',
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
    name: 'get_asset',
    ...called,
    ask: tool('get_asset', ({ assetId }) => ({ asset_id: assetId })),
  },
  { name: 'list_assets', ...called, ask: tool('list_assets', () => ({})) },
  {
    name: 'request_download',
    ...called,
    ask: tool('request_download', ({ assetId }) => ({ asset_id: assetId })),
  },
  { name: 'bad input', ...called, ask: tool('search', () => ({})) },
  { name: 'not found', ...called, ask: tool('get_asset', () => ({ asset_id: 'obj_x' })) },
  {
    name: 'payment',
    ...called,
    ask(client, mcp) {
      mcp.sql('DELETE FROM tally')
      mcp.spendAllowance()
      return tool('search', () => ({ query: 'boiler' }))(client, mcp)
    },
  },
  { name: 'unknown tool', ask: tool('nope', () => ({})) },
  { name: 'unknown method', ask: (client) => client.ask('nope') },
]

export type Schema = { definitions?: Record<string, object>; $defs?: Record<string, object> }

/** What does not fit; nothing when all does. */
export function complaints(
  schema: Schema,
  { type, value }: { type: string; value: unknown },
): string[] {
  const place = schema.$defs ? '$defs' : 'definitions'
  if (!schema[place]?.[type]) return [`the schema has no ${type}`]
  const whole = { ...schema, $ref: `#/${place}/${type}` }
  const outcome = new AjvJsonSchemaValidator().getValidator(whole as never)(value)
  return outcome.valid ? [] : [outcome.errorMessage ?? 'does not fit']
}

/** The types that answers are held against, whatever a version calls them. */
export const answerTypes = [
  ...['InitializeResult', 'DiscoverResult', 'EmptyResult', 'ListToolsResult', 'CallToolResult'],
  ...['JSONRPCErrorResponse', 'JSONRPCError', 'JSONRPCResultResponse', 'JSONRPCResponse'],
]

/** The message around a result or an error has another name in some versions. */
function envelopeOf(schema: Schema, isError: boolean): string {
  const known = schema.$defs ?? schema.definitions ?? {}
  const names = isError
    ? ['JSONRPCErrorResponse', 'JSONRPCError']
    : ['JSONRPCResultResponse', 'JSONRPCResponse']
  return names.find((name) => name in known) ?? 'JSONRPCMessage'
}

/** What each answer of a real server is called, and what of it does not fit. */
export async function checkAnswers(
  schema: Schema,
  version: Version,
): Promise<{ name: string; wrong: string[] }[]> {
  await using mcp = await openTestMcp()
  const first = version === '2026-07-28' ? discovery : opening
  const checked: { name: string; wrong: string[] }[] = []
  for (const { name, ask, result } of [...first, ...steps]) {
    const { body } = await ask(mcp.client(version), mcp)
    const wrong = [
      complaints(schema, { type: envelopeOf(schema, result === undefined), value: body }),
      result === undefined ? [] : complaints(schema, { type: result, value: body.result }),
    ]
    checked.push({ name, wrong: wrong.flat() })
  }
  return checked
}
