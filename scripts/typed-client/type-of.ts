// biome-ignore lint/suspicious/noExplicitAny: a JSON schema is read as it is
export type Schema = any

/** A JSON schema as a TypeScript type. */
export function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, allOf, type } = schema
  if ($ref) return nameOfType($ref.split('/').at(-1))
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  if (anyOf || oneOf) return union((anyOf ?? oneOf).map(typeOf))
  if (allOf) return allOf.map(typeOf).join(' & ')
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })))
  return plainTypeOf(schema)
}

function plainTypeOf(schema: Schema): string {
  const { type, items, properties, required, additionalProperties } = schema
  if (type === 'array') return `(${typeOf(items ?? {})})[]`
  if (properties) return objectOf(properties, required ?? [])
  if (type === 'object') {
    const value =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `{ [name: string]: ${value} }`
  }
  if (type === 'integer') return 'number'
  // With its name, which says what it is.
  if (schema.format === 'binary') return 'File'
  return ['string', 'number', 'boolean', 'null'].includes(type) ? type : 'unknown'
}

function objectOf(properties: Record<string, Schema>, required: readonly string[]): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : literal(name)
    const rest = required.includes(name)
      ? `: ${typeOf(schema)}`
      : `?: ${typeOf(schema)} | undefined`
    return `${commentOf(schema)}${key}${rest}`
  })
  return members.length === 0 ? '{ [name: string]: never }' : `{ ${members.join('\n')} }`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)
}

/** `Error` is not ours to take. */
export function nameOfType(id: string): string {
  return ['Error', 'Object'].includes(id) ? `Kontor${id}` : id
}

const commentColumns = 80

export function commentOf({ description }: Schema): string {
  if (!description) return ''
  const [first = '', ...more] = wrapped(description.replaceAll('*/', '*'))
  if (more.length === 0) return `/** ${first} */\n`
  return `/**\n${[first, ...more].map((line) => ` * ${line}`).join('\n')}\n */\n`
}

function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= commentColumns) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines
}
