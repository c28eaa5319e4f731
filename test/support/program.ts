// The program as a test starts it: the compiled one, the packaged file that is to be tested, or the
// sources where neither was made (a test file that is run by itself).
import { chownSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { startFlags } from '../../scripts/packaging/start-flags.ts'

const bundle = process.env.KONTOR_TEST_PROGRAM
const main =
  bundle === undefined
    ? resolve(import.meta.dirname, '../../src/main.ts')
    : join(bundle, 'start-kept.cjs')

/** How it gets its memory: see scripts/test. */
const memory = passedOn('GLIBC_TUNABLES')
/** What Node made of the files at an earlier start is taken at the next, too. */
const compiled = { ...memory, ...passedOn('NODE_COMPILE_CACHE') }

function passedOn(name: string): Record<string, string> {
  const value = process.env[name]
  return value === undefined ? {} : { [name]: value }
}

/** Where the packaged file of this run lies; undefined when the sources are what is tested. */
function packagedFile(): string | undefined {
  return process.env.KONTOR_TEST_PACKAGED ? process.env.KONTOR_TEST_FILE : undefined
}

/** For tests of the file itself: from here on it is the program. Gives its path. */
export function testPackagedFile(): string {
  const file = process.env.KONTOR_TEST_FILE
  if (file === undefined) throw new Error('KONTOR_TEST_FILE names the packaged file to be tested')
  process.env.KONTOR_TEST_PACKAGED = '1'
  return file
}

/**
 * Unpacked once for all tests, and not into the home of whoever runs them. Beside the file: a run
 * of another version would take its copy away.
 */
export const cacheFolder = join(dirname(resolve(process.env.KONTOR_TEST_FILE ?? '.')), 'test-cache')

/** Whether the packaged file is what is tested. */
export function isPackaged(): boolean {
  return packagedFile() !== undefined
}

/** Whether `kontor` is the compiled program, which takes options of Node. */
export function isCompiled(): boolean {
  return bundle !== undefined && !isPackaged()
}

export type Program = { command: string; args: string[]; env: Record<string, string> }

/** How `kontor` is started; node's own options are for the sources alone. */
export function program(flags: readonly string[] = process.execArgv): Program {
  const file = packagedFile()
  if (file === undefined)
    return { command: process.execPath, args: [...lean(flags), main], env: compiled }
  return { command: file, args: [], env: { ...memory, KONTOR_CACHE_DIR: cacheFolder } }
}

/**
 * The compiled one has in itself what the others load with `--import`. Node reads a program in
 * another way with such a flag: a sixth of the work of a start.
 */
function lean(flags: readonly string[]): readonly string[] {
  if (bundle === undefined || !flags.includes('--import')) return flags
  const isOurs = (at: number) => /\/(preload|compiled)\.mjs\b/.test(flags[at] ?? '')
  const kept = flags.filter((flag, at) => !isOurs(flag === '--import' ? at + 1 : at))
  return [...startFlags, '--require', join(bundle, 'begin.cjs'), ...kept]
}

/** A program of a test's own that takes the same arguments; `kontor` where there is none. */
export function programOf(
  other: string | undefined,
  flags: readonly string[] = process.execArgv,
): Program {
  if (other === undefined) return program(flags)
  return { command: process.execPath, args: [...flags, other], env: compiled }
}

/** For somebody else to start it: the packaged file unpacks itself for each user apart. */
export function cacheFor(user: number, folder: string): Record<string, string> {
  if (packagedFile() === undefined) return {}
  const cache = join(folder, 'cache')
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  chownSync(cache, user, user)
  return { KONTOR_CACHE_DIR: cache }
}
