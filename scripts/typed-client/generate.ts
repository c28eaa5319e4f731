import { type DocumentName, openapiText } from '../../src/http/openapi.ts'
import { commentOf, nameOfType, type Schema, typeOf } from './type-of.ts'

/** What the client covers: Surface A and Surface B. */
export const covered = [
  { name: 'a', file: 'agent', constant: 'agentOperations', type: 'AgentOperations' },
  { name: 'b', file: 'management', constant: 'managementOperations', type: 'ManagementOperations' },
] as const satisfies { name: DocumentName; file: string; constant: string; type: string }[]

export type Covered = (typeof covered)[number]

/** What the client sends and gets back, operation by operation. */
export type Operation = {
  id: string
  method: string
  path: string
  query: string[]
  takes: 'body' | 'bytes' | 'nothing'
  answers: 'json' | 'data' | 'nothing' | 'bytes'
  input: string
  reply: string
  summary: string
}

const json = 'application/json'

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

function rowText({ method, path, query, takes, answers }: Omit<Operation, 'id'>): string {
  const quoted = (text: string) => `'${text}'`
  const fields = [`method: ${quoted(method)}`, `path: ${quoted(path)}`]
  if (query.length > 0) fields.push(`query: [${query.map(quoted).join(', ')}]`)
  if (takes !== 'nothing') fields.push(`takes: ${quoted(takes)}`)
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
  const parameters: Schema[] = operation.parameters ?? []
  const named = parameters.filter((one) => one.in === 'path' || one.in === 'query')
  const body: Schema | undefined = operation.requestBody?.content[json]?.schema
  const takes = body ? 'body' : place.method === 'PUT' ? 'bytes' : 'nothing'
  return {
    ...place,
    id: operation.operationId,
    summary: operation.summary,
    query: parameters.filter((one) => one.in === 'query').map((one) => one.name),
    takes,
    input: inputOf(named, { body, takes }),
    ...answerOf(operation),
  }
}

function inputOf(named: Schema[], sent: { body: Schema | undefined; takes: string }): string {
  const fields = named.map(({ name, required, schema, description }) => {
    const note = commentOf({ description: description ?? schema.description })
    return required
      ? `${note}${name}: ${typeOf(schema)}`
      : `${note}${name}?: ${typeOf(schema)} | undefined`
  })
  if (sent.takes === 'bytes') fields.push('bytes: Uint8Array | Blob | ReadableStream<Uint8Array>')
  const parts = [
    ...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []),
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
  if (schema.$ref || schema.properties || schema.anyOf)
    return { answers: 'json', reply: typeOf(schema) }
  throw new Error(`${operationId} answers with something that has no name`)
}
