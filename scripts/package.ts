// scripts/package: makes dist/. One bundle for each program of the process tree (the command line,
// the worker threads, the extraction child), and beside them what they read at run time:
//
//   dist/kontor.cjs  dist/worker-<name>.cjs  dist/native/*.node  dist/assets/{migrations,demo,…}
//   dist/client/index.js with its types: what `import … from 'kontor/client'` gives
//
// src/base/entry.ts and src/base/assets.ts look there when KONTOR_BUNDLE is true. The bundles are
// CommonJS, because that is what Node's single executable format can start with.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { ocrLanguagePaths } from '../src/base/assets.ts'
import { packClient } from './typed-client/pack.ts'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const require = createRequire(import.meta.url)
const demoLimitMs = 120_000

/** Native modules lie in dist/native and are loaded from there, not through `require`. */
const natives: Plugin = {
  name: 'natives',
  setup({ onResolve, onLoad }) {
    // The package picks the file of this machine at run time, by a path that no bundler can follow.
    const sqlite = `better-sqlite3/${process.platform}-${process.arch}`
    onResolve({ filter: /^better-sqlite3$/ }, () => ({ path: require.resolve(sqlite) }))
    // Compiled on this machine, or not: without it vectors are compared one by one.
    onResolve({ filter: /^hnswlib-node$/ }, () => ({
      path: hnswlib,
      namespace: namespaceOf(hnswlib),
    }))
    // Four megabytes that are read only where there is a picture.
    onResolve({ filter: /^tesseract\.js-core\// }, () => ({ path: recogniser, external: true }))
    onLoad({ filter: /.*/, namespace: 'missing' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} was not compiled`)})`,
    }))
    onLoad({ filter: /\.node$/ }, ({ path }) => {
      const name = nativeName(path)
      cpSync(path, join(dist, 'native', name))
      return { contents: loaderOf(name), loader: 'js' }
    })
  },
}

const recogniser = './assets/ocr/tesseract.cjs'
const hnswlib = join(root, 'node_modules/hnswlib-node/build/Release/addon.node')

function namespaceOf(file: string): 'file' | 'missing' {
  return existsSync(file) ? 'file' : 'missing'
}

/** Named by package: two packages may both call theirs linux-x64.node. */
function nativeName(path: string): string {
  return path.split('node_modules/').at(-1)?.replaceAll('/', '-') ?? basename(path)
}

function loaderOf(file: string): string {
  return `
    const path = require('node:path').join(__dirname, 'native', ${JSON.stringify(file)})
    process.dlopen(module, path)`
}

async function makeDist(): Promise<void> {
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(join(dist, 'native'), { recursive: true })
  const workers = readdirSync(join(root, 'src/workers')).filter((file) => file.endsWith('.ts'))
  const entries = workers.map((file) => [`worker-${basename(file, '.ts')}`, `src/workers/${file}`])
  await build({
    absWorkingDir: root,
    entryPoints: { kontor: 'src/main.ts', ...Object.fromEntries(entries) },
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    // Half a gigabyte for whoever brings a model: installed beside the bundle then.
    external: ['@huggingface/transformers'],
    plugins: [natives],
    define: { KONTOR_BUNDLE: 'true', 'import.meta.url': 'bundleUrl' },
    banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  })
  const assets = join(dist, 'assets')
  cpSync(join(root, 'src/store/migrations'), join(assets, 'migrations'), { recursive: true })
  for (const data of ['demo', 'models']) {
    cpSync(join(root, 'data', data), join(assets, data), { recursive: true })
  }
  const wasm = require.resolve('@hyzyla/pdfium').replace(/index\.[a-z.]+$/, 'pdfium.wasm')
  cpSync(wasm, join(assets, 'pdfium.wasm'))
  const tesseract = 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js'
  cpSync(require.resolve(tesseract), join(dist, recogniser))
  for (const path of ocrLanguagePaths()) cpSync(path, join(assets, 'ocr', basename(path)))
  await packClient(join(dist, 'client'))
  const reader = dirname(require.resolve('swagger-ui-dist/package.json'))
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']) {
    cpSync(join(reader, name), join(assets, 'reference', name))
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

/** Runs the demo from a copy far away from node_modules, with an empty home and environment. */
function demoRunsElsewhere(): boolean {
  const elsewhere = mkdtempSync(join(tmpdir(), 'kontor-package-'))
  try {
    const copy = join(elsewhere, 'kontor')
    const home = join(elsewhere, 'home')
    cpSync(dist, copy, { recursive: true })
    mkdirSync(home)
    const demo = spawnSync(process.execPath, [join(copy, 'kontor.cjs'), 'demo', '--json'], {
      cwd: home,
      env: { HOME: home, TMPDIR: elsewhere },
      encoding: 'utf8',
      timeout: demoLimitMs,
    })
    if (demo.status !== 0) console.error(`${demo.stderr}${demo.error ?? ''}`)
    else console.log(summaryOf(JSON.parse(demo.stdout)))
    return demo.status === 0
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
}

function summaryOf({ steps, seconds }: { steps: unknown[]; seconds: number }): string {
  return `The demo ran from the bundle alone: ${steps.length} steps in ${seconds.toFixed(1)} s.`
}

async function main(isCheck: boolean): Promise<void> {
  const startedMs = performance.now()
  await makeDist()
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`dist/ made in ${seconds} s, ${(sizeOf(dist) / 1e6).toFixed(1)} MB`)
  if (!isCheck) return
  if (demoRunsElsewhere()) return
  console.error('The demo does not run from the bundle.')
  process.exitCode = 1
}

// esbuild has printed its own errors by then; anything else shows itself.
await main(process.argv.includes('--check')).catch((error: Error) => {
  if (!error.message.startsWith('Build failed')) console.error(error)
  process.exitCode = 1
})
