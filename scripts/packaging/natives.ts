import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { OnLoadResult, Plugin } from 'esbuild'
import { packageFolder } from './foreign.ts'
import { graphOfVectors } from './graph-of-vectors.ts'
import { pathInModules, type Target } from './target.ts'

/**
 * Packages that find their native file at run time, by a path that no bundler can follow: which
 * file of theirs does it, and what that file is instead. A package that
 * requires its `.node` file by a plain path needs no row.
 */
type Finder = { file: RegExp; instead(target: Target, text: string): string }

const finders: readonly Finder[] = [
  {
    file: /better-sqlite3\/lib\/index\.js$/,
    instead: ({ name }) => `module.exports = require('./${name}')`,
  },
  {
    file: /hnswlib-node\/lib\/index\.js$/,
    // Compiled on this machine, or not: without it vectors are compared one by one.
    instead: (target) => {
      const graph = graphOfVectors(target)
      return graph === undefined
        ? `throw new Error('hnswlib-node was not compiled for this machine')`
        : `module.exports = require(${JSON.stringify(graph)})`
    },
  },
  {
    file: /onnxruntime-node\/dist\/binding\.js$/,
    instead: ({ platform, arch }, text) =>
      replaced(text, {
        from: /require\(`\.\.\/bin\/napi-v6\/[^`]*`\)/,
        to: `require('../bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node')`,
      }),
  },
  // Of the engine for pictures there is WebAssembly alone: compiled code opens no file of others.
  {
    file: /sharp\/dist\/sharp\.cjs$/,
    instead: () => `module.exports = require('@img/sharp-wasm32/sharp.node')`,
  },
  {
    file: /sharp\/dist\/sharp\.mjs$/,
    instead: () => `export { default } from '@img/sharp-wasm32/sharp.node'`,
  },
  {
    file: /@huggingface\/transformers\/dist\/transformers\.node\.mjs$/,
    instead: (_, text) =>
      replaced(text, {
        from: 'requireFromHere("onnxruntime-node")',
        to: 'require("onnxruntime-node")',
      }),
  },
]

function replaced(text: string, { from, to }: { from: string | RegExp; to: string }): string {
  const result = text.replace(from, to)
  if (result === text) throw new Error(`nothing in a package's file looks like ${from} any more`)
  return result
}

type Place = { target: Target; folder: string; copied(file: string): void }

/**
 * Native files go to native/, under the same paths that they have in node_modules, because they
 * find their libraries by those; they are loaded from there and not through `require`.
 */
export function natives({ target, folder, copied }: Place): Plugin {
  return {
    name: 'natives',
    setup({ onResolve, onLoad }) {
      // Embeddings of text need no pictures, and the library for those is 18 MB: read when called.
      onResolve({ filter: /^sharp$/ }, ({ importer }) =>
        importer.includes('@huggingface/transformers')
          ? { path: './apart-sharp.cjs', namespace: 'late' }
          : null,
      )
      onResolve({ filter: /./, namespace: 'late' }, ({ path }) => ({ path, external: true }))
      onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
        contents: `module.exports = (...given) => require('${path}')(...given)`,
      }))
      onResolve({ filter: /^@img\/sharp-.*\/sharp\.node$/ }, ({ path }) => ({
        path: join(packageFolder(path.replace('/sharp.node', '')), 'index.cjs'),
      }))
      for (const { file, instead } of finders) {
        onLoad({ filter: file }, ({ path }) => loaded(instead(target, readFileSync(path, 'utf8'))))
      }
      onLoad({ filter: /\.node$/ }, ({ path }) => {
        copyNative(path, { folder, copied })
        return loaded(loaderOf(path))
      })
    },
  }
}

function loaded(contents: string): OnLoadResult {
  return { contents, loader: 'js' }
}

function copyNative(file: string, { folder, copied }: Omit<Place, 'target'>): void {
  const copy = (from: string) => {
    cpSync(from, join(folder, 'native', pathInModules(from)))
    copied(from)
  }
  copy(file)
  const place = dirname(file)
  for (const name of readdirSync(place)) if (isLibrary(name)) copy(join(place, name))
}

function isLibrary(name: string): boolean {
  return /\.(so(\.[\d.]+)?|dylib|dll)$/.test(name)
}

function loaderOf(file: string): string {
  if (!existsSync(file)) throw new Error(`${file} is not there`)
  const place = JSON.stringify(pathInModules(file))
  return `process.dlopen(module, require('node:path').join(__dirname, 'native', ${place}))`
}
