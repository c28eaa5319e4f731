import { Column, is, noopDecoder, Param, Placeholder, SQL } from 'drizzle-orm'

type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Field = { path: string[]; field: unknown }
type Row = Record<string, unknown>
type Given = Record<string, unknown>
type Statement = Record<'get' | 'all' | 'run', (...params: unknown[]) => unknown> & {
  raw(): Statement
}

/** What drizzle keeps of a query that was prepared. */
type Query = {
  stmt: Statement
  query: { params: unknown[] }
  fields: Field[] | undefined
  joinsNotNullableMap: Record<string, boolean> | undefined
  customResultMapper: unknown
  get(given?: Given): unknown
  all(given?: Given): unknown
  run(given?: Given): unknown
}

/**
 * Has a query that drizzle prepared look once, and not at each call, at what its parameters and
 * columns are: that took as long as SQLite did to find a row.
 */
export function quicken<S extends {}>(prepared: S): S {
  const query = prepared as unknown as Query
  if (!query.stmt || query.customResultMapper) return prepared
  const { stmt } = query
  const params = query.query.params.map(paramOf)
  const paramsOf = (given: Given = {}) => params.map((param) => param(given))
  query.run = (given) => stmt.run(...paramsOf(given))
  const { fields } = query
  if (fields === undefined) {
    query.get = (given) => stmt.get(...paramsOf(given))
    query.all = (given) => stmt.all(...paramsOf(given))
    return prepared
  }
  if (!fields.every(isKnown) || (query.joinsNotNullableMap && fields.some(isOfATable))) {
    return prepared
  }
  const columns = fields.map(columnOf)
  const lists = stmt.raw()
  query.get = (given) => {
    const row = lists.get(...paramsOf(given))
    return row ? rowOf(columns, row as unknown[]) : undefined
  }
  query.all = (given) => {
    const rows = lists.all(...paramsOf(given)) as unknown[][]
    return rows.map((row) => rowOf(columns, row))
  }
  return prepared
}

/** A column, or a piece of SQL, with another name or without. */
function isKnown({ field }: Field): boolean {
  return is(field, Column) || is(field, SQL) || is(field, SQL.Aliased)
}

/** Of a row of several tables: a table that has none there is null as a whole. */
function isOfATable({ path, field }: Field): boolean {
  return path.length > 1 && is(field, Column)
}

function paramOf(param: unknown): (given: Given) => unknown {
  if (is(param, Placeholder)) return givenAs(param.name)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const value = givenAs(param.value.name)
  const { encoder } = param
  return (given) => encoder.mapToDriverValue(value(given))
}

function givenAs(name: string): (given: Given) => unknown {
  return (given) => {
    const value = given[name]
    if (value !== undefined || name in given) return value
    throw new Error(`No value for placeholder "${name}" was provided`)
  }
}

type Read = { parents: readonly string[]; name: string; decoder: Decoder | undefined }

function columnOf({ path, field }: Field): Read {
  const parents = path.slice(0, -1)
  return { parents, name: path.at(-1) ?? '', decoder: decoderOf(field) }
}

/** None where a value stays as it is. */
function decoderOf(field: unknown): Decoder | undefined {
  if (is(field, Column)) {
    const isPlain = field.mapFromDriverValue === Column.prototype.mapFromDriverValue
    return isPlain ? undefined : (field as unknown as Decoder)
  }
  const { decoder } = (is(field, SQL) ? field : (field as { sql: SQL }).sql) as unknown as {
    decoder: Decoder
  }
  return decoder === noopDecoder ? undefined : decoder
}

function rowOf(columns: readonly Read[], values: readonly unknown[]): Row {
  const row: Row = {}
  for (let i = 0; i < columns.length; i++) {
    const { parents, name, decoder } = columns[i] as Read
    const value = values[i]
    let place = row
    for (const parent of parents) {
      place[parent] ??= {}
      place = place[parent] as Row
    }
    place[name] = value === null || !decoder ? value : decoder.mapFromDriverValue(value)
  }
  return row
}
