// The same document in the words of OpenAPI 3.0, for generators of clients that know no 3.1. The
// rules are those of the two specifications: https://spec.openapis.org/oas/v3.0.4 and v3.1.1.

type Node = Record<string, unknown>
type Schemas = Record<string, Node>
type Components = { components?: { schemas?: Schemas } }

/** A document of OpenAPI 3.1 as JSON; gives one of 3.0.3. What 3.0 cannot say is left out. */
export function olderText(text: string): string {
  const { webhooks: _, openapi: __, ...rest } = JSON.parse(text) as Node & Components
  const document = older({ openapi: '3.0.3', ...rest }, rest.components?.schemas ?? {})
  return `${JSON.stringify(document, null, 2)}\n`
}

/**
 * Known to 3.1 alone; and patterns, since generators of that age write programs that do not compile
 * of those with a quotation mark. The server holds to them all the same.
 */
const leftOut = new Set(['propertyNames', 'const', 'examples', 'identifier', 'pattern'])
/** Values, in which every name is the caller's own. */
const values = new Set(['example', 'examples', 'default', 'enum', 'x-default'])
/** Maps, in which every name is ours. */
const maps = new Set(['properties', 'schemas', 'paths', 'parameters', 'responses', 'headers'])

function older(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((one) => older(one, schemas))
  if (value === null || typeof value !== 'object') return value
  const node = value as Node
  // Beside a reference nothing else counts.
  if (typeof node.$ref === 'string') return { $ref: node.$ref }
  return inOlderWords(node, schemas)
}

function inOlderWords(node: Node, schemas: Schemas): Node {
  const kept = Object.entries(node).filter(([name]) => !leftOut.has(name) || isMapOf(name, node))
  const members = kept.map(([name, value]) => [name, member(name, { value, schemas })])
  const result: Node = Object.fromEntries(members)
  if ('const' in node) result.enum = [node.const]
  if (Array.isArray(node.examples)) result.example = node.examples[0]
  return withoutNull(result, schemas)
}

/** Examples of a request or an answer are a map, and known to both. */
function isMapOf(name: string, node: Node): boolean {
  return name === 'examples' && !Array.isArray(node.examples)
}

type Member = { value: unknown; schemas: Schemas }

function member(name: string, { value, schemas }: Member): unknown {
  if (values.has(name)) return value
  if (!maps.has(name) || Array.isArray(value)) return older(value, schemas)
  const entries = Object.entries(value as Node)
  return Object.fromEntries(entries.map(([key, one]) => [key, older(one, schemas)]))
}

/** Null is no type of 3.0: it is said beside a type; of several types each is a choice. */
function withoutNull(node: Node, schemas: Schemas): Node {
  const { type, anyOf, ...rest } = node
  const choices = Array.isArray(type) ? type.map((one) => ({ type: one })) : (anyOf as Node[])
  if (!Array.isArray(choices)) return node
  const some = choices.filter((one) => one.type !== 'null')
  const told = some.length === choices.length ? some : some.map((one) => orNull(one, schemas))
  const [only] = told
  return told.length === 1 && only !== undefined
    ? { ...only, ...rest }
    : { ...rest, ...(typeof type === 'string' && { type }), anyOf: told }
}

/** What a reference leads to is written out: whatever stands beside one does not count. */
function orNull(choice: Node, schemas: Schemas): Node {
  if (Array.isArray(choice.anyOf))
    return { ...choice, anyOf: choice.anyOf.map((one: Node) => orNull(one, schemas)) }
  const { $ref } = choice
  const meant = typeof $ref === 'string' ? schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : choice
  const node = (meant === choice ? choice : older(meant, schemas)) as Node
  // Generators trip over null in a list of values, and without it null is none of them.
  const { enum: _, ...open } = node
  return { ...open, nullable: true }
}
