// scripts/package: makes dist/.
//
//   dist/kontor-<version>-<target>        the program as one file, and .xz of it beside it
//   dist/kontor-<version>-<target>.{manifest,cdx}.json  what is in it; the bill of materials
//   dist/{SHA256SUMS,THIRD-PARTY-NOTICES.txt,kontor.1}  and completions/ of the shells
//   dist/kontor.cjs, worker-*.cjs, …      the same program for Node alone, without node_modules
//   dist/kontor-client-<version>.tgz      the typed client, for npm; dist/client/ is what is in it
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bundle, makeBundle } from './packaging/bundle.ts'
import { nodeOf } from './packaging/foreign.ts'
import { materials } from './packaging/materials.ts'
import { emptied, manifestOf, packSingleFile } from './packaging/pack.ts'
import { root, type Target, targetOf } from './packaging/target.ts'
import { packClient } from './typed-client/pack.ts'

const usage = `Usage: scripts/package [--quick] [--target linux-arm64] [--out folder]
       scripts/package --manifest --out folder

Makes the single file of this machine, or of another, in dist/. --quick compresses little and makes
no .xz. --manifest makes only the bundle in a folder and prints what would be packed.`

/** 19 takes a minute and saves a seventh. */
const levels = { quick: 1, release: 19 }

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      manifest: { type: 'boolean', default: false },
      target: { type: 'string', default: `${process.platform}-${process.arch}` },
      out: { type: 'string', default: join(root, 'dist') },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const target = targetOf(values.target)
  const order = { version, target, dist: values.out, isQuick: values.quick }
  if (values.manifest) {
    const { folder } = await makeBundle(emptied(values.out), target)
    console.log(JSON.stringify(manifestOf({ folder, version }), null, 2))
  } else await makeDist(order)
  return 0
}

type Order = { version: string; target: Target; dist: string; isQuick: boolean }

async function makeDist({ version, target, dist, isQuick }: Order): Promise<void> {
  const step = stopwatch()
  const node = nodeOf(target)
  const bundle = await makeBundle(emptied(dist), target)
  step('bundled', sizeOf(dist))
  const file = join(dist, `kontor-${version}-${target.name}`)
  const level = isQuick ? levels.quick : levels.release
  const made = await packSingleFile({ folder: dist, version, target, node, level, file })
  step(`${basename(file)} made`, statSync(file).size)
  for (const note of made.notes) console.log(note)
  writeFileSync(`${file}.manifest.json`, `${JSON.stringify(made.manifest, null, 2)}\n`)
  await makeCompanions({ bundle, file, target, version })
  if (!isQuick && compress(file)) step(`${basename(file)}.xz made`, statSync(`${file}.xz`).size)
  const client = await packClient(dist)
  writeSums({ dist, files: [file, client] })
  step('the rest made', sizeOf(dist))
}

type Companions = { bundle: Bundle; file: string; target: Target; version: string }

async function makeCompanions({ bundle, file, target, version }: Companions): Promise<void> {
  const { bill, notices } = materials({ packages: bundle.packages, target, version })
  writeFileSync(`${file}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`)
  writeFileSync(join(bundle.folder, 'THIRD-PARTY-NOTICES.txt'), notices)
  if (!target.isHost) return
  // The program writes its own manual.
  for (const [name, args] of [
    ['kontor.1', ['man']],
    ['kontor.bash', ['completion', 'bash']],
    ['kontor.zsh', ['completion', 'zsh']],
    ['kontor.fish', ['completion', 'fish']],
  ] as const) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [
      join(bundle.folder, 'kontor.cjs'),
      ...args,
    ])
    if (status !== 0) throw new Error(`kontor ${args.join(' ')}: ${stderr}`)
    writeFileSync(join(bundle.folder, name), stdout)
  }
}

function compress(file: string): boolean {
  const { status } = spawnSync('xz', ['-9', '--keep', '--force', '--threads=1', file])
  if (status !== 0) console.log('xz is not installed here: no .xz')
  return status === 0
}

/** Of each of the files, and of what is beside it under its name. */
function writeSums({ dist, files }: { dist: string; files: readonly string[] }): void {
  const names = readdirSync(dist).filter((name) =>
    files.some((file) => name.startsWith(basename(file))),
  )
  const lines = names.sort().map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(dist, name)))
      .digest('hex')
    return `${hash}  ${name}\n`
  })
  writeFileSync(join(dist, 'SHA256SUMS'), lines.join(''))
}

function stopwatch() {
  let sinceMs = performance.now()
  return (what: string, bytes: number) => {
    const seconds = ((performance.now() - sinceMs) / 1000).toFixed(1)
    console.log(`${what} in ${seconds} s, ${(bytes / 1e6).toFixed(1)} MB`)
    sinceMs = performance.now()
  }
}

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

// esbuild has printed its own errors by then; anything else shows itself.
process.exitCode = await main().catch((error: Error) => {
  if (!error.message.startsWith('Build failed')) console.error(`package: ${error.message}`)
  return 1
})
