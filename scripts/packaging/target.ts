import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')
const modules = join(root, 'node_modules')

/** For which machine a file is made. */
export type Target = { name: string; platform: string; arch: string; isHost: boolean }

export function targetOf(name: string): Target {
  const [platform = '', arch = ''] = name.split('-')
  if (!/^(linux|darwin|win32)$/.test(platform) || !/^(x64|arm64)$/.test(arch)) {
    throw new Error(`--target ${name}: give linux-x64, linux-arm64, darwin-arm64 or win32-x64`)
  }
  return { name, platform, arch, isHost: name === `${process.platform}-${process.arch}` }
}

/** A package of node_modules, by its file; undefined where it was not installed. */
export function moduleFile(path: string): string | undefined {
  const file = join(modules, path)
  return existsSync(file) ? file : undefined
}

/** Where a file lies in node_modules: the same on every machine. */
export function pathInModules(file: string): string {
  const path = relative(modules, resolve(root, file))
  if (path.startsWith('..')) throw new Error(`${file} is not in node_modules`)
  return path
}

/** The package that a file of node_modules belongs to, as the lock file names it. */
export function packageOf(file: string): string {
  const path = `node_modules/${pathInModules(file)}`
  const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
  if (found === undefined) throw new Error(`${file} belongs to no package`)
  return found
}
