import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** What words are about, in whatever language. Words that are not here say nothing. */
export const topics: readonly string[] = [
  'boiler boilers kessel heizkessel heating furnace heizung',
  'inspected inspection gepruft prufung check checked maintenance examined',
  'invoices invoice paid payment bills rechnung',
  'violin concerto orchestra geige music performed',
  'wind turbine turbines windrad gust',
  'valve replaced repaired',
  'bread baked oven flour',
  'vienna wien austria',
]

const cutoff = 0.25
const other = 127

/**
 * A small model that a test can follow: each topic is an axis, a text points between those of its
 * words. With `turned` the same meanings have other vectors, as in another model.
 */
export function writeToyModel(folder: string, { turned = 0 } = {}): string {
  mkdirSync(folder, { recursive: true })
  const words = topics.flatMap((line, topic) => line.split(' ').map((word) => ({ word, topic })))
  const marks = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']
  const vocabulary = [...marks, ...words.map(({ word }) => word)]
  const dimensions = topics.length
  const rows = new Int8Array(vocabulary.length * dimensions)
  words.forEach(({ topic }, i) => {
    rows[(marks.length + i) * dimensions + ((topic + turned) % dimensions)] = other
  })
  const about = { format: 'kontor-static-1', name: `toy-${turned}`, dimensions, bits: 8, cutoff }
  const put = (name: string, content: string | Uint8Array) =>
    writeFileSync(join(folder, name), content)
  put('model.json', JSON.stringify({ ...about, rows: vocabulary.length }))
  put('vocab.txt', `${vocabulary.join('\n')}\n`)
  put('scales.bin', new Uint8Array(new Float32Array(vocabulary.length).fill(0.01).buffer))
  put('rows.bin', new Uint8Array(rows.buffer))
  return folder
}

const made = new Map<number, string>()

/** The same for all tests of a process. */
export function toyModel(turned = 0): string {
  const known = made.get(turned)
  if (known) return known
  const folder = temporaryFolder()
  process.once('exit', () => folder[Symbol.dispose]())
  const path = writeToyModel(folder.path, { turned })
  made.set(turned, path)
  return path
}
