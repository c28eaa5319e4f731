import type { Json } from '../../base/json.ts'
import { agentReplies, agentRequests } from './agent-requests.ts'
import { exampleError } from './example-errors.ts'
import { examplePathValue, exampleRequests } from './example-requests.ts'
import { type Known, makeExample, type Schema } from './make-example.ts'
import { walletRequests } from './wallet-examples.ts'

const json = 'application/json'

/** What a document is given that does not follow from the schemas alone: examples, openness. */
export function finishDocument(document: Schema, values: Known['values']): Schema {
  const open = openedUp(document)
  const known = { schemas: open.components?.schemas ?? {}, values }
  for (const [path, item] of Object.entries<Schema>(open.paths)) {
    for (const operation of Object.values<Schema>(item)) addExamples(operation, { path, known })
  }
  return open
}

/**
 * Clients must bear fields that they do not know (spec 9.2), so no object is said to be closed. And
 * the bounds of whole numbers in JavaScript are no rule of this interface.
 */
function openedUp(value: Schema): Schema {
  if (Array.isArray(value)) return value.map(openedUp)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).filter(([name, member]) => !isNoRule(name, member))
  const opened = members.map(([name, member]) => [
    name,
    openedUp(name === 'properties' ? withoutDefaults(member) : member),
  ])
  return Object.fromEntries(opened)
}

/**
 * Generators of clients take a field with a default for one that is always there, and have callers
 * send it: what it is without being sent stands in its description, and for programs as x-default.
 */
function withoutDefaults(properties: Schema): Schema {
  const told = Object.entries<Schema>(properties).map(([name, schema]) => {
    const { default: otherwise, ...rest } = schema
    if (otherwise === undefined) return [name, schema]
    const description = [rest.description, `unless given: ${JSON.stringify(otherwise)}`]
    return [
      name,
      { ...rest, description: description.filter(Boolean).join('; '), 'x-default': otherwise },
    ]
  })
  return Object.fromEntries(told)
}

function isNoRule(name: string, member: unknown): boolean {
  if (name === 'additionalProperties') return member === false
  if (name === 'minLength') return member === 0
  return (name === 'minimum' || name === 'maximum') && !Number.isSafeInteger(2 * Number(member))
}

type Place = { path: string; known: Known }

function addExamples(operation: Schema, { path, known }: Place): void {
  for (const parameter of operation.parameters ?? []) {
    const example = exampleOfParameter(parameter, { path, known })
    if (example !== undefined) parameter.example = example
  }
  const body = operation.requestBody?.content?.[json]
  if (body) body.example = requestOf(operation.operationId) ?? makeExample(body.schema, known)
  for (const [status, response] of Object.entries<Schema>(operation.responses)) {
    const content = response.content?.[json]
    if (!content) continue
    const example = status.startsWith('2')
      ? (agentReplies[operation.operationId] ?? makeExample(content.schema, known))
      : exampleError(status, content)
    if (example !== undefined) content.example = example
  }
}

function requestOf(operationId: string): Json | undefined {
  return exampleRequests[operationId] ?? agentRequests[operationId] ?? walletRequests[operationId]
}

function exampleOfParameter(
  { in: place, name, required }: Schema,
  { path, known }: Place,
): Json | undefined {
  if (place === 'path') return known.values[name] ?? examplePathValue({ path, name })
  return required ? known.values[name] : undefined
}
