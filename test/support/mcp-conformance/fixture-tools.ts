// The tools that the conformance suite calls. They show the transport and the framing of ours with
// contents that the product's own tools do not have; the product offers none of them.
import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { LooseTool } from '../../../src/http/agent/mcp/server-of.ts'

type Content = CallToolResult['content']

/** One red pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
/** No sound at all. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const image = { type: 'image', data: png, mimeType: 'image/png' } as const
const text = (words: string) => ({ type: 'text', text: words }) as const

const contents: Readonly<Record<string, Content>> = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    },
  ],
}

const nameForm = {
  type: 'object' as const,
  properties: { name: { type: 'string' as const } },
  required: ['name'],
}
const askName = inputRequired.elicit({ message: 'What is your name?', requestedSchema: nameForm })
const askOk = inputRequired.elicit({
  message: 'Please confirm',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
})
const askColour = inputRequired.elicit({
  message: 'Step 2: What is your favorite color?',
  requestedSchema: {
    type: 'object',
    properties: { color: { type: 'string' } },
    required: ['color'],
  },
})
const askModel = (question: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: text(question) }],
    maxTokens: 100,
  })

/** What a tool asks its client, round after round; with all answers it is done. */
type Rounds = readonly InputRequests[]

const rounds: Readonly<Record<string, Rounds>> = {
  test_input_required_result_elicitation: [{ user_name: askName }],
  test_input_required_result_sampling: [
    { capital_question: askModel('What is the capital of France?') },
  ],
  test_input_required_result_list_roots: [{ client_roots: inputRequired.listRoots() }],
  test_input_required_result_request_state: [{ confirm: askOk }],
  test_input_required_result_tampered_state: [{ confirm: askOk }],
  test_input_required_result_multiple_inputs: [
    {
      user_name: askName,
      greeting: askModel('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    },
  ],
  test_input_required_result_multi_round: [{ step1: askName }, { step2: askColour }],
  test_input_required_result_capabilities: [{ question: askModel('Which capabilities?') }],
  test_streaming_elicitation: [{ user_name: askName }],
}

const codec = createRequestStateCodec<{ round: number }>({ key: Buffer.alloc(32, 7) })

async function inRounds(asked: Rounds, context: ServerContext) {
  const { inputResponses = {}, requestState } = context.mcpReq
  const state = requestState<string>()
  const round = state === undefined ? 0 : await roundOf(state, context)
  const open = Object.keys(asked[round] ?? {}).some((name) => inputResponses[name] === undefined)
  const next = open ? round : round + 1
  if (next >= asked.length) return done(inputResponses)
  return inputRequired({
    inputRequests: asked[next] ?? {},
    requestState: await codec.mint({ round: next }, context),
  })
}

async function roundOf(state: string, context: ServerContext): Promise<number> {
  try {
    return (await codec.verify(state, context)).round
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This state is not ours.')
  }
}

function done(responses: object): CallToolResult {
  return { content: [text(`state-ok ${JSON.stringify(responses)}`)] }
}

const keywords = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const

const others: Readonly<Record<string, LooseTool['call']>> = {
  test_error_handling: async () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  /** The server has no log for clients, so a tool that would write to one says nothing. */
  test_logging_tool: async () => ({ content: [text('There is no log.')] }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {}
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      const params = { progressToken: progressToken ?? 0, progress, total: 100 }
      await mcpReq.notify({ method: 'notifications/progress', params })
    }
    return { content: [text('Done.')] }
  },
  test_missing_capability: async () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  },
  json_schema_2020_12_tool: async () => ({ content: [text('The schema is what counts.')] }),
}

const anything = { type: 'object', properties: {} } as const

export const fixtureTools: readonly LooseTool[] = [
  ...Object.entries(contents).map(([name, content]) =>
    tool(name, async () => ({ content: [...content] })),
  ),
  ...Object.entries(rounds).map(([name, asked]) =>
    tool(name, (context) => inRounds(asked, context)),
  ),
  ...Object.entries(others).map(([name, call]) => tool(name, call)),
]

function tool(name: string, call: LooseTool['call']): LooseTool {
  const inputSchema = name === 'json_schema_2020_12_tool' ? keywords : anything
  const published = { name, description: `Fixture ${name}`, inputSchema: inputSchema as never }
  return { published, call }
}
