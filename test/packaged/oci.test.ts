// The image of a release, made of the packaged file and this machine's packages, is unpacked and
// serves as its user, where nothing but the volume can be written. KONTOR_TEST_FILE names the file.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeImage } from '../../scripts/releasing/image/make-image.ts'
import { hasDpkg, installedIn } from '../support/debian-packages.ts'
import { type ReadImage, readLayout, unpackInto } from '../support/oci-image.ts'
import { testPackagedFile } from '../support/program.ts'
import '../support/sbin.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

const file = testPackagedFile()
const packages = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6']

test('the image serves, is healthy by its own check, and unpacks nothing anew', async () => {
  using folder = temporaryFolder()
  if (!hasDpkg() || !mayEnter()) return void console.log('\nno dpkg or no root: nothing was tried')
  const image = await imageIn(folder.path)
  const root = join(folder.path, 'root')
  unpackInto(root, image)
  const run = (args: readonly string[]) => start(root, { image, args })
  const server = run([...image.config.Entrypoint, ...image.config.Cmd])
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      said += bytes.toString()
    })
  }
  const ended = once(server, 'exit')
  await using _running = {
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await ended
    },
  }
  const health = image.config.Labels['kontor.healthcheck']?.split(' ') ?? []
  const check = async () => {
    const child = run(health)
    const [told, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
    return { code, told }
  }
  await untilSo('it listens', () => /listens on/.test(said) || server.exitCode !== null)
  assert.match(said, /listens on http:\/\/0\.0\.0\.0:/)
  assert.is((await check()).code, 0)
  const { uid, mode } = statSync(join(root, 'data/kontor.db'))
  assert.equal([`${uid}:${uid}`, mode & 0o777], [image.config.User, 0o600])
  server.kill('SIGTERM')
  assert.equal(await ended, [0, null], said)
  assert.is(readdirSync(join(root, 'opt/kontor')).length, 1)
  assert.equal(readdirSync(join(root, 'tmp')), [])
})

async function imageIn(folder: string): Promise<ReadImage> {
  const base = join(folder, 'base')
  mkdirSync(base)
  const gcc = readdirSync('/usr/share/doc').filter((name) => /^gcc-\d+-base$/.test(name))
  for (const name of [...packages, ...gcc]) installedIn(base, name)
  const out = join(folder, 'image')
  const version = /kontor-([^/]+)-linux-/.exec(file)?.[1] ?? ''
  const programs = [{ arch: process.arch, file }]
  // Making 300 MB small and large again would be half of this test.
  await makeImage({ programs, version, base, out, level: 0 })
  const [image] = readLayout(out).values()
  return image as ReadImage
}

function mayEnter(): boolean {
  const isRoot = process.getuid?.() === 0
  return isRoot && spawnSync('unshare', ['--mount', 'chroot', '/', 'true']).status === 0
}

type Run = { image: ReadImage; args: readonly string[] }

/** As a container is started read-only: with what the image says, and what every machine adds. */
function start(root: string, { image, args }: Run) {
  const mounts = [
    `mount --rbind '${root}' '${root}'`,
    `for one in null urandom; do : > '${root}/dev/'$one; done`,
    `for one in null urandom; do mount --bind /dev/$one '${root}/dev/'$one; done`,
    `mount --rbind '${root}/data' '${root}/data'`,
    `mount -t proc proc '${root}/proc'`,
    `mount -o remount,bind,ro '${root}'`,
  ]
  const line = `${mounts.join(' && ')} || exit 77; exec "$@"`
  const env = Object.fromEntries(image.config.Env.map((one) => one.split('=') as [string, string]))
  return spawn(
    'unshare',
    ['--mount', 'sh', '-c', line, 'sh', 'chroot', `--userspec=${image.config.User}`, root, ...args],
    {
      env: { ...env, PATH: `${env.PATH}:/usr/sbin:/sbin`, KONTOR_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

test.run()
