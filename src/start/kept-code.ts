import { isAscii } from 'node:buffer'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { constants, Script } from 'node:vm'

/** As Node wraps a module; what the file itself says begins where it did. */
const head = '(function (exports, require, module, __filename, __dirname) {'
const tail = '\n})'

export type Keeping = {
  /** Where the compiled code lies. */
  folder: string
  /** Whether this process writes it where it lacks: what it has run so far is in it. */
  keeps: boolean
  /** When, at the latest; at its exit otherwise. */
  afterMs: number
}

/**
 * Runs a CommonJS file with the code that an earlier run of it left behind. Node's own cache has
 * only what is compiled before the first line runs: two fifths of what a start needs.
 */
export function runWithKeptCode(file: string, { folder, keeps, afterMs }: Keeping): void {
  const require = createRequire(file)
  // Another Node or other flags are other code: V8 would refuse it.
  const kept = join(folder, `kept-${cachedDataVersionTag()}.code`)
  const cachedData = contentOf(kept)
  if (cachedData === undefined && !keeps) {
    require(file)
    return
  }
  const script = new Script(wrapped(file), {
    filename: file,
    columnOffset: -head.length,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  const isTaken = cachedData !== undefined && script.cachedDataRejected === false
  if (keeps && !isTaken) keepLater(() => keep(kept, script.createCachedData()), afterMs)
  const module = { exports: {} }
  script.runInThisContext()(module.exports, require, module, file, dirname(file))
}

/**
 * What stands in the file, within a function. Put together as bytes, and with letters of one byte,
 * it lies outside of the heap of V8, which would copy it there twice: a tenth of a start where the
 * system gives memory slowly.
 */
function wrapped(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const end = head.length + fstatSync(descriptor).size
    const bytes = Buffer.allocUnsafeSlow(end + tail.length)
    bytes.write(head, 0, 'latin1')
    for (let at = head.length; at < end; ) {
      const read = readSync(descriptor, bytes, at, end - at, null)
      if (read === 0) throw new Error(`${file} became shorter while it was read`)
      at += read
    }
    bytes.write(tail, end, 'latin1')
    return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Before anybody else does something at the exit: a flag that is set there is another code. */
function keepLater(act: () => void, afterMs: number): void {
  const once = () => {
    clearTimeout(timer)
    process.off('exit', once)
    act()
  }
  const timer = setTimeout(once, afterMs).unref()
  process.prependListener('exit', once)
}

/** Whole or not at all. Nobody needs it: a full disk or a folder of somebody else is no failure. */
function keep(file: string, code: Buffer): void {
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(draft, code, { mode: 0o600 })
    renameSync(draft, file)
  } catch {
    // The next start compiles as this one did.
  }
}
