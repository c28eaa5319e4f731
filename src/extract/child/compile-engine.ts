import { setFlagsFromString } from 'node:v8'

/** What the types of Node leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: EngineImports) => { exports: unknown }
}

export type EngineImports = Record<string, Record<string, (...values: never[]) => unknown>>
export type EngineMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number }
export type EngineTable = { get(index: number): (...values: number[]) => unknown }

/**
 * How V8 treats a module that is used for a fraction of a second: it does not check again what we
 * ship, and leaves the code that a function gets at first until it has run forty times as long as
 * it usually would. Otherwise a short file costs more for better code than it can ever give back.
 */
const brief = {
  on: ['--wasm-lazy-validation', '--wasm-tiering-budget=500000000'],
  off: ['--no-wasm-lazy-validation', '--wasm-tiering-budget=13000000'],
}
let isBrief = false

/** Said once by a process that reads a single file. */
export function workBriefly(): void {
  isBrief = true
}

/**
 * Compiles a module that ships with the program; what comes back starts it. The switches are set
 * only meanwhile: V8 refuses compiled JavaScript that was kept under others.
 */
export function compileEngine(bytes: Uint8Array): (imports: EngineImports) => unknown {
  const module = compile(bytes)
  return (imports) => new WebAssembly.Instance(module, imports).exports
}

/** The same for a library that compiles its module itself while it is loaded. */
export async function compiledBriefly<T>(load: () => Promise<T>): Promise<T> {
  const { Module } = WebAssembly
  WebAssembly.Module = class {
    constructor(bytes: Uint8Array) {
      // biome-ignore lint/correctness/noConstructorReturn: a module must be one of V8's own.
      return compile(bytes, Module)
    }
  }
  try {
    return await load()
  } finally {
    WebAssembly.Module = Module
  }
}

function compile(bytes: Uint8Array, Module = WebAssembly.Module): object {
  if (!isBrief) return new Module(bytes)
  for (const flag of brief.on) setFlagsFromString(flag)
  try {
    return new Module(bytes)
  } finally {
    for (const flag of brief.off) setFlagsFromString(flag)
  }
}
