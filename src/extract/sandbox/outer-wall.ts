import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { systemProgram } from '../../base/system-program.ts'
import { openFilesMax, probeMaxMs } from '../limits.ts'
import { callFilter } from './call-filter.ts'

/**
 * The wall of the kernel around a process that works on the bytes of others: bubblewrap gives it
 * namespaces of its own in which there is no network, no other process and no file but those that
 * it is shown, and a filter of system calls. It holds native code, too.
 */
export type OuterWall = Wall | { missing: string }

/** `proc`: whether the system lets a view of the processes in it be mounted. */
export type Wall = { bwrap: string; proc: boolean }

/** What is shown to a confined process; no name of anything else is there. */
export type Shown = {
  readable: readonly string[]
  /** Folders in which it may write. */
  writable?: readonly string[]
  /** Whether one of its descriptors is a file that it writes. */
  fills?: boolean
  /** What the system says of itself: processors, memory. Threads of networks ask for it. */
  system?: boolean
}

type Command = { file: string; args: readonly string[]; env: Record<string, string>; shown: Shown }

/** As the lines of a child; the filter comes behind whatever else is handed over. */
const filterFd = 9

let found: Promise<OuterWall> | undefined

/** Whether there is one, found out once by a trial. */
export function outerWall(): Promise<OuterWall> {
  found ??= tryWall()
  return found
}

export function wallIn(found: OuterWall): Wall | undefined {
  return 'bwrap' in found ? found : undefined
}

async function tryWall(): Promise<OuterWall> {
  const bwrap = systemProgram('bwrap')
  const trial = systemProgram('true')
  if (bwrap === undefined) return { missing: 'bubblewrap is not installed' }
  if (!callFilter()) return { missing: `no list of system calls for ${process.arch}` }
  if (!trial) return { missing: 'there is no `true` to try it with' }
  if (!existsSync(`/proc/self/task/${process.pid}/children`)) {
    return { missing: 'the kernel does not tell the children of a process' }
  }
  if ((await trialOf({ bwrap, proc: true }, trial)) === undefined) return { bwrap, proc: true }
  const reason = await trialOf({ bwrap, proc: false }, trial)
  if (reason === undefined) return { bwrap, proc: false }
  return { missing: `bubblewrap does not work here: ${reason}` }
}

/** Why it does not start. */
async function trialOf(wall: Wall, file: string): Promise<string | undefined> {
  const command = { file, args: [], env: {}, shown: { readable: [], system: true } }
  const child = spawnConfined(wall, command, ['ignore', 'ignore', 'pipe'])
  const timer = setTimeout(() => child.kill('SIGKILL'), probeMaxMs)
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'close').catch((error: Error) => [error.message])
  clearTimeout(timer)
  return code === 0 ? undefined : said.trim().slice(0, 200) || `${code}`
}

/** Starts a program behind the wall. Its limits are those of a shell that becomes it. */
export function spawnConfined(
  wall: Wall,
  { file, args, env, shown }: Command,
  stdio: readonly (number | 'ignore' | 'pipe' | undefined)[],
): ChildProcess {
  const all = Array.from({ length: filterFd }, (_, at) => stdio[at] ?? 'ignore')
  const { writable = [], fills = false } = shown
  const script = limits(fills || writable.length > 0)
  const words = [...wallArguments(wall, { file, shown }), '--', file, ...args]
  const child = spawn('/bin/sh', ['-c', script, wall.bwrap, ...words], {
    cwd: '/',
    env,
    stdio: [...all, 'pipe'] as StdioOptions,
  })
  const pipes = child.stdio as readonly unknown[]
  const filter = pipes[filterFd] as Writable | undefined
  filter?.on('error', () => {}).end(callFilter())
  return child
}

/** No dump of its memory, no crowd of files, and where it has nothing to write no file at all. */
function limits(isWriting: boolean): string {
  const files = isWriting ? '' : 'ulimit -f 0; '
  return `ulimit -c 0; ulimit -n ${openFilesMax}; ${files}exec "$0" "$@"`
}

type Asked = Pick<Command, 'file' | 'shown'>

function wallArguments({ proc }: Wall, { file, shown }: Asked): string[] {
  const { readable, writable = [], system = false } = shown
  const places = [...new Set([...readable.map(withoutStar), file])].sort()
  return [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
    ...['--unshare-cgroup-try', '--new-session', '--die-with-parent', '--cap-drop', 'ALL'],
    ...libraries.flatMap(shownLibrary),
    ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache', '--dev', '/dev'],
    ...(system && proc ? ['--proc', '/proc'] : []),
    ...(system ? ['--ro-bind-try', systemFolder, systemFolder] : []),
    ...places.flatMap((path) => ['--ro-bind-try', path, path]),
    ...writable.flatMap((path) => ['--bind-try', path, path]),
    ...['--remount-ro', '/', '--chdir', '/', '--seccomp', `${filterFd}`],
  ]
}

const systemFolder = '/sys/devices/system'
/** Of the system there are its libraries, without which no program starts, and nothing else. */
const libraries = ['/usr/lib', '/usr/lib64', '/lib', '/lib64']

function shownLibrary(path: string): string[] {
  if (!existsSync(path)) return []
  if (lstatSync(path).isSymbolicLink()) return ['--symlink', readlinkSync(path), path]
  return ['--ro-bind', path, path]
}

function withoutStar(path: string): string {
  return path.replace(/\/\*$/, '')
}
