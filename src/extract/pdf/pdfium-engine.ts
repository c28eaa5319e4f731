import { readFileSync } from 'node:fs'
import { pdfiumWasmPath } from '../../base/assets.ts'
import { compileEngine, type EngineMemory, type EngineTable } from '../child/compile-engine.ts'

/** What we call of the engine; sizes, addresses and handles are numbers in its memory. */
type Exports = {
  memory: EngineMemory
  __indirect_function_table: EngineTable
  __wasm_call_ctors(): void
  emscripten_stack_init(): void
  emscripten_stack_get_current(): number
  _emscripten_stack_restore(stack: number): void
  setThrew(...values: number[]): void
  malloc(bytes: number): number
  free(address: number): void
} & Record<
  | 'FPDF_InitLibraryWithConfig'
  | 'FPDF_LoadMemDocument'
  | 'FPDF_GetLastError'
  | 'FPDF_GetPageCount'
  | 'FPDF_GetMetaText'
  | 'FPDF_LoadPage'
  | 'FPDF_ClosePage'
  | 'FPDF_GetPageWidth'
  | 'FPDF_GetPageHeight'
  | 'FPDFText_LoadPage'
  | 'FPDFText_CountChars'
  | 'FPDFText_GetText'
  | 'FPDFText_GetLooseCharBox'
  | 'FPDFText_GetCharOrigin'
  | 'FPDFText_GetCharIndexFromTextIndex'
  | 'FPDFPage_GetRotation'
  | 'FPDFText_ClosePage'
  | 'FPDFBitmap_CreateEx'
  | 'FPDFBitmap_FillRect'
  | 'FPDF_RenderPageBitmap'
  | 'FPDFBitmap_Destroy'
  | 'FPDF_GetFormType'
  | 'FPDFDOC_InitFormFillEnvironment'
  | 'FPDFPage_CountObjects'
  | 'FPDFPage_GetObject'
  | 'FPDFPageObj_GetType'
  | 'FPDFPageObj_GetBounds'
  | 'FPDFPage_GetAnnotCount'
  | 'FPDFPage_GetAnnot'
  | 'FPDFPage_CloseAnnot'
  | 'FPDFAnnot_GetSubtype'
  | 'FPDFAnnot_GetFlags'
  | 'FPDFAnnot_GetStringValue'
  | 'FPDFAnnot_GetFormFieldType'
  | 'FPDFAnnot_GetFormFieldFlags'
  | 'FPDFAnnot_GetFormFieldName'
  | 'FPDFAnnot_GetFormFieldAlternateName'
  | 'FPDFAnnot_GetFormFieldValue'
  | 'FPDFAnnot_GetOptionCount'
  | 'FPDFAnnot_GetOptionLabel'
  | 'FPDFAnnot_IsOptionSelected',
  (...values: number[]) => number
>

export type PdfiumEngine = Exports & {
  /** A view of its memory; the next call may make it a thing of the past. */
  bytes(): Buffer
  /** Makes it what it was when it started, every byte; false where that is not possible. */
  renew(): boolean
}

let start: ReturnType<typeof compileEngine> | undefined

/**
 * Starts the engine without the loader that is made for it: that one brings a file system and five
 * hundred functions of which we call twenty, and takes as long as reading a short file. One that is
 * to be `renewable` takes a little longer.
 */
export function startPdfium({ renewable = false } = {}): PdfiumEngine {
  start ??= compileEngine(readFileSync(pdfiumWasmPath()))
  const needs = (): Exports => exports
  const exports = start({
    env: { ...callsBack(needs), ...environment(needs) },
    wasi_snapshot_preview1: system(needs),
  }) as Exports
  exports.emscripten_stack_init()
  exports.__wasm_call_ctors()
  exports.FPDF_InitLibraryWithConfig(0)
  const bytes = () => Buffer.from(exports.memory.buffer)
  return { ...exports, bytes, renew: renewable ? renewal(exports) : () => false }
}

const pieceBytes = 64 * 1024
const zeros = Buffer.alloc(pieceBytes)

/**
 * All that such a module can change is its memory and where its stack is: no table of it grows, and
 * its other variables say how large the stack is. Memory that has grown never gets smaller again.
 */
function renewal(exports: Exports): () => boolean {
  const { memory } = exports
  const stack = exports.emscripten_stack_get_current()
  const first = Buffer.from(memory.buffer)
  const pieces = [...piecesOf(first)]
  const last = pieces.findLastIndex((piece) => !isZero(piece))
  const content = Buffer.from(first.subarray(0, (last + 1) * pieceBytes))
  const size = first.length
  return () => {
    const now = Buffer.from(memory.buffer)
    if (now.length !== size) return false
    exports._emscripten_stack_restore(stack)
    now.set(content)
    // What was never touched takes no memory, and shall go on taking none.
    for (const piece of piecesOf(now.subarray(content.length))) if (!isZero(piece)) piece.fill(0)
    return true
  }
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

function isZero(piece: Buffer): boolean {
  return zeros.compare(piece, 0, piece.length, 0, piece.length) === 0
}

/** A jump out of many calls at once, as C has it: nothing else throws a number. */
const longJump = Number.POSITIVE_INFINITY

function callsBack(engine: () => Exports) {
  const invoke = (index: number, ...values: number[]): unknown => {
    const own = engine()
    const stack = own.emscripten_stack_get_current()
    try {
      return own.__indirect_function_table.get(index)(...values)
    } catch (error) {
      own._emscripten_stack_restore(stack)
      if (error !== longJump) throw error
      own.setThrew(1, 0)
      return 0
    }
  }
  const names = ['ii', 'iii', 'iiii', 'iiiii', 'viii'].map((name) => `invoke_${name}`)
  return Object.fromEntries(names.map((name) => [name, invoke]))
}

/** Called like the trap that ends it otherwise. */
class RuntimeError extends Error {
  override readonly name = 'RuntimeError'
}

const bytesMax = 2 ** 31
const pageBytes = 65_536
const growShare = 0.2
const growMaxBytes = 96 * 1024 * 1024

function environment(engine: () => Exports) {
  const refused = () => -errorNumbers.noEntry
  const files = ['openat', 'fcntl64', 'ioctl', 'fstat64', 'stat64', 'newfstatat', 'lstat64']
  const more = ['ftruncate64', 'getdents64', 'unlinkat', 'rmdir']
  const dateOf = (_seconds: bigint, at: number) => {
    Buffer.from(engine().memory.buffer).fill(0, at, at + timeBytes)
  }
  return {
    ...Object.fromEntries([...files, ...more].map((name) => [`__syscall_${name}`, refused])),
    _tzset_js() {},
    _localtime_js: dateOf,
    _gmtime_js: dateOf,
    emscripten_date_now: () => Date.now(),
    _abort_js() {
      throw new RuntimeError('the engine gave up')
    },
    _emscripten_throw_longjmp() {
      throw longJump
    },
    emscripten_resize_heap: (size: number) => (grow(engine().memory, size >>> 0) ? 1 : 0),
  }
}

function grow(memory: EngineMemory, size: number): boolean {
  const old = memory.buffer.byteLength
  const ample = Math.min(old * (1 + growShare), size + growMaxBytes)
  for (const wanted of [Math.max(size, ample), size]) {
    if (wanted > bytesMax) continue
    try {
      memory.grow(Math.ceil((wanted - old) / pageBytes))
      return true
    } catch {
      // There is less.
    }
  }
  return false
}

/** Numbers of WASI and of its C library for errors, and the size of a date there. */
const errorNumbers = { noSeek: 70, noEntry: 44 }
const timeBytes = 44

/** There are no files, no environment, and nobody reads what it prints. */
function system(engine: () => Exports) {
  const set = ({ at, value }: { at: number; value: number }) => {
    Buffer.from(engine().memory.buffer).writeUInt32LE(value >>> 0, at)
  }
  const nothing = () => 0
  return {
    fd_close: nothing,
    fd_sync: nothing,
    environ_get: nothing,
    environ_sizes_get(...countAndSize: number[]) {
      for (const at of countAndSize) set({ at, value: 0 })
      return 0
    },
    fd_read(...values: number[]) {
      const [, , , readAt = 0] = values
      set({ at: readAt, value: 0 })
      return 0
    },
    fd_write(...values: number[]) {
      const [, pieces = 0, count = 0, writtenAt = 0] = values
      const memory = Buffer.from(engine().memory.buffer)
      let written = 0
      for (let i = 0; i < count; i++) written += memory.readUInt32LE(pieces + 8 * i + 4)
      set({ at: writtenAt, value: written })
      return 0
    },
    fd_seek: () => errorNumbers.noSeek,
  }
}
