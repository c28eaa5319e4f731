/**
 * The inner loop of vector search as a WebAssembly program, 128 bits at a time: JavaScript takes
 * eight times as long. It was assembled by hand, so no compiler is needed; what it does:
 *
 *   dots(list, count, base, stride, query, out):
 *     repeat count times:
 *       from = base + [list] * stride, up to from + stride
 *       sums = sums + products of eight pairs of 16-bit numbers, four times a turn
 *       [out] = the four lanes of sums together
 *
 * Vectors have length 1 and parts in units of 1/32767, so no sum leaves 32 bits (Cauchy-Schwarz).
 * `dotsOfBytes` is the same where the numbers in the list are of 8 bits; those of the query, and
 * its length, are as before.
 */
export type Kernel = {
  readonly memory: Memory
  /** All in bytes from the start of the memory, but count. The stride is a multiple of 64. */
  dots(asked: DotProducts): void
  /** The stride is any, and the query has zeros up to a multiple of 32 numbers. */
  dotsOfBytes(asked: DotProducts): void
}

type DotProducts = {
  list: number
  count: number
  base: number
  stride: number
  query: number
  out: number
}

type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number }

/** What we use of it; the types of Node have only its name. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number }) => Memory
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> }
}

const pageBytes = 65_536
/** What a 32-bit program can address; room is taken from the machine only as it is used. */
const pagesMax = 65_536

export function openKernel(): Kernel {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: pagesMax })
  const { exports } = new WebAssembly.Instance(program(), { env: { memory } })
  const named = (name: string) => {
    const run = exports[name] as (...numbers: number[]) => void
    return ({ list, count, base, stride, query, out }: DotProducts) =>
      run(list, count, base, stride, query, out)
  }
  return { memory, dots: named('dots'), dotsOfBytes: named('dotsOfBytes') }
}

/** Makes room for so many bytes; what is in memory stays. Throws RangeError when there is none. */
export function growTo({ memory }: Kernel, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
}

const i32 = 0x7f
const v128 = 0x7b
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const constant = (value: number) => [0x41, value]
const add = 0x6a
const multiply = 0x6c
const less = 0x49
const loadWord = [0x28, 2, 0]
const storeWord = [0x36, 2, 0]
const loadLanes = (offset: number) => [0xfd, 0x00, 4, offset]
/** Eight numbers of 8 bits as such of 16. */
const loadBytes = (offset: number) => [0xfd, 0x01, 3, offset]
const noLanes = [0xfd, 0x0c, ...new Array(16).fill(0)]
const addLanes = [0xfd, 0xae, 0x01]
const multiplyPairs = [0xfd, 0xba, 0x01]
const lane = (index: number) => [0xfd, 0x1b, index]
const end = 0x0b
const loop = [0x03, 0x40]
const again = [0x0d, 0x00]

// The parameters are locals 0 to 5; then come the program's own.
const [list, count, base, stride, query, out] = [0, 1, 2, 3, 4, 5] as const
const [from, to, against, sums] = [6, 7, 8, 9] as const

type Numbers = { isOfBytes: boolean }

const step = ({ local, by }: { local: number; by: number }) => [
  ...get(local),
  ...constant(by),
  add,
  ...set(local),
]
/** Of the eight numbers in one place. */
const products = (place: number, { isOfBytes }: Numbers) => [
  ...[...get(from), ...(isOfBytes ? loadBytes(8 * place) : loadLanes(16 * place))],
  ...[...get(against), ...loadLanes(16 * place)],
  ...[...multiplyPairs, ...get(sums), ...addLanes, ...set(sums)],
]

/** Constants are one signed byte of seven bits: 64 is out of reach, so steps are made of two. */
const body = (numbers: Numbers) => [
  ...[...get(count), 0x45, 0x04, 0x40, 0x0f, end],
  ...loop,
  ...[...get(base), ...get(list), ...loadWord, ...get(stride), multiply, add, ...set(from)],
  ...[...get(from), ...get(stride), add, ...set(to), ...get(query), ...set(against)],
  ...[...noLanes, ...set(sums)],
  ...loop,
  ...[0, 1, 2, 3].flatMap((place) => products(place, numbers)),
  ...[
    ...step({ local: from, by: 32 }),
    ...(numbers.isOfBytes ? [] : step({ local: from, by: 32 })),
    ...step({ local: against, by: 32 }),
    ...step({ local: against, by: 32 }),
  ],
  ...[...get(from), ...get(to), less, ...again, end],
  ...[...get(out), ...get(sums), ...lane(0), ...get(sums), ...lane(1), add],
  ...[...get(sums), ...lane(2), add, ...get(sums), ...lane(3), add, ...storeWord],
  ...[
    ...step({ local: list, by: 4 }),
    ...step({ local: out, by: 4 }),
    ...get(count),
    ...constant(0x7f),
    add,
    ...set(count),
  ],
  ...[...get(count), ...again, end, end],
]

function program(): object {
  const name = (text: string) => [text.length, ...Buffer.from(text)]
  const section = (id: number, bytes: number[]) => [id, ...unsigned(bytes.length), ...bytes]
  const codes = [false, true].map((isOfBytes) => [...[2, 3, i32, 1, v128], ...body({ isOfBytes })])
  const sized = (code: number[]) => [...unsigned(code.length), ...code]
  return new WebAssembly.Module(
    Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, [1, 0x60, 6, i32, i32, i32, i32, i32, i32, 0]),
      ...section(2, [1, ...name('env'), ...name('memory'), 2, 1, 4, ...unsigned(pagesMax)]),
      ...section(3, [2, 0, 0]),
      ...section(7, [2, ...name('dots'), 0, 0, ...name('dotsOfBytes'), 0, 1]),
      ...section(10, [2, ...codes.flatMap(sized)]),
    ]),
  )
}

/** Seven bits a byte, the lowest first. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}
