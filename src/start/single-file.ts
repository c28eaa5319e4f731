import { createRequire, enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { getAsset, getRawAsset } from 'node:sea'
import { childWord } from '../base/entry.ts'
import { cachePlaces } from './places.ts'
import { type Manifest, NoPlace, noteUse, type Pack, unpack } from './unpack.ts'

/** By then everything that a start needs is compiled. */
const compiledAfterMs = 10_000

/**
 * What the single file begins with. It holds Node and, compressed, the bundles and the files that
 * they read; those are unpacked once and run from where they lie. Called with the hidden word it is
 * one of its own child processes, whose folder is unpacked and who may write nothing.
 */
function main(): void {
  const [, , word, program] = process.argv
  if (word === childWord && program !== undefined) {
    process.argv.splice(1, 3, program)
    run(program)
  } else start()
}

function start(): void {
  const folder = unpacked()
  process.once('exit', noteUse(folder))
  keepCompiled(folder)
  run(join(folder, 'kontor.cjs'))
}

function run(file: string): void {
  createRequire(file)(file)
}

function unpacked(): string {
  const manifest = JSON.parse(getAsset('manifest.json', 'utf8')) as Manifest
  const pack: Pack = {
    manifest,
    read: (path) => new Uint8Array(getRawAsset(path) as ArrayBuffer),
    load: (file) => process.dlopen({ exports: {} }, file),
  }
  try {
    return unpack(pack, cachePlaces(process.env))
  } catch (error) {
    if (!(error instanceof NoPlace)) throw error
    process.stderr.write(`kontor: ${error.message}\n`)
    process.exit(1)
  }
}

/** Threads find the folder in the environment. Without one every start compiles for itself. */
function keepCompiled(folder: string): void {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
  setTimeout(flushCompileCache, compiledAfterMs).unref()
}

main()
