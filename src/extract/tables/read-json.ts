import type { ColumnProfile } from '../../base/column-profile.ts'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { jsonBytesMax } from '../limits.ts'
import { withoutBase64 } from '../text/base64.ts'
import { readLines } from '../text/read-text.ts'
import { openColumnStats } from './column-stats.ts'
import { isNotebook, readNotebook } from './notebook.ts'
import { parseJson } from './parse-json.ts'

/** Other ends of lines may stand within a text. */
const lineEnd = /\r?\n/
const lineCharsMax = 4 * 1024 * 1024
/** A value whose rendering fits here stays one record; a larger one is taken apart. */
const recordCharsMax = 900
/** A longer string with spaces is prose and may be parted between sentences. */
const proseCharsMin = 200
const depthMax = 200

/** One JSON value: paths and values, an object that is small enough on one line. */
export function* readJson(request: ReadRequest): Generator<Block> {
  if (request.source.sizeBytes > jsonBytesMax) throw new ExtractFailed({ code: 'too_much_text' })
  const text = [...decodePieces(request.source, request.charset)].join('')
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw new ExtractFailed({ code: 'corrupt', detail: placeOf(error) })
  }
  if (isNotebook(value)) return yield* readNotebook(value)
  request.found.columns = columnsOf(value)
  yield* render({ value, path: '', depth: 0 })
}

/** Of the table that a value is, or holds as a member: the longest list of objects. */
function columnsOf(value: unknown): ColumnProfile | undefined {
  const lists = [value, ...(isObject(value) ? Object.values(value) : [])].filter(Array.isArray)
  const rows = lists.map((list) => list.filter(isObject))
  const longest = rows.reduce((most, list) => (list.length > most.length ? list : most), [])
  const columns = openColumnStats()
  for (const row of longest) columns.add(Object.entries(row))
  return columns.end()
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One JSON value a line. A line that is none is kept as text. */
export function* readJsonLines(request: ReadRequest): Generator<Block> {
  const columns = openColumnStats()
  let broken = 0
  for (const line of readLines(request, lineCharsMax, lineEnd)) {
    if (line.trim() === '') continue
    const parsed = parseLine(line)
    if (parsed) {
      if (isObject(parsed.value)) columns.add(Object.entries(parsed.value))
      yield* render({ value: parsed.value, path: '', depth: 0 })
    } else {
      broken++
      yield { kind: 'record', text: line }
    }
  }
  request.found.columns = columns.end()
  const lines = broken === 1 ? '1 line is' : `${broken} lines are`
  if (broken > 0) request.found.warnings.push(`${lines} not valid JSON; kept as text.`)
}

type Place = { value: unknown; path: string; depth: number }

function* render(place: Place): Generator<Block> {
  const { value, path } = place
  if (isNothing(value)) return
  if (typeof value !== 'object') return yield scalar(path, value)
  const line = inline(place)
  if (line !== undefined) {
    if (line !== '') yield { kind: 'record', text: line }
    return
  }
  if (Array.isArray(value) && value.every(isScalar)) return yield* renderList(path, value)
  for (const child of childrenOf(place)) yield* render(child)
}

/** Pictures and the like are bytes written as letters, in a notebook for one. */
function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'string' && withoutBase64(value).trim() === '')
}

/** A long list of plain values in runs that fit into a record each. */
function* renderList(path: string, values: unknown[]): Generator<Block> {
  let run: string[] = []
  let length = 0
  const record = (): Block => scalar(path, run.join(', '))
  for (const value of values) {
    const text = value === null ? '' : String(value)
    if (length + text.length > recordCharsMax - path.length && run.length > 0) {
      yield record()
      run = []
      length = 0
    }
    if (text === '') continue
    run.push(text)
    length += text.length + 2
  }
  if (run.length > 0) yield record()
}

function scalar(path: string, value: unknown): Block {
  const text = path === '' ? String(value) : `${path}: ${String(value)}`
  const isProse = typeof value === 'string' && value.length > proseCharsMin && /\s/.test(value)
  return { kind: isProse ? 'prose' : 'record', text }
}

/** All of a value on one line, or undefined when that gets too long or it holds prose. */
function inline(place: Place): string | undefined {
  const parts: string[] = []
  let length = 0
  const walk = (at: Place): boolean => {
    if (isNothing(at.value)) return true
    const list = Array.isArray(at.value) && at.value.every(isScalar) ? at.value : undefined
    if (list && list.length > recordCharsMax) return false
    if (typeof at.value === 'object' && !list) return childrenOf(at).every(walk)
    const text = list ? list.filter((value) => value !== null).join(', ') : String(at.value)
    if (text === '') return true
    parts.push(at.path === '' ? text : `${at.path}: ${text}`)
    length += text.length + at.path.length + 4
    return length <= recordCharsMax
  }
  return walk(place) ? parts.join('; ') : undefined
}

/** Members by their name; elements of an array share the array's path: the index says nothing. */
function childrenOf({ value, path, depth }: Place): Place[] {
  if (depth >= depthMax) throw new ExtractFailed({ code: 'corrupt', detail: 'nested too deeply' })
  if (Array.isArray(value)) {
    return value.map((child: unknown) => ({ value: child, path, depth: depth + 1 }))
  }
  return Object.entries(value as object).map(([name, child]: [string, unknown]) => ({
    value: child,
    path: path === '' ? name : `${path}.${name}`,
    depth: depth + 1,
  }))
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

function parseLine(line: string): { value: unknown } | undefined {
  try {
    return { value: parseJson(line) }
  } catch {
    return undefined
  }
}

function placeOf(error: unknown): string | undefined {
  const place = /position \d+(?: \(line \d+ column \d+\))?/.exec((error as Error).message)?.[0]
  return place ? `not valid JSON at ${place}` : 'not valid JSON'
}
