// scripts/openapi-diff.ts <released.json> <now.json>: what in the second OpenAPI document would
// break a client that was written from the first. Prints a line for each such difference; the exit
// code is 1 when there is one. Additions break nothing. (spec 9)
import { readFileSync } from 'node:fs'
import {
  type Comparing,
  type Json,
  type OpenapiDocument,
  schemaBreaches,
} from './openapi-diff/schema-breaches.ts'

export type { OpenapiDocument } from './openapi-diff/schema-breaches.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** `GET /v1/datasets: query limit is gone`, one for each breaking difference. */
export function breakingDifferences(released: OpenapiDocument, now: OpenapiDocument): string[] {
  const documents = { released, now }
  const present = new Map(Object.entries<Json>(now.paths).map(([path, item]) => [form(path), item]))
  return Object.entries<Json>(released.paths).flatMap(([path, item]) => {
    const today = present.get(form(path))
    if (today === undefined) return [`${path}: the path is gone`]
    return methods
      .filter((method) => item[method] !== undefined)
      .flatMap((method) => {
        const place = `${method.toUpperCase()} ${path}`
        if (today[method] === undefined) return [`${place}: the method is gone`]
        const operations = {
          released: withShared(item, item[method]),
          now: withShared(today, today[method]),
        }
        return operationBreaches(documents, operations).map((says) => `${place}: ${says}`)
      })
  })
}

/** What a path variable is called is nothing that a client sends. */
function form(path: string): string {
  return path.replace(/\{[^}]+\}/g, '{}')
}

function withShared(item: Json, operation: Json): Json {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
  return { ...operation, parameters }
}

type Documents = Comparing['documents']
type Operations = { released: Json; now: Json }

function operationBreaches(documents: Documents, operations: Operations): string[] {
  return [
    ...securityBreaches(operations),
    ...parameterBreaches(documents, operations),
    ...bodyBreaches(documents, operations),
    ...answerBreaches(documents, operations),
  ]
}

/** Every way to show who one is must still work; no credential at all is such a way. */
function securityBreaches({ released, now }: Operations): string[] {
  const ways = (operation: Json): string[] => {
    const needs: Json[] = operation.security ?? []
    return needs.length === 0 ? ['nothing'] : needs.map(wayOf)
  }
  const open = ways(now)
  return ways(released)
    .filter((way) => !open.includes(way) && !open.includes('nothing'))
    .map((way) => `is not called with ${way} any more`)
}

function wayOf(need: Json): string {
  return Object.keys(need).sort().join(' and ') || 'nothing'
}

function parameterBreaches(documents: Documents, { released, now }: Operations): string[] {
  const sent = (operation: Json): Map<string, Json> =>
    new Map(
      operation.parameters
        .filter((one: Json) => one.in !== 'path')
        .map((one: Json) => [`${one.in} ${one.name}`, one]),
    )
  const [before, after] = [sent(released), sent(now)]
  const changed = [...before].flatMap(([name, one]) => {
    const today = after.get(name)
    if (today === undefined) return [`${name} is gone`]
    const pair = { released: one.schema, now: today.schema }
    return schemaBreaches({ documents, side: 'request' }, pair, name)
  })
  const required = [...after]
    .filter(([name, one]) => one.required === true && before.get(name)?.required !== true)
    .map(([name]) => `${name} is required now`)
  return [...changed, ...required]
}

function bodyBreaches(documents: Documents, { released, now }: Operations): string[] {
  const [before, after] = [released.requestBody, now.requestBody]
  if (after?.required === true && before?.required !== true && before !== undefined) {
    return ['the body is required now']
  }
  if (before === undefined) return after?.required === true ? ['there must be a body now'] : []
  return Object.entries<Json>(before.content).flatMap(([type, { schema }]) => {
    const today = after?.content[type]
    if (today === undefined) return [`the body is not taken as ${type} any more`]
    return schemaBreaches({ documents, side: 'request' }, { released: schema, now: today.schema })
  })
}

/** A success keeps its status and its fields; an error may go, and keeps its fields if it stays. */
function answerBreaches(documents: Documents, { released, now }: Operations): string[] {
  return Object.entries<Json>(released.responses).flatMap(([status, answer]) => {
    const today = now.responses[status]
    if (today === undefined) return /^2/.test(status) ? [`does not answer ${status} any more`] : []
    return Object.entries<Json>(answer.content ?? {}).flatMap(([type, { schema }]) => {
      const content = today.content?.[type]
      if (content === undefined) return [`${status} is not ${type} any more`]
      const pair = { released: schema, now: content.schema }
      return schemaBreaches({ documents, side: 'response' }, pair).map(
        (says) => `${status} ${says}`,
      )
    })
  })
}

function main([released, now]: string[]): void {
  if (released === undefined || now === undefined) {
    console.error('usage: scripts/openapi-diff.ts <released.json> <now.json>')
    process.exitCode = 2
    return
  }
  const read = (file: string): OpenapiDocument => JSON.parse(readFileSync(file, 'utf8'))
  const breaches = breakingDifferences(read(released), read(now))
  for (const breach of breaches) console.log(breach)
  if (breaches.length > 0) process.exitCode = 1
}

if (import.meta.main) main(process.argv.slice(2))
