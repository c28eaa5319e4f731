import { type Dict, Name, ObjectReader, Ref, Stream, skipSpace, type Value } from './objects.ts'
import { objectsMax, sectionsMax } from './plain-limits.ts'
import { openStreams } from './streams.ts'
import { unplain } from './unplain.ts'

/** A file of objects: ISO 32000-1, 7.5. */
export type PlainFile = {
  trailer: Dict
  /** What a reference stands for, or the value itself; null for a member that is not there. */
  look(value: Value | undefined): Value
  dict(value: Value | undefined): Dict
  unfold(stream: Stream): Buffer
}

/** Where an object lies: in the file, or in a stream as the so-manieth. */
type Place = { at: number; generation: number } | { within: number; index: number } | null
type Table = { places: Map<number, Place>; trailer: Dict }

/** Only what a sound table of objects says, and that to the letter. */
export function openPlainFile(bytes: Buffer): PlainFile {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') unplain('no header')
  const table: Table = { places: new Map(), trailer: new Map() }
  const values = new Map<number, Value>()
  const packed = new Map<number, Value[]>()
  const begun = new Set<number>()
  let readBytes = 0
  const unfold = openStreams(look)
  readSections(bytes, table, unfold)
  if (table.trailer.has('Encrypt')) unplain('encrypted')

  function look(value: Value | undefined): Value {
    if (value === undefined) return null
    if (!(value instanceof Ref)) return value
    const known = values.get(value.id)
    if (known !== undefined) return known
    // What it takes to read an object must not be the object itself.
    if (begun.has(value.id)) unplain('circle')
    begun.add(value.id)
    const found = find(value)
    if (found instanceof Ref) unplain('reference to a reference')
    values.set(value.id, found)
    return found
  }
  function find({ id, generation }: Ref): Value {
    const place = table.places.get(id)
    // Both could stand for nothing; the engine looks further.
    if (!place || generation !== ('within' in place ? 0 : place.generation)) return unplain('free')
    if ('within' in place) return packedIn(place.within, id, place.index)
    return objectAt(place.at, id, generation)
  }
  function objectAt(...[at, id, generation]: [at: number, id: number, generation: number]): Value {
    const reader = new ObjectReader(bytes, at)
    if (reader.integer() !== id || reader.integer() !== generation) unplain('another object')
    const object = readObject(reader, look)
    // Objects within objects would be read again and again.
    readBytes += reader.at - at
    return readBytes > 2 * bytes.length ? unplain('objects within objects') : object
  }
  function packedIn(...[within, id, index]: [within: number, id: number, index: number]): Value {
    let held = packed.get(within)
    if (!held) {
      const place = table.places.get(within)
      if (!place || 'within' in place) return unplain('no stream of objects')
      const stream = objectAt(place.at, within, place.generation)
      held = stream instanceof Stream ? unpack(stream, unfold(stream)) : unplain('no stream')
      packed.set(within, held)
    }
    if (held[2 * index] !== id) unplain('another object in a stream')
    return held[2 * index + 1] as Value
  }
  return {
    trailer: table.trailer,
    look,
    unfold,
    dict(value) {
      const found = look(value)
      return found instanceof Map ? found : unplain('no dictionary')
    },
  }
}

/** An object after its numbers: 7.3.8 and 7.3.10. */
function readObject(reader: ObjectReader, look: (value: Value | undefined) => Value): Value {
  reader.expect('obj')
  const value = reader.value()
  const word = reader.word()
  if (word === 'endobj') return value
  if (word !== 'stream' || !(value instanceof Map)) return unplain('object without an end')
  const { bytes } = reader
  if (bytes[reader.at] === 0x0d) reader.at++
  if (bytes[reader.at] !== 0x0a) unplain('stream without a line end')
  const from = reader.at + 1
  const length = look(value.get('Length'))
  if (typeof length !== 'number' || !(length >= 0)) return unplain('length of a stream')
  reader.at = from + length
  if (reader.at > bytes.length) unplain('length of a stream')
  reader.expect('endstream')
  return new Stream(value, bytes.subarray(from, from + length))
}

/** Streams of objects, 7.5.7: numbers and objects in turns. */
function unpack(stream: Stream, bytes: Buffer): Value[] {
  const count = stream.dict.get('N')
  const first = stream.dict.get('First')
  if (typeof count !== 'number' || typeof first !== 'number') return unplain('stream of objects')
  if (!isType(stream.dict, 'ObjStm') || count > objectsMax) unplain('stream of objects')
  const head = new ObjectReader(bytes)
  const held: Value[] = []
  let end = first
  for (let i = 0; i < count; i++) {
    held.push(head.integer())
    const at = first + head.integer()
    if (at < end) unplain('objects within objects')
    const reader = new ObjectReader(bytes, at)
    held.push(reader.value())
    end = reader.at
  }
  return held
}

export function isType(dict: Dict, type: string): boolean {
  const found = dict.get('Type')
  return found instanceof Name && found.text === type
}

const tailBytes = 1_024

/** The newest section comes first, and what it says of an object counts. */
function readSections(bytes: Buffer, table: Table, unfold: (stream: Stream) => Buffer): void {
  const tail = Math.max(0, bytes.length - tailBytes)
  const start = bytes.subarray(tail).lastIndexOf('startxref')
  if (start < 0) unplain('no startxref')
  const reader = new ObjectReader(bytes, tail + start)
  reader.expect('startxref')
  let at = reader.integer()
  const seen = new Set<number>()
  for (;;) {
    if (seen.has(at) || seen.size > sectionsMax || at >= bytes.length) unplain('sections')
    seen.add(at)
    const isPlain = bytes.toString('latin1', at, at + 4) === 'xref'
    const own: Table = { places: new Map(), trailer: new Map() }
    const trailer = isPlain ? readTable(bytes, at, own) : readStream(bytes, at, own, unfold)
    if (seen.size === 1) table.trailer = trailer
    const hidden = trailer.get('XRefStm')
    if (isPlain && hidden !== undefined) addHidden(bytes, hidden, own, unfold)
    for (const [id, place] of own.places) if (!table.places.has(id)) table.places.set(id, place)
    const previous = trailer.get('Prev')
    if (previous === undefined) return
    if (typeof previous !== 'number' || !Number.isInteger(previous)) unplain('Prev')
    at = previous
  }
}

/** Objects in streams, which older programs are to take for free ones: 7.5.8.4. */
function addHidden(
  bytes: Buffer,
  at: Value,
  { places }: Table,
  unfold: (stream: Stream) => Buffer,
): void {
  if (typeof at !== 'number' || !Number.isInteger(at)) unplain('XRefStm')
  const hidden: Table = { places: new Map(), trailer: new Map() }
  readStream(bytes, at, hidden, unfold)
  for (const [id, place] of hidden.places) {
    if (place && places.get(id)) unplain('object in two places')
    if (place) places.set(id, place)
  }
}

const entryBytes = 20

/** A table of lines of twenty bytes: 7.5.4. */
function readTable(bytes: Buffer, at: number, { places }: Table): Dict {
  const reader = new ObjectReader(bytes, at)
  reader.expect('xref')
  for (;;) {
    if (reader.skip() === 0x74) break
    const first = reader.integer()
    const count = reader.integer()
    if (first + count > objectsMax) unplain('too many objects')
    let entry = skipSpace(bytes, reader.at)
    for (let id = first; id < first + count; id++) {
      const line = bytes.toString('latin1', entry, entry + entryBytes)
      const match = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)$/.exec(line)
      if (!match) return unplain('line of the table')
      const place = { at: Number(match[1]), generation: Number(match[2]) }
      if (!places.has(id)) places.set(id, match[3] === 'n' ? place : null)
      entry += entryBytes
    }
    reader.at = entry
  }
  reader.expect('trailer')
  return reader.dict()
}

/** A table in a stream: 7.5.8. */
function readStream(
  bytes: Buffer,
  at: number,
  { places }: Table,
  unfold: (stream: Stream) => Buffer,
): Dict {
  const reader = new ObjectReader(bytes, at)
  reader.integer()
  reader.integer()
  const noRefs = (value: Value | undefined) =>
    value instanceof Ref ? unplain('xref') : (value ?? null)
  const stream = readObject(reader, noRefs)
  if (!(stream instanceof Stream) || !isType(stream.dict, 'XRef')) return unplain('no table')
  const size = stream.dict.get('Size')
  const widths = stream.dict.get('W')
  const index = stream.dict.get('Index') ?? [0, size as number]
  if (!isCounts(widths) || widths.length !== 3 || !isCounts(index)) return unplain('table')
  const rows = unfold(stream)
  let row = 0
  for (let i = 0; i < index.length; i += 2) {
    const first = index[i] as number
    const count = index[i + 1] ?? unplain('table')
    if (first + count > objectsMax) unplain('too many objects')
    for (let id = first; id < first + count; id++) {
      const [kind, one, two, end] = fields(rows, row, widths)
      row = end
      if (!places.has(id)) places.set(id, placeOf(kind, one, two))
    }
  }
  return stream.dict
}

function placeOf(...[kind, one, two]: [kind: number, one: number, two: number]): Place {
  if (kind === 0) return null
  if (kind === 1) return { at: one, generation: two }
  return kind === 2 ? { within: one, index: two } : unplain('kind of an object')
}

type Fields = [kind: number, one: number, two: number, end: number]

function fields(rows: Buffer, at: number, widths: number[]): Fields {
  const values = [1, 0, 0, at] as Fields
  for (let field = 0; field < 3; field++) {
    const width = widths[field] as number
    if (width > 6) unplain('table')
    if (width === 0) continue
    const end = values[3] + width
    if (end > rows.length) unplain('short table')
    values[field] = rows.readUIntBE(values[3], width)
    values[3] = end
  }
  return values
}

function isCounts(value: Value | undefined): value is number[] {
  return (
    Array.isArray(value) && value.every((count) => Number.isInteger(count) && Number(count) >= 0)
  )
}
