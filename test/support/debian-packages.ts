// Packages of Debian: stand-ins, and those that this machine has installed, put together again.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

type Package = { name: string; arch: string; version: string; files: Record<string, string> }

/** Whether this machine has what takes packages apart. */
export function hasDpkg(): boolean {
  try {
    execFileSync('dpkg-deb', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Writes a package with these texts into the folder. */
export function packageIn(folder: string, { name, arch, version, files }: Package): void {
  const tree = mkdtempSync(join(folder, 'tree-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  const fields = { Package: name, Version: version, Architecture: arch }
  const more = { Maintainer: 'nobody <nobody@example.org>', Description: name }
  const lines = Object.entries({ ...fields, ...more }).map(([key, value]) => `${key}: ${value}\n`)
  build(folder, { tree, control: lines.join('') })
}

/** The installed package of this name with all its files, as its own package would have them. */
export function installedIn(folder: string, name: string): void {
  const tree = mkdtempSync(join(folder, 'tree-'))
  const listed = execFileSync('dpkg-query', ['-L', name], { encoding: 'utf8' }).trim().split('\n')
  for (const path of listed.filter((one) => lstatSync(one, { throwIfNoEntry: false }))) {
    // At the top there may be links to usr/, which no package brings.
    const isFolder = lstatSync(path).isDirectory() || dirname(path) === '/'
    if (isFolder) mkdirSync(join(tree, path), { recursive: true })
    else if (lstatSync(path).isSymbolicLink()) symlinkSync(readlinkSync(path), join(tree, path))
    else copyFileSync(path, join(tree, path))
  }
  const said = execFileSync('dpkg-query', ['-s', name], { encoding: 'utf8' })
  const lines = said.split('\n').filter((line) => !/^(Status|Conffiles):|^ \/etc/.test(line))
  build(folder, { tree, control: `${lines.join('\n').trim()}\n` })
}

function build(folder: string, { tree, control }: { tree: string; control: string }): void {
  mkdirSync(join(tree, 'DEBIAN'))
  writeFileSync(join(tree, 'DEBIAN/control'), control)
  execFileSync('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', '-z1', tree, folder], {
    stdio: 'ignore',
  })
  rmSync(tree, { recursive: true })
}
