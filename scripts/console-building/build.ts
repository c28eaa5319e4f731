// Makes the browser's application out of src/console: one entry, a file for each screen, names with
// a hash, and each file compressed beside itself. The result is kept below node_modules under the
// hash of what it was made from, for the servers and the tests that come after.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type BuildOptions, build, type Metafile, type PluginBuild } from 'esbuild'
import type { ConsolePage } from '../../src/base/assets.ts'
import { clientCalledIn } from './client-called.ts'

const root = join(import.meta.dirname, '../..')
const kept = 3
const prefix = '.kontor-console-'
/** What it is made from, and what makes it. */
const parts = ['src/console', 'src/client', 'scripts/console-building', 'package-lock.json']

/** The folder in which it lies; makes it first where the sources are new. */
export async function builtConsole(): Promise<string> {
  const folder = join(root, 'node_modules', `${prefix}${fingerprint()}`)
  if (!existsSync(folder)) await make(folder)
  const now = new Date()
  utimesSync(folder, now, now)
  forgetOld()
  return folder
}

/** Under another name first: another process may be at the same, and one of the two is enough. */
async function make(folder: string): Promise<void> {
  const draft = mkdtempSync(join(root, 'node_modules/.kontor-making-console-'))
  try {
    const theme = await build({ ...options, entryPoints: { theme: themeFirst }, outdir: draft })
    const { metafile } = await build({ ...options, ...everywhere, outdir: draft })
    const page = pageOf(metafile, theme.metafile)
    writeFileSync(join(draft, page.icon), icon)
    await Promise.all(readdirSync(draft).map((name) => compress(join(draft, name))))
    writeFileSync(join(draft, 'page.json'), JSON.stringify(page, null, 2))
    if (!existsSync(folder)) renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const main = 'src/console/main.tsx'
const themeFirst = 'src/console/app/theme-first.ts'

/** English is there from the first; of the others the one that is spoken is fetched. */
const otherLanguage = /i18n\/(refusals\/)?(?!en\.ts$)[a-z]{2}\.ts$/

const fewNeed = [
  ...['app', 'shell', 'palette', 'finder', 'screens', 'shortcut-help', 'theme-first'],
  ...['virtual-grid', 'day-chart', 'find-field'],
]

/** The door comes first; its second step and the question in between, with its words, later. */
const door = ['words.ts', 'providers.tsx', 'log-in.tsx'].map(
  (name) => `src/console/screens/log-in/${name}`,
)

/**
 * What every screen stands on, as imports that each of them is given: files are put together by
 * who needs them, and so all of this is one file, and not one for each set of screens. What is
 * large and needed by few stays apart.
 */
function sharedModules(): string {
  const apart = new RegExp(`/(${fewNeed.join('|')})[.]tsx?$`)
  return ['app', 'api', 'ui', 'i18n']
    .flatMap((name) => filesBelow(`src/console/${name}`))
    .filter((path) => !apart.test(path) && !otherLanguage.test(path))
    .concat(door)
    .map((path) => `import ${JSON.stringify(join(root, path))}\n`)
    .join('')
}

const everywhere = {
  inject: ['everywhere'],
  plugins: [
    clientCalledIn(filesBelow('src/console').map((path) => readFileSync(join(root, path), 'utf8'))),
    {
      name: 'everywhere',
      setup({ onResolve, onLoad }: PluginBuild) {
        onResolve({ filter: /^everywhere$/ }, ({ path }) => ({ path, namespace: 'made' }))
        onLoad({ filter: /./, namespace: 'made' }, () => {
          return { contents: sharedModules(), resolveDir: root }
        })
      },
    },
  ],
} satisfies BuildOptions

const options = {
  absWorkingDir: root,
  entryPoints: { console: main },
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['es2024', 'chrome140', 'firefox140', 'safari18.4'],
  supported: { 'top-level-await': true, nesting: true },
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  loader: { '.woff2': 'file' },
} as const satisfies BuildOptions

/** What the page has to name so that everything begins to load at once. */
function pageOf({ outputs, inputs }: Metafile, first: Metafile): ConsolePage {
  const made = Object.entries(outputs).map(([path, output]) => ({
    ...output,
    name: basename(path),
  }))
  const entry = made.find(({ entryPoint }) => entryPoint === main)
  const [theme] = Object.keys(first.outputs)
  const font = made.find(({ name }) => /^inter-latin-wght-normal-/.test(name))
  if (!entry || !theme || !font) throw new Error('the console has no entry, no theme or no font')
  const preloads = entry.imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => basename(path))
  return {
    entry: entry.name,
    preloads,
    theme: basename(theme),
    styles: basename(entry.cssBundle ?? ''),
    font: font.name,
    icon: `icon-${hashOf(icon)}.svg`,
    inputs: Object.keys(inputs).filter((path) => path.startsWith('node_modules/')),
  }
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/** Fonts are compressed as they are. */
async function compress(file: string): Promise<void> {
  if (file.endsWith('.woff2')) return
  const bytes = readFileSync(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  const [br, gz] = await Promise.all([brotli(bytes, quality), zip(bytes, { level: 9 })])
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}

/** The gable of the house, in its brick. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#b4482f" ' +
  'd="M3 29V16h4v-4h4V8h3V4h4v4h3v4h4v4h4v13H19v-7a3 3 0 0 0-6 0v7H3Z"/></svg>\n'

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of parts.flatMap(filesBelow)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function filesBelow(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

/** The newest few stay, for whoever runs at the same time. */
function forgetOld(): void {
  const modules = join(root, 'node_modules')
  const old = readdirSync(modules)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(modules, name))
    .map((path) => ({ path, usedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.usedMs - a.usedMs)
    .slice(kept)
  for (const { path } of old) rmSync(path, { recursive: true, force: true })
}
