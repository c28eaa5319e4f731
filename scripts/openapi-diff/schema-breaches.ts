// What of a JSON schema may not change under a client's feet. A request may accept more and must
// not ask for more; an answer may tell more and must not tell less. (spec 9)

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it is
export type Json = any
export type OpenapiDocument = { paths: Json; components?: Json }
export type Side = 'request' | 'response'
export type Pair = { released: Json; now: Json }

export type Comparing = {
  documents: { released: OpenapiDocument; now: OpenapiDocument }
  side: Side
  /** Pairs of named schemas that are being compared further up: schemas may hold themselves. */
  within?: ReadonlySet<string>
}

/** One sentence for each breaking difference between two schemas; `field` says where. */
export function schemaBreaches(comparing: Comparing, pair: Pair, field = ''): string[] {
  const names = `${pair.released?.$ref}>${pair.now?.$ref}`
  const within = comparing.within ?? new Set()
  const isNamed = pair.released?.$ref !== undefined && pair.now?.$ref !== undefined
  if (isNamed && within.has(names)) return []
  const deeper = isNamed ? { ...comparing, within: new Set([...within, names]) } : comparing
  const { released, now } = comparing.documents
  const shapes = {
    released: shapeOf(released, pair.released),
    now: shapeOf(now, pair.now),
  }
  return [...nullBreaches(deeper, shapes, field), ...alternativeBreaches(deeper, shapes, field)]
}

/** A schema as its alternatives without null, and whether null is one. */
type Shape = { nullable: boolean; alternatives: Json[] }

function shapeOf(document: OpenapiDocument, schema: Json): Shape {
  const plain = resolve(document, schema)
  const options: Json[] | undefined = plain.anyOf ?? plain.oneOf
  if (options) {
    const shapes = options.map((option) => shapeOf(document, option))
    return {
      nullable: shapes.some(({ nullable }) => nullable),
      alternatives: shapes.flatMap(({ alternatives }) => alternatives),
    }
  }
  const types: string[] | undefined = plain.type === undefined ? undefined : [plain.type].flat()
  const nullable = plain.nullable === true || (types?.includes('null') ?? false)
  const others = types?.filter((type) => type !== 'null')
  return { nullable, alternatives: others?.length === 0 ? [] : [{ ...plain, type: others }] }
}

function resolve(document: OpenapiDocument, schema: Json): Json {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema?.$ref ?? '')?.[1]
  return name === undefined ? (schema ?? {}) : resolve(document, document.components?.schemas[name])
}

type Shapes = { released: Shape; now: Shape }

function nullBreaches({ side }: Comparing, { released, now }: Shapes, field: string): string[] {
  if (side === 'response' && now.nullable && !released.nullable) return [`${field} may be null now`]
  if (side === 'request' && released.nullable && !now.nullable)
    return [`${field} may not be null any more`]
  return []
}

/** With several alternatives each one that matters must have found its like on the other side. */
function alternativeBreaches(comparing: Comparing, shapes: Shapes, field: string): string[] {
  const { released, now } = { released: shapes.released.alternatives, now: shapes.now.alternatives }
  // What could only be null was a place kept free: nobody can have relied on what stood in it.
  if (comparing.side === 'response' && released.length === 0 && shapes.released.nullable) return []
  if (released.length === 1 && now.length === 1) {
    return plainBreaches(comparing, { released: released[0], now: now[0] }, field)
  }
  const fits = (one: Json, other: Json) =>
    plainBreaches(comparing, { released: one, now: other }, field).length === 0
  const all =
    comparing.side === 'request'
      ? released.every((one) => now.some((other) => fits(one, other)))
      : now.every((other) => released.some((one) => fits(one, other)))
  return all ? [] : [`${field} has other alternatives`]
}

function plainBreaches(comparing: Comparing, pair: Pair, field: string): string[] {
  return [
    ...typeBreaches(comparing, pair, field),
    ...enumBreaches(comparing, pair, field),
    ...memberBreaches(comparing, pair, field),
    ...(comparing.side === 'request' ? ruleBreaches(pair, field) : []),
  ]
}

function typeBreaches({ side }: Comparing, { released, now }: Pair, field: string): string[] {
  const [taken, given] = side === 'request' ? [now.type, released.type] : [released.type, now.type]
  const covers = (type: string) =>
    taken.includes(type) || (type === 'integer' && taken.includes('number'))
  if (taken === undefined || given?.every(covers)) return []
  return [`${field} is ${text(now.type)} and was ${text(released.type)}`]
}

/** A value that is gone is missed on both sides; one that is new is not. */
function enumBreaches({ side }: Comparing, { released, now }: Pair, field: string): string[] {
  const before = valuesOf(released)
  const after = valuesOf(now)
  if (after === undefined) return []
  if (before === undefined)
    return side === 'request' ? [`${field} is restricted to some values`] : []
  const gone = before.filter((value) => !after.includes(value))
  return gone.length === 0 ? [] : [`${field} lost the value ${gone.join(', ')}`]
}

function valuesOf({ enum: values, const: value }: Json): unknown[] | undefined {
  return values ?? (value === undefined ? undefined : [value])
}

function memberBreaches(comparing: Comparing, pair: Pair, field: string): string[] {
  const { released, now } = pair
  const breaches = propertyBreaches(comparing, pair, field)
  if (released.items && now.items) {
    const items = { released: released.items, now: now.items }
    breaches.push(...schemaBreaches(comparing, items, `${field}[]`))
  }
  const [before, after] = [released.additionalProperties, now.additionalProperties]
  if (isSchema(before) && isSchema(after)) {
    breaches.push(...schemaBreaches(comparing, { released: before, now: after }, `${field}.*`))
  }
  if (comparing.side === 'request' && after === false && before !== false) {
    breaches.push(`${field || 'the body'} takes no unknown fields any more`)
  }
  return breaches
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function propertyBreaches(comparing: Comparing, { released, now }: Pair, field: string): string[] {
  const known: Record<string, Json> = released.properties ?? {}
  const present: Record<string, Json> = now.properties ?? {}
  const named = (name: string) => (field === '' ? name : `${field}.${name}`)
  const changed = Object.entries(known).flatMap(([name, before]) => {
    const after = present[name]
    if (after === undefined) return [`${named(name)} is gone`]
    return schemaBreaches(comparing, { released: before, now: after }, named(name))
  })
  const needed: string[] = released.required ?? []
  const needs: string[] = now.required ?? []
  const obliged =
    comparing.side === 'request'
      ? needs
          .filter((name) => !needed.includes(name))
          .map((name) => `${named(name)} is required now`)
      : needed
          .filter((name) => name in present && !needs.includes(name))
          .map((name) => `${named(name)} is not always there any more`)
  return [...changed, ...obliged]
}

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

/** Rules for what is sent may be relaxed and not tightened; what is left out means the same. */
function ruleBreaches({ released, now }: Pair, field: string): string[] {
  const raised = lowest.filter((rule) => now[rule] > (released[rule] ?? -Infinity))
  const lowered = highest.filter((rule) => now[rule] < (released[rule] ?? Infinity))
  const added = ['pattern', 'uniqueItems', 'multipleOf'].filter(
    (rule) => now[rule] !== undefined && now[rule] !== false && released[rule] === undefined,
  )
  const tightened = [...raised, ...lowered, ...added].map(
    (rule) => `${field} has a tighter ${rule}`,
  )
  const isSame = JSON.stringify(defaultOf(released)) === JSON.stringify(defaultOf(now))
  return isSame ? tightened : [...tightened, `${field} has another default`]
}

/** A field of a body tells it under a name of its own (src/http/openapi/finish-document.ts). */
function defaultOf(schema: Pair['now']): unknown {
  return schema.default ?? schema['x-default']
}

function text(types: string[] | undefined): string {
  return types?.join(' or ') ?? 'anything'
}
