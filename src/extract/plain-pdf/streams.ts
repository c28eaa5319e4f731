import { inflateSync } from 'node:zlib'
import { type Dict, Name, type Stream, type Value } from './objects.ts'
import { inflatedMaxBytes, inflatedTotalMaxBytes } from './plain-limits.ts'
import { unplain } from './unplain.ts'

type Look = (value: Value | undefined) => Value

/** What streams unfold to, with a bound for a whole file: ISO 32000-1, 7.4. */
export function openStreams(look: Look): (stream: Stream) => Buffer {
  let total = 0
  return ({ dict, raw }) => {
    if (dict.has('F') || dict.has('FFilter')) unplain('stream in another file')
    const filter = onlyOne(look(dict.get('Filter')), look)
    const parameters = onlyOne(look(dict.get('DecodeParms')), look)
    if (filter === null) return parameters === null ? raw : unplain('parameters without a filter')
    if (!(filter instanceof Name) || filter.text !== 'FlateDecode') return unplain('filter')
    const inflated = inflate(raw)
    total += inflated.length
    if (total > inflatedTotalMaxBytes) unplain('too much in streams')
    if (parameters === null) return inflated
    return parameters instanceof Map ? predicted(inflated, parameters) : unplain('parameters')
  }
}

function onlyOne(value: Value, look: Look): Value {
  if (!Array.isArray(value)) return value
  if (value.length > 1) unplain('several filters')
  return look(value[0] ?? null)
}

function inflate(raw: Buffer): Buffer {
  const chunkSize = Math.min(Math.max(1_024, 4 * raw.length), 1024 * 1024)
  try {
    return inflateSync(raw, { maxOutputLength: inflatedMaxBytes, chunkSize })
  } catch {
    return unplain('stream that does not unfold')
  }
}

/** The predictors of PNG: 7.4.4.4. */
function predicted(bytes: Buffer, parameters: Dict): Buffer {
  const predictor = numberIn(parameters, 'Predictor', 1)
  if (predictor === 1) return bytes
  const bits = numberIn(parameters, 'BitsPerComponent', 8)
  if (predictor < 10 || predictor > 15 || bits !== 8) return unplain('predictor')
  const pixel = numberIn(parameters, 'Colors', 1)
  const width = numberIn(parameters, 'Columns', 1) * pixel
  if (pixel < 1 || pixel > 32 || width < 1 || width > 65_536) return unplain('predictor')
  if (bytes.length % (width + 1) !== 0) return unplain('rows')
  const rows = bytes.length / (width + 1)
  const out = Buffer.alloc(rows * width)
  for (let row = 0; row < rows; row++) undo({ bytes, out, row, width, pixel })
  return out
}

function undo(of: { bytes: Buffer; out: Buffer; row: number; width: number; pixel: number }) {
  const { bytes, out, row, width, pixel } = of
  const kind = bytes[row * (width + 1)] as number
  if (kind > 4) unplain('predictor of a row')
  const from = row * (width + 1) + 1
  const to = row * width
  for (let i = 0; i < width; i++) {
    const left = i < pixel ? 0 : (out[to + i - pixel] as number)
    const up = row === 0 ? 0 : (out[to + i - width] as number)
    const corner = row === 0 || i < pixel ? 0 : (out[to + i - width - pixel] as number)
    out[to + i] = (bytes[from + i] as number) + guess(kind, { left, up, corner })
  }
}

function guess(kind: number, near: { left: number; up: number; corner: number }): number {
  const { left, up, corner } = near
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

function numberIn(dict: Dict, key: string, otherwise: number): number {
  const value = dict.get(key) ?? otherwise
  return typeof value === 'number' && Number.isInteger(value) ? value : unplain(key)
}
