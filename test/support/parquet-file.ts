// A table in Parquet, plain and not packed: whole numbers, and lists of two of them.
type Field = readonly [id: number, type: number, bytes: Buffer]

const [i32, i64, binary, list, struct] = [5, 6, 8, 9, 12]
const [required, repeated] = [0, 2]

/**
 * One group of so many rows, `n` counting up and `pair` a list; `says` is how many rows it claims.
 */
export function parquetFile(rows: number, { says = rows } = {}): Buffer {
  const counted = Array.from({ length: rows }, (_, i) => i)
  const numbers = page(rows, ints(counted))
  // Levels: of each two values the first begins a row, and all are there.
  const begins = levels(Buffer.concat([varint((Math.ceil(rows / 4) << 1) | 1), halves(rows)]))
  const there = levels(Buffer.concat([varint((rows * 2) << 1), Buffer.of(1)]))
  const pairs = counted.flatMap((i) => [i, -i])
  const lists = page(rows * 2, Buffer.concat([begins, there, ints(pairs)]))
  const head = Buffer.from('PAR1')
  const columns = [
    chunk({ name: 'n', at: head.length, bytes: numbers, values: rows }),
    chunk({ name: 'pair', at: head.length + numbers.length, bytes: lists, values: rows * 2 }),
  ]
  const size = numbers.length + lists.length
  const group = record([1, list, many(struct, columns)], long(2, size), long(3, says))
  const schema = [
    record(text(4, 'table'), whole(5, 2)),
    record(whole(1, 1), whole(3, required), text(4, 'n')),
    record(whole(1, 1), whole(3, repeated), text(4, 'pair')),
  ]
  const groups: Field = [4, list, many(struct, [group])]
  const footer = record(whole(1, 1), [2, list, many(struct, schema)], long(3, says), groups)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.length)
  return Buffer.concat([head, numbers, lists, footer, length, head])
}

function chunk(of: { name: string; at: number; bytes: Buffer; values: number }): Buffer {
  const { name, at, bytes, values } = of
  const size = bytes.length
  const path: Field = [3, list, many(binary, [sized(Buffer.from(name))])]
  const about = [whole(1, 1), [2, list, many(i32, [zigzag(0)])] as Field, path, whole(4, 0)]
  const data = record(...about, long(5, values), long(6, size), long(7, size), long(9, at))
  return record(long(2, at), [3, struct, data])
}

function page(values: number, bytes: Buffer): Buffer {
  const data = record(whole(1, values), whole(2, 0), whole(3, 3), whole(4, 3))
  const { length } = bytes
  const header = record(whole(1, 0), whole(2, length), whole(3, length), [5, struct, data])
  return Buffer.concat([header, bytes])
}

function levels(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Bits 0, 1, 0, 1 …, from the lowest one. */
function halves(rows: number): Buffer {
  return Buffer.alloc(Math.ceil(rows / 4), 0xaa)
}

function ints(values: readonly number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer)
}

/** A struct of Thrift's compact protocol, its fields in the order of their numbers. */
function record(...fields: Field[]): Buffer {
  let last = 0
  const parts = fields.flatMap(([id, type, bytes]) => {
    const head = Buffer.of(((id - last) << 4) | type)
    last = id
    return [head, bytes]
  })
  return Buffer.concat([...parts, Buffer.of(0)])
}

function many(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.of((items.length << 4) | type), ...items])
}

const whole = (id: number, value: number): Field => [id, i32, zigzag(value)]
const long = (id: number, value: number): Field => [id, i64, zigzag(value)]
const text = (id: number, value: string): Field => [id, binary, sized(Buffer.from(value))]

function sized(bytes: Buffer): Buffer {
  return Buffer.concat([varint(bytes.length), bytes])
}

function zigzag(value: number): Buffer {
  return varint(value * 2)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.of(...bytes, rest)
}
