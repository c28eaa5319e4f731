import { createHash, type Hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { openRowsBench, type RowsBench } from './embed-static-bench.ts'

/**
 * A model on disk: model.json says what it is, vocab.txt has one piece a line, scales.bin one
 * 32-bit float a row, rows.bin the rows in whole numbers of 8 or 4 bits (of 4: the first of two in
 * the lower half of the byte, 8 added). A number of a row is scale × whole number.
 */
export type StaticModel = {
  readonly model: string
  readonly name: string
  readonly dimensions: number
  readonly cutoff: number
  readonly vocabulary: readonly string[]
  readonly rows: Rows
  readonly scales: Float32Array
}

export type Rows = {
  /** Of each row the numbers, from `startOf` it on, once that was asked. */
  readonly table: Int8Array
  /** What compares them. */
  readonly bench: RowsBench
  startOf(row: number): number
}

type Description = {
  name: string
  format: string
  dimensions: number
  rows: number
  bits: number
  cutoff: number
}

const format = 'kontor-static-1'
const files = ['model.json', 'vocab.txt', 'scales.bin', 'rows.bin']
const readAtOnce = 256 * 1024
const dimensionsMax = 4096
const bytesPerScale = 4

/** Throws an Error that names the folder and what is wrong with it. */
export function readStaticModel(folder: string): StaticModel {
  let fd: number | undefined
  const fail = (what: string): never => {
    if (fd !== undefined) closeSync(fd)
    throw new Error(`The embedding model in ${folder} cannot be used: ${what}.`)
  }
  const opened = <T>(file: string, open: (path: string) => T): T => {
    try {
      return open(join(folder, file))
    } catch (error) {
      return fail(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  const [json, words, scaleBytes] = files.slice(0, -1).map((file) => {
    return opened(file, (path) => readFileSync(path))
  }) as [Buffer, Buffer, Buffer]
  const about = described(json.toString()) ?? fail('model.json does not describe one')
  const { name, dimensions, rows: count, bits, cutoff } = about
  const vocabulary = piecesIn(words)
  if (vocabulary.length !== count) fail(`vocab.txt has ${vocabulary.length} lines, not ${count}`)
  const table = opened('rows.bin', (path) => openSync(path, 'r'))
  fd = table
  const lengths = { 'scales.bin': scaleBytes.length, 'rows.bin': fstatSync(table).size }
  const sizes = { 'scales.bin': count * bytesPerScale, 'rows.bin': (count * dimensions * bits) / 8 }
  for (const file of ['scales.bin', 'rows.bin'] as const) {
    if (lengths[file] !== sizes[file])
      fail(`${file} has ${lengths[file]} bytes, not ${sizes[file]}`)
  }
  const scales = new Float32Array(Uint8Array.from(scaleBytes).buffer)
  if (!scales.every((scale) => scale >= 0 && scale < Infinity)) fail('scales.bin is damaged')
  const hash = createHash('sha256')
  for (const bytes of [json, words, scaleBytes]) hash.update(bytes)
  opened('rows.bin', () => addFile(table, hash))
  const rows = rowsOf(table, { count, dimensions, bits })
  return { model: hash.digest('hex'), name, dimensions, cutoff, vocabulary, rows, scales }
}

function addFile(fd: number, hash: Hash): void {
  const piece = Buffer.allocUnsafe(readAtOnce)
  for (let at = 0; ; ) {
    const length = readSync(fd, piece, 0, piece.length, at)
    if (length === 0) return
    hash.update(piece.subarray(0, length))
    at += length
  }
}

/** What a model knows by name, without its numbers. */
export function readVocabulary(folder: string): string[] {
  return piecesIn(readFileSync(join(folder, 'vocab.txt')))
}

function piecesIn(words: Buffer): string[] {
  return words.toString().trimEnd().split('\n')
}

function described(json: string): Description | undefined {
  let about: Partial<Description> | null
  try {
    about = JSON.parse(json)
  } catch {
    return undefined
  }
  const isCount = (value: unknown, max: number) =>
    Number.isInteger(value) && (value as number) > 0 && (value as number) <= max
  const isRight =
    about?.format === format &&
    typeof about.name === 'string' &&
    typeof about.cutoff === 'number' &&
    isCount(about.dimensions, dimensionsMax) &&
    (about.dimensions as number) % 2 === 0 &&
    isCount(about.rows, 1e6) &&
    (about.bits === 8 || about.bits === 4)
  return isRight ? (about as Description) : undefined
}

/**
 * Each row is read when it is first asked for, and lies behind those that were: a house's texts
 * have a tenth of the pieces that a model knows, and the table is memory only as far as it was
 * written to. The file stays open: whoever puts another model there puts another file there.
 */
function rowsOf(fd: number, shape: Pick<Description, 'dimensions' | 'bits'> & { count: number }) {
  const { count, dimensions, bits } = shape
  const bench = openRowsBench({ count, dimensions })
  const { table } = bench
  const two = new Int16Array(table.buffer, table.byteOffset, table.length / 2)
  const bytes = new Uint8Array((dimensions * bits) / 8)
  /** Of each row where it lies, and one more; 0: it was not read yet. */
  const places = new Int32Array(count)
  let end = 0

  function read(row: number): number {
    const length = readSync(fd, bytes, 0, bytes.length, row * bytes.length)
    if (length !== bytes.length) throw new Error('rows.bin of the embedding model was cut short')
    const start = end
    if (bits === 8) table.set(new Int8Array(bytes.buffer), start)
    else
      for (let i = 0; i < length; i += 1) two[start / 2 + i] = twoOf[bytes[i] as number] as number
    places[row] = start + 1
    end += dimensions
    return start
  }

  return {
    table,
    bench,
    startOf(row: number): number {
      const place = places[row] as number
      return place === 0 ? read(row) : place - 1
    },
  }
}

/** The two numbers of each byte, as they lie beside each other. */
const twoOf = new Int16Array(
  Int8Array.from({ length: 2 * 256 }, (_, i) => (i % 2 === 0 ? (i >> 1) & 15 : i >> 5) - 8).buffer,
)
