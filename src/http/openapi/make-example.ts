import type { Json } from '../../base/json.ts'
import { exampleDay, exampleTime } from './example-values.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema is read as it is
export type Schema = any

/** What references point to, and what a field of a name holds where its schema takes that. */
export type Known = {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly values: Readonly<Record<string, Json>>
}

/** An example of a JSON schema: known values for known names, else what the rules allow. */
export function makeExample(schema: Schema, all: Known, name = ''): Json {
  const { schemas } = all
  const plain = resolved(schema, schemas)
  const known = plain.examples?.[0] ?? all.values[name]
  if (known !== undefined && fits(known, plain, schemas)) return known
  const [choice] = choicesOf(plain)
  if (choice !== undefined) return makeExample(choice, all, name)
  if (plain.enum !== undefined) return plain.enum[0]
  if (plain.const !== undefined) return plain.const
  return byType(plain, all, name)
}

/** Whether a known value is one of the schema's; only what names do not settle is looked at. */
function fits(value: Json, schema: Schema, schemas: Known['schemas']): boolean {
  const plain = resolved(schema, schemas)
  const choices = plain.anyOf ?? plain.oneOf
  if (choices) return choices.some((one: Schema) => fits(value, one, schemas))
  if (plain.enum) return plain.enum.includes(value)
  if (plain.const !== undefined) return plain.const === value
  if (plain.items && Array.isArray(value)) {
    return value.every((one) => fits(one, plain.items, schemas))
  }
  if (plain.properties && Object.keys(plain.properties).length > 0) return false
  return [plain.type].flat().some((type) => type === undefined || isOfType(value, type))
}

function isOfType(value: Json, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  }
  // The other words of JSON schema are those of typeof.
  return typeof value === type
}

function resolved(schema: Schema, schemas: Known['schemas']): Schema {
  const target = /^#\/components\/schemas\/(.+)$/.exec(schema?.$ref ?? '')?.[1]
  if (target !== undefined) return resolved(schemas[target], schemas)
  const [first, ...more] = schema?.allOf ?? []
  return first === undefined || more.length > 0 ? (schema ?? {}) : resolved(first, schemas)
}

/** The alternatives, null last. */
function choicesOf({ anyOf, oneOf }: Schema): Schema[] {
  const choices: Schema[] = anyOf ?? oneOf ?? []
  const isNull = ({ type }: Schema) => (type === 'null' ? 1 : 0)
  return [...choices].sort((one, other) => isNull(one) - isNull(other))
}

function byType(schema: Schema, all: Known, name: string): Json {
  const type = [schema.type].flat().find((one) => one !== 'null')
  if (type === 'object' || schema.properties) return ofObject(schema, all)
  if (type === 'array') return [makeExample(schema.items ?? {}, all, singular(name))]
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 1)
  if (type === 'boolean') return false
  if (type === 'string') return ofText(schema, name)
  return schema.type === 'null' ? null : {}
}

function ofObject({ properties = {} }: Schema, all: Known): Json {
  const members = Object.entries<Schema>(properties)
  return Object.fromEntries(members.map(([name, member]) => [name, makeExample(member, all, name)]))
}

function ofText({ format, minLength = 0 }: Schema, name: string): string {
  if (format === 'date-time') return exampleTime
  if (format === 'date') return exampleDay
  if (format === 'uri') return `https://data.example.eu/${name}`
  return name.replaceAll('_', ' ').padEnd(minLength, '.') || 'text'
}

function singular(name: string): string {
  return name.replace(/s$/, '')
}
