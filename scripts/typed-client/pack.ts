import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')

/**
 * Makes the client as others install it, `kontor-client-<version>.tgz`, in a folder: one module for
 * any JavaScript with its types, and nothing else. What is in it stays beside it, in `client/`.
 * Returns the path of the file. Needs npm, and no network.
 */
export async function packClient(out: string): Promise<string> {
  const folder = join(out, 'client')
  mkdirSync(folder, { recursive: true })
  await writeModule(folder)
  const described = descriptionOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
  const page = readFileSync(join(root, 'data/manual/programs.md'), 'utf8')
  writeFileSync(join(folder, 'README.md'), page)
  const quietly = ['--ignore-scripts', '--no-update-notifier', '--loglevel=error', '--json=false']
  const args = ['pack', ...quietly, '--pack-destination', resolve(out)]
  execFileSync('npm', args, { cwd: folder, stdio: 'pipe' })
  return join(out, `${described.name}-${described.version}.tgz`)
}

type Described = { version: string; license?: string }

function descriptionOf({ version, license = 'UNLICENSED' }: Described) {
  return {
    name: 'kontor-client',
    version,
    description: 'The typed client of a Kontor server: search, purchase, management, wallets.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
  }
}

async function writeModule(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['src/client/index.ts'],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  })
  const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--skipLibCheck']
  const language = ['--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions']
  const modules = ['--target', 'es2022', '--module', 'nodenext', '--types', '']
  const places = ['--rootDir', 'src/client', '--outDir', folder, 'src/client/index.ts']
  const tsc = join(root, 'node_modules/.bin/tsc')
  execFileSync(tsc, [...options, ...language, ...modules, ...places], { cwd: root })
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    if (name.endsWith('.d.ts')) nameModulesAsBuilt(join(folder, name))
  }
}

/** In our sources an import names the .ts file; whoever installs the client has none. */
function nameModulesAsBuilt(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
