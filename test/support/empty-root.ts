// A root folder with a program, the C and C++ libraries and /dev/null in it, and nothing else.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Nobody of the system. */
const nobody = 65_534

export type EmptyRoot = {
  /** What keeps the program apart from this machine, for the reader of the test's output. */
  apart: string
  start(args: readonly string[]): ChildProcess
}

/**
 * As far as this machine permits: in a root and a network of its own, as nobody. Else the program
 * runs where it lies, with an empty environment, and `apart` says so.
 */
export function emptyRoot(folder: string, { file }: { file: string }): EmptyRoot {
  fill(folder, file)
  const isRoot = process.getuid?.() === 0
  const wall = ['unshare', ...(isRoot ? [] : ['--user', '--map-root-user'])]
  const chroot = ['chroot', ...(isRoot ? [`--userspec=${nobody}:${nobody}`] : []), folder]
  const inside = `/${basename(file)}`
  const ways = [
    {
      apart: 'an empty root without network',
      line: [...wall, '--mount', '--net', 'sh', '-c', `${lone}\n${bare}`, folder, ...chroot],
    },
    {
      apart: 'an empty root with the network of this machine',
      line: [...wall, '--mount', 'sh', '-c', bare, folder, ...chroot],
    },
  ]
  const way = ways.find(({ line }) => works([...line, inside, '--version']))
  const [command = '', ...before] = way ? [...way.line, inside] : [file]
  return {
    apart: way?.apart ?? 'an empty environment alone: this machine permits no root of its own',
    start: (args) =>
      spawn(command, [...before, ...args], {
        cwd: way ? '/' : folder,
        env: way ? { PATH: process.env.PATH } : { TMPDIR: join(folder, 'tmp') },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  }
}

/** In a network of one's own even this machine is not there until it is switched on. */
const lone = `ip link set lo up 2>/dev/null || perl -e '
  my $lo = pack("a16 s x22", "lo", 0x49);
  socket(S, 2, 1, 0) && ioctl(S, 0x8914, $lo) or exit 1' || exit 1`

/** Processes are started with it; there is no other device. */
const bare = 'mount --bind /dev/null "$0/dev/null" && exec "$@"'

function works([command = '', ...args]: readonly string[]): boolean {
  const env = { PATH: process.env.PATH }
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', env })
  return status === 0 && /^\d+\.\d+\.\d+\n$/.test(stdout)
}

function fill(folder: string, file: string): void {
  for (const library of systemLibraries()) {
    mkdirSync(join(folder, dirname(library)), { recursive: true })
    copyFileSync(realpathSync(library), join(folder, library))
  }
  const copy = join(folder, basename(file))
  try {
    linkSync(file, copy)
  } catch {
    copyFileSync(file, copy)
  }
  chmodSync(folder, 0o755)
  for (const name of ['tmp', 'dev']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'dev/null'), '')
  if (process.getuid?.() === 0) chownSync(join(folder, 'tmp'), nobody, nobody)
}

/**
 * Those that this Node itself has loaded: glibc with its loader, and libstdc++ with libgcc. The
 * engine for pictures asks for one more part of glibc.
 */
function systemLibraries(): string[] {
  const report = process.report.getReport() as unknown as { sharedObjects: string[] }
  const known = /^\/.*\/(ld-linux|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so)/
  const loaded = report.sharedObjects.filter((path) => known.test(path))
  const libc = loaded.find((path) => basename(path).startsWith('libc.so'))
  return libc ? [...loaded, join(dirname(libc), 'libresolv.so.2')] : loaded
}
