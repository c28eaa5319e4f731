import { type DocumentName, openapiText } from '../../src/http/openapi/openapi-text.ts'
import { commentOf, nameOfType, type Schema, typeOf } from './type-of.ts'

/** What the client covers: all three surfaces. */
export const covered = [
  { name: 'a', file: 'agent', constant: 'agentOperations', type: 'AgentOperations' },
  { name: 'b', file: 'management', constant: 'managementOperations', type: 'ManagementOperations' },
  { name: 'c', file: 'wallet', constant: 'walletOperations', type: 'WalletOperations' },
] as const satisfies { name: DocumentName; file: string; constant: string; type: string }[]

export type Covered = (typeof covered)[number]

/** What the client sends and gets back, operation by operation. */
export type Operation = {
  id: string
  method: string
  path: string
  query: string[]
  takes: 'body' | 'bytes' | 'form' | 'fields' | 'nothing'
  /** What the path says and the body too. */
  repeats: string[]
  answers: 'json' | 'data' | 'nothing' | 'bytes'
  input: string
  reply: string
  summary: string
}

const json = 'application/json'
/** What a body is sent as: of several, the first. */
const bodies = [
  [json, 'body'],
  ['multipart/form-data', 'form'],
  ['application/x-www-form-urlencoded', 'fields'],
] as const

/** The generated module of one surface, not yet formatted. */
export function clientText({ name, constant, type }: Covered): string {
  const document: Schema = JSON.parse(openapiText(name, 'https://kontor.example'))
  const operations = operationsOf(document)
  const types = Object.entries<Schema>(document.components.schemas).map(
    ([id, schema]) => `${commentOf(schema)}export type ${nameOfType(id)} = ${typeOf(schema)}`,
  )
  const typed = operations.map(
    ({ id, summary, input, reply }) =>
      `/** ${summary} */\n${id}: { input: ${input}; reply: ${reply} }`,
  )
  const table = operations.map(({ id, ...row }) => `${id}: ${rowText(row)},`)
  return [
    `// Made by scripts/client-types from /openapi/${name}.json; a test compares the two.`,
    ...types,
    `export type ${type} = {\n${typed.join('\n')}\n}`,
    `export const ${constant} = {\n${table.join('\n')}\n} as const`,
    '',
  ].join('\n\n')
}

function rowText(operation: Omit<Operation, 'id'>): string {
  const { method, path, query, takes, repeats, answers } = operation
  const quoted = (text: string) => `'${text}'`
  const fields = [`method: ${quoted(method)}`, `path: ${quoted(path)}`]
  if (query.length > 0) fields.push(`query: [${query.map(quoted).join(', ')}]`)
  if (takes !== 'nothing') fields.push(`takes: ${quoted(takes)}`)
  if (repeats.length > 0) fields.push(`repeats: [${repeats.map(quoted).join(', ')}]`)
  return `{ ${[...fields, `answers: ${quoted(answers)}`].join(', ')} }`
}

export function operationsOf(document: Schema): Operation[] {
  return Object.entries<Schema>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Schema>(methods).map(([method, operation]) =>
      operationOf(operation, { method: method.toUpperCase(), path }),
    ),
  )
}

function operationOf(operation: Schema, place: { method: string; path: string }): Operation {
  const sent = sentBy(operation, place)
  const parameters: Schema[] = operation.parameters ?? []
  // What the body says, too, is said there.
  const query = parameters.filter((one) => one.in === 'query' && !sent.members.includes(one.name))
  const named = parameters.filter((one) => one.in === 'path' || query.includes(one))
  return {
    ...place,
    id: operation.operationId,
    summary: operation.summary,
    query: query.map((one) => one.name),
    takes: sent.takes,
    repeats: named.map((one) => one.name).filter((name) => sent.members.includes(name)),
    input: inputOf(named, sent),
    ...answerOf(operation),
  }
}

type Sent = { takes: Operation['takes']; body: Schema | undefined; members: string[] }

/** A body with GET, which `fetch` does not send, is left out: its members are in the query. */
function sentBy({ requestBody }: Schema, { method }: { method: string }): Sent {
  const { content = {} } = method === 'GET' ? {} : (requestBody ?? {})
  for (const [type, takes] of bodies) {
    const body: Schema | undefined = content[type]?.schema
    if (body) return { takes, body, members: Object.keys(body.properties ?? {}) }
  }
  return { takes: method === 'PUT' ? 'bytes' : 'nothing', body: undefined, members: [] }
}

function inputOf(named: Schema[], sent: Sent): string {
  const fields = named.map(({ name, required, schema, description }) => {
    const note = commentOf({ description: description ?? schema.description })
    return required
      ? `${note}${name}: ${typeOf(schema)}`
      : `${note}${name}?: ${typeOf(schema)} | undefined`
  })
  if (sent.takes === 'bytes') fields.push('bytes: Uint8Array | Blob | ReadableStream<Uint8Array>')
  const parts = [
    ...(fields.length > 0 ? [`{ ${fields.join('\n')} }`] : []),
    ...(sent.body ? [typeOf(sent.body)] : []),
  ]
  return parts.length === 0 ? 'undefined' : parts.join(' & ')
}

function answerOf({ responses, operationId }: Schema): Pick<Operation, 'answers' | 'reply'> {
  const [status, answer] = Object.entries<Schema>(responses).find(([one]) => one < '300') ?? []
  if (status === '204') return { answers: 'nothing', reply: 'undefined' }
  const schema = answer?.content?.[json]?.schema
  if (schema === undefined) return { answers: 'bytes', reply: 'Response' }
  const { data, request_id } = schema.properties ?? {}
  if (data && request_id) return { answers: 'data', reply: typeOf(data) }
  if (schema.$ref || schema.properties || schema.anyOf || schema.type === 'array')
    return { answers: 'json', reply: typeOf(schema) }
  throw new Error(`${operationId} answers with something that has no name`)
}
