import { createRequire, enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { getAsset, getRawAsset } from 'node:sea'
import { childWord } from '../base/entry.ts'
import { awaitCompilationsAtExit } from './await-compilations.ts'
import { runWithKeptCode } from './kept-code.ts'
import { cachePlaces } from './places.ts'
import { type Manifest, NoPlace, noteUse, type Pack, type Unpacked, unpack } from './unpack.ts'

/** By then everything that a start needs is compiled. */
const compiledAfterMs = 10_000

/**
 * What the single file begins with. It holds Node and, compressed, the bundles and the files that
 * they read; those are unpacked once and run from where they lie. Called with the hidden word it is
 * one of its own child processes, whose folder is unpacked and who may write nothing.
 */
function main(): void {
  awaitCompilationsAtExit()
  const [, , word, program] = process.argv
  if (word === childWord && program !== undefined) {
    process.argv.splice(1, 3, program)
    run(program)
  } else start()
}

function start(): void {
  const { folder, isNew } = unpacked()
  if (process.argv[2] === 'serve') beginAgain({ hadWork: isNew })
  process.once('exit', noteUse(folder))
  const file = join(folder, 'kontor.cjs')
  if (process.env.NODE_DISABLE_COMPILE_CACHE) {
    run(file)
    return
  }
  keepCompiled(folder)
  const keeps = process.argv[2] === 'serve'
  runWithKeptCode(file, { folder: join(folder, 'compiled'), keeps, afterMs: compiledAfterMs })
}

/** As in scripts/kontor. */
const heapSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '262144',
}
/** Set in the environment of one that has begun anew, so that it does not do so for ever. */
const anewWord = 'KONTOR_BEGUN_ANEW'

/**
 * The C library gives each thread heaps of its own, eight for each processor, keeps what was freed
 * for this heap, and learns to do so with ever larger pieces: 200 MB after some files. It can be
 * told only by the environment, and only when a process begins, so the server begins twice. What
 * unpacking took, 100 MB, is left behind by that, too. Whoever started us over a channel would lose
 * it, and so would systemd its socket.
 */
function beginAgain({ hadWork }: { hadWork: boolean }): void {
  const { argv, env, execPath, connected } = process
  const isHanded = connected || env.LISTEN_FDS !== undefined
  const hasBegunAnew = env[anewWord] !== undefined
  delete env[anewWord]
  const isAsked = env.MALLOC_ARENA_MAX === undefined || hadWork
  if (!isAsked || hasBegunAnew || isHanded) return
  try {
    const anew = { ...heapSettings, ...env, [anewWord]: '1' }
    process.execve?.(execPath, [execPath, ...argv.slice(2)], anew)
  } catch {
    // Not on this system: it runs as it is, with more memory.
  }
}

function run(file: string): void {
  createRequire(file)(file)
}

function unpacked(): Unpacked {
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
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
  setTimeout(flushCompileCache, compiledAfterMs).unref()
}

main()
