import { setImmediate } from 'node:timers/promises'

/** What all code of a process shares, and a file must leave as it was. */
const builtIns = [
  ...[Object, Function, Array, String, Number, Boolean, BigInt, Symbol, Date, RegExp, Promise],
  ...[Map, Set, WeakMap, WeakSet, WeakRef, Proxy, Iterator, ArrayBuffer, SharedArrayBuffer],
  ...[DataView, Error, TypeError, RangeError, SyntaxError, Buffer, Uint8Array, Int8Array],
  ...[Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array, Float64Array],
]
const others = [JSON, Math, Reflect, Intl, Atomics]
/** Of the iterators and typed arrays, which have no name. */
const nameless = [
  ...[[][Symbol.iterator](), ''[Symbol.iterator](), new Map().keys(), new Set().keys()],
  ...[new Uint8Array(), (function* () {})(), (async function* () {})()],
].map((value) => Object.getPrototypeOf(value))

export type World = {
  /** Whether nothing that a file could change is changed, and nothing goes on any more. */
  isSame(): Promise<boolean>
}

/**
 * Notes how this process is between two files: what belongs to JavaScript itself, the names that
 * are known everywhere, and what is open. A reader that leaves any of it otherwise than it was has
 * read its last file.
 */
export async function rememberWorld(): Promise<World> {
  const before = await look()
  return {
    async isSame() {
      const now = await look()
      return now.length === before.length && now.every((value, i) => Object.is(value, before[i]))
    },
  }
}

async function look(): Promise<unknown[]> {
  // What was left to be done comes to its end first, or shows itself.
  for (let turn = 0; turn < 2; turn++) await setImmediate()
  const seen: unknown[] = [...process.getActiveResourcesInfo().sort(), ...namesOf(globalThis)]
  const prototypes = builtIns.map((kind) => (kind as { prototype?: object }).prototype)
  for (const thing of [...builtIns, ...prototypes, ...others, ...nameless.flatMap(chainOf)]) {
    if (thing) seen.push(...membersOf(thing))
  }
  return seen
}

function namesOf(thing: object): (string | symbol)[] {
  return Reflect.ownKeys(thing)
}

/** Without calling anything: what is read by a function is known by the function. */
function membersOf(thing: object): unknown[] {
  const seen: unknown[] = [Object.getPrototypeOf(thing)]
  for (const key of Reflect.ownKeys(thing)) {
    const { value, get, set } = Object.getOwnPropertyDescriptor(thing, key) ?? {}
    // The last match, which every search in a text changes.
    const isLastMatch = thing === RegExp && typeof key === 'string' && get !== undefined
    seen.push(key, ...(isLastMatch ? [] : [value, get, set]))
  }
  return seen
}

function chainOf(thing: object): object[] {
  const next = Object.getPrototypeOf(thing)
  return next === null || next === Object.prototype ? [thing] : [thing, ...chainOf(next)]
}
