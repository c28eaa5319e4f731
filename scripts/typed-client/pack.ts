import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')

/** The client as others use it: one module for any JavaScript, and its types beside it. */
export async function packClient(folder: string): Promise<void> {
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
  const modules = ['--target', 'es2022', '--module', 'nodenext', '--types', 'node']
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
