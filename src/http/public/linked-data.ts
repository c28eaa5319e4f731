// Linked data in two forms of the same: JSON-LD 1.1 (W3C) with its context inside, so that nobody
// has to fetch one, and Turtle (W3C RDF 1.1 Turtle).

/** A thing with what is said of it; without an id it is nameless. Names are `prefix:name`. */
export type Thing = {
  readonly id?: string
  readonly type: string
  readonly says: readonly Statement[]
}
export type Statement = readonly [name: string, values: readonly Value[]]
export type Value = string | Typed | Named | Thing
type Typed = { readonly text: string; readonly datatype: string }
type Named = { readonly iri: string }
type Prefixes = Readonly<Record<string, string>>

export function jsonLdOf(things: readonly Thing[], prefixes: Prefixes): string {
  return JSON.stringify({ '@context': prefixes, '@graph': namedIn(things).map(jsonOf) })
}

function jsonOf({ id, type, says }: Thing): Record<string, unknown> {
  const said = says.filter(([, values]) => values.length > 0)
  return {
    ...(id === undefined ? {} : { '@id': id }),
    '@type': type,
    ...Object.fromEntries(said.map(([name, values]) => [name, values.map(jsonValueOf)])),
  }
}

function jsonValueOf(value: Value): unknown {
  if (typeof value === 'string') return value
  if ('iri' in value) return { '@id': value.iri }
  if ('text' in value) return { '@value': value.text, '@type': value.datatype }
  return value.id === undefined ? jsonOf(value) : { '@id': value.id }
}

export function turtleOf(things: readonly Thing[], prefixes: Prefixes): string {
  const heads = Object.entries(prefixes).map(([name, iri]) => `@prefix ${name}: ${iriOf(iri)} .`)
  const parts = namedIn(things).map(
    (thing) => `${iriOf(thing.id ?? '')} a ${thing.type}${saysOf(thing, '  ')} .`,
  )
  return `${heads.join('\n')}\n\n${parts.join('\n\n')}\n`
}

/** A thing with a name that stands inside of another one is told of by itself, once. */
function namedIn(things: readonly Thing[]): Thing[] {
  const named = new Map<string, Thing>()
  for (const thing of things) collect(thing, named)
  return [...named.values()]
}

function collect(thing: Thing, into: Map<string, Thing>): void {
  if (thing.id !== undefined && !into.has(thing.id)) into.set(thing.id, thing)
  for (const [, values] of thing.says) {
    for (const value of values) {
      if (typeof value !== 'string' && 'says' in value) collect(value, into)
    }
  }
}

function saysOf({ says }: Thing, indent: string): string {
  return says
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => {
      const objects = values.map((value) => turtleValueOf(value, `${indent}  `))
      return ` ;\n${indent}${name} ${objects.join(', ')}`
    })
    .join('')
}

function turtleValueOf(value: Value, indent: string): string {
  if (typeof value === 'string') return literalOf(value)
  if ('iri' in value) return iriOf(value.iri)
  if ('text' in value) return `${literalOf(value.text)}^^${value.datatype}`
  if (value.id !== undefined) return iriOf(value.id)
  return `[ a ${value.type}${saysOf(value, indent)} ]`
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function literalOf(text: string): string {
  const whole = text.toWellFormed().replace(/[\n\r\t"\\]/g, (char) => escapes[char] ?? `\\${char}`)
  return `"${whole}"`
}

/** What may not stand in an IRI is written as its code (RFC 3987). */
function iriOf(iri: string): string {
  return `<${iri.replace(/[\p{Cc} <>"{}|^`\\]/gu, encodeURIComponent)}>`
}
