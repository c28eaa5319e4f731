import type { Tool as PublishedTool } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { onceFor } from '../../../base/once-for.ts'
import type { HitPrices, Tool } from './tool.ts'
import { tools } from './tools.ts'

type Schema = PublishedTool['inputSchema']
type JsonSchema = { [key: string]: unknown }

/** The tools as `tools/list` and `/mcp/tools.json` tell them; made once for the prices in force. */
export const publishedTools = onceFor((prices: HitPrices): PublishedTool[] =>
  tools.map((tool) => published(tool, prices)),
)

function published(tool: Tool, prices: HitPrices): PublishedTool {
  const { name, title, description, annotations } = tool
  return {
    name,
    title,
    description: typeof description === 'string' ? description : description(prices),
    annotations,
    inputSchema: inputSchemaOf(tool),
    outputSchema: jsonSchemaOf((tool.route.reply as z.ZodObject).extend(tool.cut?.shape ?? {})),
  }
}

/** The schema of the route's part, with the tool's names and words. */
function inputSchemaOf({ route, place, names, notes, own }: Tool) {
  const argumentOf = Object.fromEntries(Object.entries(names).map(([to, from]) => [from, to]))
  const shape = Object.entries((route[place] as z.ZodObject).shape).map(([field, schema]) => [
    argumentOf[field] ?? field,
    schema,
  ])
  const schema = jsonSchemaOf(z.object({ ...Object.fromEntries(shape), ...own?.shape }))
  for (const [argument, note] of Object.entries(notes)) {
    const property = schema.properties?.[argument]
    if (!property) throw new Error(`there is no argument ${argument} to write about`)
    Object.assign(property, { description: note })
  }
  return schema
}

/**
 * Plain JSON Schema in one piece: no references and no `$schema`, which not every client can read,
 * and nothing closed, since members may be added (spec 9).
 */
function jsonSchemaOf(schema: z.ZodObject): Schema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io: 'input',
    metadata: withoutIds as typeof z.globalRegistry,
    override: ({ zodSchema, jsonSchema }) => mend(zodSchema, jsonSchema as JsonSchema),
  })
  return plain as Schema
}

/** Schemas with an id would be referred to. */
const withoutIds = {
  has: (schema: z.core.$ZodType) => z.globalRegistry.has(schema),
  get(schema: z.core.$ZodType) {
    const { id: _, override: __, ...meta } = z.globalRegistry.get(schema) ?? {}
    return meta
  },
}

/** What a query parses from text is a number or a truth value in JSON. */
function mend(schema: z.core.$ZodTypes, json: JsonSchema): void {
  const { def } = schema._zod
  const override = z.globalRegistry.get(schema)?.override
  if (override) {
    delete json.pattern
    Object.assign(json, override)
  }
  delete json.propertyNames
  if (def.type === 'default') json.default = def.defaultValue
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
}
