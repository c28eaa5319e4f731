import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
const dimensionsMax = 4096
const bytesPerScale = 4

/** Throws an Error that names the folder and what is wrong with it. */
export function readStaticModel(folder: string): StaticModel {
  const fail = (what: string): never => {
    throw new Error(`The embedding model in ${folder} cannot be used: ${what}.`)
  }
  const [json, words, scaleBytes, rowBytes] = files.map((file) => {
    try {
      return readFileSync(join(folder, file))
    } catch (error) {
      return fail(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }) as [Buffer, Buffer, Buffer, Buffer]
  const about = described(json.toString()) ?? fail('model.json does not describe one')
  const { name, dimensions, rows: count, bits, cutoff } = about
  const vocabulary = piecesIn(words)
  if (vocabulary.length !== count) fail(`vocab.txt has ${vocabulary.length} lines, not ${count}`)
  const rowBytesMust = (count * dimensions * bits) / 8
  const sizes = { 'scales.bin': count * bytesPerScale, 'rows.bin': rowBytesMust }
  for (const [file, bytes] of [
    ['scales.bin', scaleBytes],
    ['rows.bin', rowBytes],
  ] as const) {
    if (bytes.length !== sizes[file]) fail(`${file} has ${bytes.length} bytes, not ${sizes[file]}`)
  }
  const scales = new Float32Array(Uint8Array.from(scaleBytes).buffer)
  if (!scales.every((scale) => scale >= 0 && scale < Infinity)) fail('scales.bin is damaged')
  const rows = bits === 8 ? wholeRows(rowBytes, dimensions) : halfRows(rowBytes, dimensions)
  const hash = createHash('sha256')
  for (const bytes of [json, words, scaleBytes, rowBytes]) hash.update(bytes)
  return { model: hash.digest('hex'), name, dimensions, cutoff, vocabulary, rows, scales }
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

function wholeRows(bytes: Uint8Array, dimensions: number): Rows {
  const table = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  return { table, startOf: (row) => row * dimensions }
}

/**
 * Each row becomes whole when it is first asked for: a text has few of them, and all of them would
 * be the longest part of opening a model.
 */
function halfRows(bytes: Uint8Array, dimensions: number): Rows {
  const table = new Int8Array(bytes.length * 2)
  const two = new Int16Array(table.buffer)
  const bytesPerRow = dimensions / 2
  const isWhole = new Uint8Array(bytes.length / bytesPerRow)

  function makeWhole(row: number): void {
    const end = (row + 1) * bytesPerRow
    for (let i = row * bytesPerRow; i < end; i += 1) two[i] = twoOf[bytes[i] as number] as number
    isWhole[row] = 1
  }

  return {
    table,
    startOf(row) {
      if (isWhole[row] === 0) makeWhole(row)
      return row * dimensions
    },
  }
}

/** The two numbers of each byte, as they lie beside each other. */
const twoOf = new Int16Array(
  Int8Array.from({ length: 2 * 256 }, (_, i) => (i % 2 === 0 ? (i >> 1) & 15 : i >> 5) - 8).buffer,
)
