import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { type ConsolePage, ocrWasmPath, pictureThreadPath } from '../../src/base/assets.ts'
import { builtConsole } from '../console-building/build.ts'
import { renderManual } from '../manual/render.ts'
import { asciiPatterns } from './ascii.ts'
import { languageRows } from './language-rows.ts'
import { natives } from './natives.ts'
import { packageOf, root, type Target } from './target.ts'

const require = createRequire(import.meta.url)

/**
 * They hold their code in letters beyond ASCII: all that is in one file with them takes twice the
 * memory, and is read half as fast.
 */
export const decodersApart: Readonly<Record<string, string>> = {
  '@wasm-audio-decoders/flac': './apart-flac.cjs',
  '@wasm-audio-decoders/ogg-vorbis': './apart-ogg-vorbis.cjs',
  'mpg123-decoder': './apart-mpg123.cjs',
  'opus-decoder': './apart-opus.cjs',
}

/** Most of the child's code, of which a file needs one or none: each start would read all of it. */
const readersApart: Readonly<Record<string, string>> = {
  'unpdf/pdfjs': './apart-pdfjs.cjs',
  mediabunny: './apart-mediabunny.cjs',
  mp4box: './apart-mp4box.cjs',
}

/**
 * Large, and needed by few: each a bundle of its own, which the others load when they need it, so
 * that it is not in every one of them.
 */
const apart: Readonly<Record<string, string>> = {
  '@huggingface/transformers': './apart-transformers.cjs',
  sharp: './apart-sharp.cjs',
  ...decodersApart,
  ...readersApart,
  // It is read only where there is a picture; as it is, not bundled.
  'tesseract.js-core/tesseract-core-simd-lstm.js': './assets/ocr/tesseract.cjs',
}

export type Bundle = {
  folder: string
  /** Packages of which something is in it, as the lock file names them. */
  packages: readonly string[]
}

/**
 * Makes what runs on Node alone, without node_modules:
 *
 *   kontor.cjs  worker-<name>.cjs  apart-<name>.cjs  native/**  assets/{migrations,demo,console,…}
 *
 * src/base/entry.ts and src/base/assets.ts look there when KONTOR_BUNDLE is true. The bundles are
 * CommonJS, because that is what Node's single executable format can start with.
 */
export async function makeBundle(
  folder: string,
  target: Target,
  { changes = [] }: { changes?: readonly Plugin[] } = {},
): Promise<Bundle> {
  mkdirSync(join(folder, 'native'), { recursive: true })
  const seen = new Set<string>()
  const bundled = async (options: BuildOptions, lift: Readonly<Record<string, string>>) => {
    const copied = (file: string) => void seen.add(file)
    const own = natives({ target, folder, copied })
    const plugins = [...changes, liftOut(lift, seen), leaveOut, own, languageRows, asciiPatterns]
    const { metafile } = await build({ ...common, plugins, ...options })
    for (const input of Object.keys(metafile?.inputs ?? {})) seen.add(input)
  }
  const workers = readdirSync(join(root, 'src/workers')).filter((file) => file.endsWith('.ts'))
  const entries = workers.map((file) => [`worker-${basename(file, '.ts')}`, `src/workers/${file}`])
  const entryPoints = { kontor: 'src/main.ts', ...Object.fromEntries(entries) }
  await bundled({ entryPoints, outdir: folder }, apart)
  for (const [name, file] of Object.entries(apart)) {
    // The models that look at pictures ask for this one.
    const isAsked = name === 'sharp' || seen.has(lifted(name))
    if (!isAsked || file.includes('/assets/')) continue
    const contents = name === 'sharp' ? asDefault(name) : `export * from '${name}'`
    const entry = { stdin: { contents, resolveDir: root }, outfile: join(folder, file) }
    await bundled(entry, {})
  }
  await bundled({ entryPoints: { start: 'src/start/single-file.ts' }, outdir: folder }, {})
  // Where the code of the engine, which is in the bundle, looks for it.
  const module = pictureThreadPath().replace(/\.js$/, '.wasm')
  cpSync(module, join(folder, basename(module)))
  const given = copyAssets(join(folder, 'assets'))
  const drawn = await copyConsole(join(folder, 'assets/console'))
  return { folder, packages: packagesOf([...seen, ...given, ...drawn]) }
}

/** Whoever imports it takes its default, and gets the whole of what a CommonJS file gives. */
function asDefault(name: string): string {
  return `module.exports = require('${name}')`
}

const common: BuildOptions = {
  absWorkingDir: root,
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
  metafile: true,
  define: { KONTOR_BUNDLE: 'true', 'import.meta.url': 'bundleUrl' },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
}

/**
 * The decoders of sound can work in threads, which they are not asked to. The child that decodes
 * may load no module of threads, so this is not in the bundle: a class of its name is.
 */
const leaveOut: Plugin = {
  name: 'leave out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@eshaz\/web-worker$/ }, ({ path }) => ({ path, namespace: 'left-out' }))
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({
      contents: 'module.exports = class {}',
    }))
  },
}

function lifted(name: string): string {
  return `lifted:${name}`
}

export function liftOut(files: Readonly<Record<string, string>>, seen = new Set<string>()): Plugin {
  return {
    name: 'apart',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        const file = kind === 'entry-point' ? undefined : files[path]
        if (file === undefined) return null
        seen.add(lifted(path))
        return { path: file, external: true }
      })
    },
  }
}

/** Copies what is read at run time; gives those of the files that come from a package. */
function copyAssets(assets: string): string[] {
  const given: string[] = []
  const copy = (from: string, { to }: { to: string }) => {
    given.push(from)
    cpSync(from, join(assets, to))
  }
  cpSync(join(root, 'src/store/migrations'), join(assets, 'migrations'), { recursive: true })
  for (const data of ['demo', 'models', 'ocr']) {
    cpSync(join(root, 'data', data), join(assets, data), { recursive: true })
  }
  copy(require.resolve('@hyzyla/pdfium').replace(/index\.[a-z.]+$/, 'pdfium.wasm'), {
    to: 'pdfium.wasm',
  })
  copy(require.resolve('tesseract.js-core/tesseract-core-simd-lstm.js'), {
    to: 'ocr/tesseract.cjs',
  })
  copy(ocrWasmPath(), { to: 'ocr/tesseract.wasm' })
  copy(pictureThreadPath(), { to: 'picture-thread.cjs' })
  cpSync(join(root, 'data/manual/pictures'), join(assets, 'manual/pictures'), { recursive: true })
  writeFileSync(join(assets, 'manual/manual.json'), JSON.stringify(renderManual()))
  const reader = dirname(require.resolve('swagger-ui-dist/package.json'))
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']) {
    copy(join(reader, name), { to: `reference/${name}` })
  }
  return given
}

/** Gives what of packages is in it. */
async function copyConsole(folder: string): Promise<readonly string[]> {
  cpSync(await builtConsole(), folder, { recursive: true })
  const page = JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8')) as ConsolePage
  return page.inputs
}

function packagesOf(files: readonly string[]): string[] {
  const ofPackages = files.filter((file) => /^\/?([^:]*\/)?node_modules\//.test(file))
  return [...new Set(ofPackages.map(packageOf))].sort()
}
