// Writes networks in the form of ONNX: messages of numbered fields, each a number or bytes.

/** Of the numbers in a tensor. */
export const types = { float: 1, byte: 3, long: 7, bool: 9 } as const
type Type = keyof typeof types

/** What goes in or comes out; a dimension that is a word is known when it runs. */
export type Value = { name: string; type: Type; dims: readonly (string | number)[] }

export type Graph = {
  nodes: readonly Buffer[]
  weights?: readonly Buffer[]
  inputs?: readonly Value[]
  outputs: readonly Value[]
}

type Attribute = number | readonly number[] | Graph

export function modelOf(graph: Graph): Buffer {
  const opset = message(8, [text(1, ''), number(2, 13)])
  return Buffer.concat([number(1, 8), message(7, partsOf(graph)), opset])
}

export function node(
  kind: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, Attribute>> = {},
): Buffer {
  return message(1, [
    ...inputs.map((one) => text(1, one)),
    ...outputs.map((one) => text(2, one)),
    text(4, kind),
    ...Object.entries(attributes).map(([name, value]) => message(5, attributeOf(name, value))),
  ])
}

export function tensor(
  name: string,
  content: { type: Type; dims: readonly number[]; raw: Buffer },
): Buffer {
  const { type, dims, raw } = content
  const sizes = dims.map((size) => number(1, size))
  return message(5, [...sizes, number(2, types[type]), text(8, name), block(9, raw)])
}

/** Weights that are given as a list. */
export function floats(name: string, dims: readonly number[], values: Iterable<number>): Buffer {
  const raw = Buffer.from(Float32Array.from(values).buffer)
  return tensor(name, { type: 'float', dims, raw })
}

export function longs(name: string, values: readonly number[]): Buffer {
  const raw = Buffer.from(BigInt64Array.from(values.map(BigInt)).buffer)
  return tensor(name, { type: 'long', dims: [values.length], raw })
}

function partsOf({ nodes, weights = [], inputs = [], outputs }: Graph): Buffer[] {
  return [
    ...nodes,
    text(2, 'graph'),
    ...weights,
    ...inputs.map((one) => valueInfo(11, one)),
    ...outputs.map((one) => valueInfo(12, one)),
  ]
}

const kinds = { number: 2, graph: 5, numbers: 7 }

function attributeOf(name: string, value: Attribute): Buffer[] {
  if (typeof value === 'number') return [text(1, name), number(3, value), number(20, kinds.number)]
  if ('nodes' in value) {
    return [text(1, name), message(6, partsOf(value)), number(20, kinds.graph)]
  }
  return [text(1, name), ...value.map((one) => number(8, one)), number(20, kinds.numbers)]
}

function valueInfo(field: number, { name, type, dims }: Value): Buffer {
  const sizes = dims.map((size) =>
    message(1, [typeof size === 'string' ? text(2, size) : number(1, size)]),
  )
  const shape = message(2, sizes)
  return message(field, [text(1, name), message(2, [message(1, [number(1, types[type]), shape])])])
}

function message(field: number, parts: readonly Buffer[]): Buffer {
  return block(field, Buffer.concat(parts))
}

function text(field: number, content: string): Buffer {
  return block(field, Buffer.from(content))
}

function block(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content])
}

function number(field: number, content: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(content)])
}

function varint(value: number): Buffer {
  const parts: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) parts.push((rest % 128) | 128)
  return Buffer.from([...parts, rest])
}
