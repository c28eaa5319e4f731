// An image of the Dockerfile without Docker: in a root of its own that has the system of this
// machine where the image has Debian's.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { environmentOfImage, textsOf } from '../../scripts/releasing/image/dockerfile.ts'

export type Image = {
  /** What COPY put into it. */
  copied: string[]
  user: { uid: number; gid: number }
  start(args: readonly string[], environment?: Record<string, string>): ChildProcess
  /** The folder of the volume on this machine. */
  volume: string
}

/**
 * Carries out COPY and RUN as root, then starts what is asked as the image's user, in a root that
 * can be read only but for the volume. Undefined where this machine permits nobody to do that.
 */
export function imageIn(folder: string, { context }: { context: string }): Image | undefined {
  const hasTools = spawnSync('sh', ['-c', 'command -v useradd && command -v unshare']).status === 0
  if (process.getuid?.() !== 0 || !hasTools) return undefined
  const [root, bin] = [join(folder, 'root'), join(folder, 'bin')]
  const copied = copyInto(bin, context)
  const mounts = [...furnish(root), ['bind', bin, join(root, 'usr/local/bin')] as const]
  const environment = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    ...environmentOfImage(),
  }
  const enter = (more: readonly Mount[], line: readonly string[]) => {
    const steps = [...mounts, ...more].map(mountLine).join(' && ')
    return ['--mount', 'sh', '-c', `${steps} || exit 77; exec "$@"`, 'sh', 'chroot', ...line]
  }
  for (const step of textsOf('RUN')) {
    const line = enter([], [root, 'sh', '-c', step])
    const { status, stderr } = spawnSync('unshare', line, { encoding: 'utf8', env: environment })
    if (status === 77 || /^unshare: /m.test(stderr)) return undefined
    if (status !== 0) throw new Error(`RUN ${step}: ${stderr}`)
  }
  const user = userIn(root, textsOf('USER')[0] ?? '')
  const volume = join(folder, 'volume')
  takeOver(join(root, textsOf('VOLUME')[0] ?? ''), volume)
  const sealed: Mount[] = [
    ['read-only', root, root],
    ['bind', volume, join(root, textsOf('VOLUME')[0] ?? '')],
  ]
  return {
    copied,
    user,
    volume,
    start: (args, more = {}) => {
      const line = enter(sealed, [`--userspec=${user.uid}:${user.gid}`, root, ...args])
      const stdio = ['ignore', 'pipe', 'pipe'] as const
      return spawn('unshare', line, { env: { ...environment, ...more }, stdio: [...stdio] })
    },
  }
}

type Mount = readonly [how: 'bind' | 'read-only', from: string, to: string]

function mountLine([how, from, to]: Mount): string {
  const bind = `mount --rbind '${from}' '${to}'`
  return how === 'bind' ? bind : `${bind} && mount -o remount,bind,ro '${to}'`
}

function copyInto(bin: string, context: string): string[] {
  mkdirSync(bin)
  return textsOf('COPY').map((text) => {
    const [from = '', to = ''] = text.split(' ')
    const target = join(bin, basename(to))
    try {
      linkSync(join(context, from), target)
    } catch {
      copyFileSync(join(context, from), target)
    }
    return from
  })
}

const system = ['usr', 'bin', 'sbin', 'lib', 'lib64']

/** What the image is made from, as far as its steps need it. */
function furnish(root: string): Mount[] {
  mkdirSync(root)
  chmodSync(root, 0o755)
  const folders = system.filter((name) => existsSync(`/${name}`))
  const links = folders.filter((name) => lstatSync(`/${name}`).isSymbolicLink())
  for (const name of links) symlinkSync(readlinkSync(`/${name}`), join(root, name))
  const bound = folders.filter((name) => !links.includes(name))
  for (const name of [...bound, 'dev', 'etc', 'opt', 'tmp', 'var', 'home']) {
    mkdirSync(join(root, name))
  }
  const files = {
    passwd: 'root:x:0:0:root:/root:/bin/sh\n',
    group: 'root:x:0:\n',
    shadow: 'root:*:19000:0:99999:7:::\n',
    gshadow: 'root:*::\n',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'etc', name), text)
  mkdirSync(join(root, 'proc'))
  const devices = ['null', 'urandom']
  for (const name of devices) writeFileSync(join(root, 'dev', name), '')
  return [
    ...bound.map((name): Mount => ['bind', `/${name}`, join(root, name)]),
    ['bind', '/proc', join(root, 'proc')],
    ...devices.map((name): Mount => ['bind', `/dev/${name}`, join(root, 'dev', name)]),
  ]
}

function userIn(root: string, wanted: string): { uid: number; gid: number } {
  const lines = readFileSync(join(root, 'etc/passwd'), 'utf8').split('\n')
  const found = lines.map((line) => line.split(':')).find(([name]) => name === wanted)
  if (!found) throw new Error(`the image has no user ${wanted}`)
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** A new volume has the owner and the mode of the folder that it takes the place of. */
function takeOver(folder: string, volume: string): void {
  const { uid, gid, mode } = statSync(folder)
  mkdirSync(volume)
  chmodSync(volume, mode & 0o777)
  chownSync(volume, uid, gid)
}
