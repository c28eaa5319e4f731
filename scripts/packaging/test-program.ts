// Makes the bundle that tests start instead of the sources, unless it lies there already, and
// prints its folder. A start from the sources reads a thousand files: four times the work. What the
// tests of the packaged file start is the product itself; here passwords are hashed with less work.
// Beside it modules.cjs: what a test itself imports of src, for scripts/testing/compiled.mjs.
//
// Another source is another folder, and so is a copy of the sources elsewhere. The newest few stay,
// for whoever runs at the same time.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire, findPackageJSON, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { asciiPatterns, patternsInAscii } from './ascii.ts'
import { decodersApart, liftOut, makeBundle } from './bundle.ts'
import { startFlags } from './start-flags.ts'
import { root, targetOf } from './target.ts'

const require = createRequire(import.meta.url)
const keptIn = join(root, 'node_modules/.kontor-test')
const prefix = 'program-'
const kept = 2
/** What goes into it, and what makes it. */
const parts = ['src', 'data', 'scripts/packaging', 'scripts/console-building', 'package-lock.json']

async function main(): Promise<void> {
  const folder = join(keptIn, prefix + fingerprint())
  if (!existsSync(folder)) await make(folder)
  const now = new Date()
  utimesSync(folder, now, now)
  forgetOld()
  console.log(folder)
}

/** Under another name first: another process may be at the same, and one of the two is enough. */
async function make(folder: string): Promise<void> {
  mkdirSync(keptIn, { recursive: true })
  const draft = mkdtempSync(join(keptIn, 'making-'))
  try {
    const target = targetOf(`${process.platform}-${process.arch}`)
    await makeBundle(draft, target, { changes: [cheapPasswords, keptStarts] })
    if (!isCheap) throw new Error('passwords.ts has no PASSWORD_COST any more')
    if (!isKept) throw new Error(`entry.ts starts no ${bundleName} any more`)
    shareDatabaseEngine(draft)
    await makeModules(draft)
    await makeBeginning(draft)
    await makeStart(draft)
    // Tests start it as somebody else, too.
    chmodSync(draft, 0o755)
    if (existsSync(folder)) return
    renameSync(draft, folder)
    await startOnce(folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Every module of src, each evaluated when it is first asked for, with the packages of node_modules
 * as a test has them. Where they start a thread or a child, it is the compiled one.
 */
async function makeModules(folder: string): Promise<void> {
  const names = filesBelow('src').filter(isOfServer)
  const loaders = names.map((path) => `'${path}': () => require('./${path}')`)
  const modules = join(folder, 'modules.cjs')
  await build({
    absWorkingDir: root,
    stdin: { contents: `exports.modules = {\n${loaders.join(',\n')}\n}`, resolveDir: root },
    outfile: modules,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    keepNames: true,
    logLevel: 'warning',
    plugins: [ownPlace, compiledEntries, liftOut(decodersApart), withModules, asciiPatterns],
  })
  // The comments of members stay, which is all that is beyond ASCII now.
  const ascii = readFileSync(modules, 'utf8').replace(/^ +\*.*$/gm, inAscii)
  writeFileSync(modules, ascii)
}

function inAscii(comment: string): string {
  return comment.replace(/[^\0-\x7f]/g, '?')
}

/** What scripts/preload.mjs does for the sources and a bundle needs, too: `--require begin.cjs`. */
async function makeBeginning(folder: string): Promise<void> {
  const name = './src/start/await-compilations.ts'
  const contents = `require('${name}').awaitCompilationsAtExit()`
  await build({
    stdin: { contents, resolveDir: root },
    outfile: join(folder, 'begin.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
  })
}

/**
 * The program with the code that a first start of it leaves here: a fifth of each further start.
 * That start alone keeps it; one with other flags takes Node's own cache, as ever.
 */
async function makeStart(folder: string): Promise<void> {
  const contents = `
    import { join } from 'node:path'
    import { runWithKeptCode } from './src/start/kept-code.ts'
    const file = join(__dirname, 'kontor.cjs')
    const keeps = process.env.${keepsWord} !== undefined
    delete process.env.${keepsWord}
    process.argv[1] = file
    runWithKeptCode(file, { folder: __dirname, keeps, afterMs: 60_000 })`
  await build({
    stdin: { contents, resolveDir: root },
    outfile: join(folder, 'start-kept.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
  })
}
const keepsWord = 'KONTOR_TEST_KEEPS_CODE'

/** In the folder's own name: the code is that of a path. Where nothing starts, tests say so. */
async function startOnce(folder: string): Promise<void> {
  const dir = mkdtempSync(join(keptIn, 'starting-'))
  const program = ['--require', join(folder, 'begin.cjs'), join(folder, 'start-kept.cjs')]
  const words = ['serve', '--data-dir', dir, '--port', '0', '--log-level', 'silent']
  const server = spawn(process.execPath, [...startFlags, ...program, ...words], {
    env: { [keepsWord]: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(server, 'exit')
  await Promise.race([once(server.stdout, 'data'), ended])
  server.kill()
  await ended
  rmSync(dir, { recursive: true, force: true })
}

/** What browsers run is made apart, and `main.ts` is nothing to import. */
function isOfServer(path: string): boolean {
  return path.endsWith('.ts') && path !== 'src/main.ts' && !path.startsWith('src/console/')
}

/**
 * A test may be about to import the same ES module, and nobody can require it meanwhile: such a one
 * is in the bundle. What is imported late is waited for.
 */
const withModules: Plugin = {
  name: 'with modules',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return null
      const isLate = kind === 'dynamic-import' || isBuiltin(path)
      return isLate || isRequired(path) ? { path, external: true } : null
    })
  },
}

function isRequired(name: string): boolean {
  try {
    const file = require.resolve(name)
    const { type } = JSON.parse(readFileSync(findPackageJSON(name, import.meta.url) ?? '', 'utf8'))
    return file.endsWith('.cjs') || (file.endsWith('.js') && type !== 'module')
  } catch {
    // It has nothing for who requires it.
    return false
  }
}

/** A module that asks where it lies is told where its source does. */
const ownPlace: Plugin = {
  name: 'own place',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/, namespace: 'file' }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const url = JSON.stringify(pathToFileURL(path).href)
      const placed = text.replaceAll('import.meta.url', url)
      return { contents: patternsInAscii(placed, 'ts'), loader: 'ts' }
    })
  },
}

const entry = join(root, 'src/base/entry.ts')
const compiledEntries: Plugin = {
  name: 'compiled entries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/entry\.ts$/ }, ({ path, resolveDir, namespace }) => {
      const isMeant = namespace !== 'compiled-entry' && join(resolveDir, path) === entry
      return isMeant ? { path: entry, namespace: 'compiled-entry' } : null
    })
    const contents = `
      import { join } from 'node:path'
      import { pathToFileURL } from 'node:url'
      export * from ${JSON.stringify(entry)}
      export const entryUrl = (name) => pathToFileURL(join(__dirname, \`worker-\${name}.cjs\`))`
    onLoad({ filter: /./, namespace: 'compiled-entry' }, () => ({ contents, resolveDir: root }))
  },
}

/**
 * Its threads also work in tests that opened the same file themselves. A second copy of SQLite in
 * one process knows nothing of the locks of the first, and lets go of them
 * (sqlite.org/howtocorrupt.html, 2.2.1): both have to be the same file.
 */
function shareDatabaseEngine(folder: string): void {
  const natives = join(folder, 'native/better-sqlite3')
  const names = readdirSync(natives, { recursive: true, encoding: 'utf8' })
  const engines = names.filter((name) => name.endsWith('.node'))
  if (engines.length === 0) throw new Error(`no database engine lies in ${natives}`)
  for (const name of engines) {
    rmSync(join(natives, name))
    symlinkSync(join(root, 'node_modules/better-sqlite3', name), join(natives, name))
  }
}

/** As openTestApp hashes them: each user that a test signs up costs a quarter of a second else. */
const cheapPasswords: Plugin = {
  name: 'cheap passwords',
  setup({ onLoad }) {
    onLoad({ filter: /\/passwords\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const contents = text.replace(/(PASSWORD_COST: PasswordCost = )\{.*\}/, `$1${cheap}`)
      isCheap = contents !== text
      return { contents, loader: 'ts' }
    })
  },
}
let isCheap = false
const cheap = '{ logN: 4, r: 8, p: 1 }'

/** Commands that start the program again begin with the kept code, too. */
const keptStarts: Plugin = {
  name: 'kept starts',
  setup({ onLoad }) {
    onLoad({ filter: /\/base\/entry\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const contents = text.replace(bundleName, './start-kept.cjs')
      isKept = contents !== text
      return { contents, loader: 'ts' }
    })
  },
}
let isKept = false
const bundleName = './kontor.cjs'

/** With the place: a copy of the whole folder would go on with the database engine of the first. */
function fingerprint(): string {
  const hash = createHash('sha256').update(`${root}\n`)
  for (const path of parts.flatMap(filesBelow)) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex').slice(0, 16)
}

function filesBelow(part: string): string[] {
  if (!statSync(join(root, part)).isDirectory()) return [part]
  const entries = readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
  const paths = entries.map((name) => `${part}/${name}`).sort()
  return paths.filter((path) => !/^src\/\w+\.md$/.test(path) && statSync(join(root, path)).isFile())
}

function forgetOld(): void {
  const names = readdirSync(keptIn).filter((name) => name.startsWith(prefix))
  const folders = names.map((name) => {
    const path = join(keptIn, name)
    return { path, usedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
  })
  const newestFirst = folders.sort((a, b) => b.usedMs - a.usedMs)
  for (const { path } of newestFirst.slice(kept)) rmSync(path, { recursive: true, force: true })
}

await main()
