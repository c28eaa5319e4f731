import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { inject } from 'postject'
import type { Manifest } from '../../src/start/unpack.ts'
import { toolFor } from './graph-of-vectors.ts'
import { quiet } from './start-flags.ts'
import type { Target } from './target.ts'

/** What Node looks for in its own file to know that a program was put into it. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const startFile = 'start.cjs'
const windowLog = 25

type Made = { file: string; manifest: Manifest; notes: string[] }

/** Node with a program in it: the bundle's files compressed, and what unpacks them at the start. */
export async function packSingleFile(options: {
  folder: string
  file: string
  version: string
  target: Target
  /** The Node of the target; the pinned one when it is this machine's. */
  node: string
  level: number
}): Promise<Made> {
  const { folder, file, version, target, node, level } = options
  const manifest = manifestOf({ folder, version })
  const stage = mkdtempSync(join(tmpdir(), 'kontor-pack-'))
  try {
    const assets: Record<string, string> = { 'manifest.json': join(stage, 'manifest.json') }
    writeFileSync(assets['manifest.json'] as string, JSON.stringify(manifest))
    for (const [index, { path }] of manifest.files.entries()) {
      const packed = join(stage, `${index}.zst`)
      writeFileSync(packed, compressed(readFileSync(join(folder, path)), level))
      assets[path] = packed
    }
    const base = join(stage, 'node')
    copyFileSync(node, base)
    chmodSync(base, 0o755)
    const notes = stripped(base, target)
    const blob = blobOf({ folder, stage, assets })
    await withoutWarnings(() =>
      inject(base, 'NODE_SEA_BLOB', blob, {
        sentinelFuse: fuse,
        ...(target.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {}),
      }),
    )
    chmodSync(base, 0o755)
    // Over a file that runs nothing can be written, but its name can be given to another.
    cpSync(base, `${file}.new`)
    renameSync(`${file}.new`, file)
    return { file, manifest, notes }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

type Named = { folder: string; version: string }

/** The bundle's files, sorted, with their hashes; the id follows from those and the version. */
export function manifestOf({ folder, version }: Named): Manifest {
  const files = filesOf(folder).map((path) => {
    const bytes = readFileSync(join(folder, path))
    return { path, sizeBytes: bytes.length, sha256: sha256(bytes) }
  })
  const probe = files.find(({ path }) => /^native\/better-sqlite3\/.*\.node$/.test(path))?.path
  if (probe === undefined) throw new Error('there is no native module of better-sqlite3')
  const id = `${version}-${sha256(JSON.stringify(files)).slice(0, 12)}`
  return { id, probe, files }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== startFile)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function compressed(bytes: Uint8Array, level: number): Uint8Array {
  const { ZSTD_c_compressionLevel, ZSTD_c_windowLog } = constants
  const params = { [ZSTD_c_compressionLevel]: level, [ZSTD_c_windowLog]: windowLog }
  return zstdCompressSync(bytes, { params })
}

/** Names of functions that nobody will look up: a fifth of the file. Never after the injection. */
function stripped(file: string, target: Target): string[] {
  const { platform } = target
  if (platform === 'win32') return []
  const flags = platform === 'linux' ? ['--strip-unneeded'] : []
  const strips = (tool: string) => spawnSync(tool, [...flags, file], { stdio: 'ignore' }).status
  const status = strips(toolFor(target, 'strip') ?? 'strip')
  return status === 0 ? [] : ['strip cannot treat Node of that machine here: the file is larger']
}

/** It warns of every section that was stripped. */
async function withoutWarnings(act: () => Promise<void>): Promise<void> {
  const { write } = process.stderr
  const isWarning = (text: unknown) => String(text).startsWith('warning: ')
  process.stderr.write = ((text: string) =>
    isWarning(text) || write.call(process.stderr, text)) as typeof write
  try {
    await act()
  } finally {
    process.stderr.write = write
  }
}

type Staged = { folder: string; stage: string; assets: object }

/** Written by the pinned Node: the blob's format is that of its version. */
function blobOf({ folder, stage, assets }: Staged): Buffer {
  const output = join(stage, 'app.blob')
  const config = join(stage, 'sea.json')
  writeFileSync(
    config,
    JSON.stringify({
      // As it is written here it stands in the file: two builds of one commit have the same one.
      main: startFile,
      output,
      assets,
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      useCodeCache: false,
      // As in scripts/kontor: what is young grows to 100 MB in every thread otherwise. And as in
      // scripts/preload.mjs: a process that compiles on another thread may never end.
      execArgv: ['--max-semi-space-size=8', '--no-concurrent-sparkplug', quiet],
    }),
  )
  const made = spawnSync(process.execPath, ['--experimental-sea-config', config], { cwd: folder })
  if (made.status !== 0) throw new Error(`the program cannot be packed: ${made.stderr}`)
  return readFileSync(output)
}

/** A folder with nothing in it. */
export function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
