// The image of a release, read back: made of stand-ins for the program and Debian's packages.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackTar } from 'modern-tar'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeImage } from '../../scripts/releasing/image/make-image.ts'
import { hasDpkg, packageIn } from '../support/debian-packages.ts'
import { type ReadImage, readLayout } from '../support/oci-image.ts'
import { shared } from '../support/shared.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const archs = ['amd64', 'arm64']

/** One that is only read. */
const { fact } = shared(async () => {
  const folder = temporaryFolder()
  const layout = await image(folder.path)
  return { layout, [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
})

if (hasDpkg()) {
  fact('one index has an image for each architecture, as the specification has it', async (it) => {
    const images = readLayout(it.layout)
    assert.equal([...images.keys()], archs)
    for (const [arch, { layers }] of images) {
      const [system, program] = await Promise.all(layers.map(namesIn))
      assert.is(system?.get('lib/libc.so.6'), `libc6 of ${arch}`)
      assert.is(program?.get('usr/local/bin/kontor'), `the program for ${arch}`)
      assert.is(program?.get('opt/kontor/9.9.9-0123456789ab/worker.cjs'), `a worker for ${arch}`)
    }
  })

  fact('an image says of itself what the Dockerfile says', async ({ layout }) => {
    const { config, created } = readLayout(layout).get('arm64') as ReadImage
    assert.is(created, '1970-01-01T00:00:00.000Z')
    const { Env, Labels, ...rest } = config
    assert.equal(rest, {
      User: '10001:10001',
      ExposedPorts: { '4200/tcp': {} },
      Entrypoint: ['kontor'],
      Cmd: ['serve'],
      Volumes: { '/data': {} },
      WorkingDir: '/',
      StopSignal: 'SIGTERM',
      Healthcheck: {
        Test: ['CMD', 'kontor', 'top', '--once'],
        Interval: 30e9,
        Timeout: 10e9,
        StartPeriod: 120e9,
        Retries: 3,
      },
    })
    for (const one of ['KONTOR_DATA_DIR=/data', 'KONTOR_CACHE_DIR=/opt/kontor']) {
      assert.ok(Env.includes(one), one)
    }
    assert.ok(Env.some((one) => /^PATH=.*\/usr\/local\/bin/.test(one)))
    assert.is(Labels['org.opencontainers.image.version'], '9.9.9')
    assert.is(Labels['kontor.healthcheck'], 'kontor top --once')
    assert.is(Labels['kontor.base'], 'libc6 1.0, libgcc-s1 1.0, libstdc++6 1.0')
  })

  fact('its user owns the volumes and nothing else, and finds its name', async ({ layout }) => {
    const { layers } = readLayout(layout).get('amd64') as ReadImage
    const entries = (await Promise.all(layers.map((layer) => unpackTar(layer)))).flat()
    const headers = entries.map(({ header }) => header)
    const owned = headers.filter(({ uid }) => uid !== 0)
    assert.equal(
      owned.map(({ name, uid, gid, mode }) => [name, uid, gid, mode]),
      [
        ['data/', 10001, 10001, 0o700],
        ['backups/', 10001, 10001, 0o700],
      ],
    )
    const mode = (path: string) => headers.find(({ name }) => name === path)?.mode
    assert.is(mode('usr/local/bin/kontor'), 0o755)
    // Unpacked parts are taken from a folder only where nobody else may write.
    assert.is(mode('opt/kontor/'), 0o755)
    assert.is(mode('tmp/'), 0o1777)
    const all = new Map((await Promise.all(layers.map(namesIn))).flatMap((names) => [...names]))
    assert.match(all.get('etc/passwd') ?? '', /^kontor:x:10001:10001:/m)
    assert.match(all.get('var/lib/dpkg/status.d/libc6') ?? '', /^Version: 1\.0$/m)
    assert.ok(all.has('usr/share/doc/libc6/copyright'), 'a licence is not taken away')
    assert.not(all.has('usr/share/doc/libc6/changelog.gz'))
  })

  test('the same files give the same image, on any day', async () => {
    using folder = temporaryFolder()
    const sums = [await image(folder.path), await image(folder.path, 'again')].map((layout) =>
      readdirSync(layout, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map(({ parentPath, name }) => sumOf(join(parentPath, name)))
        .sort(),
    )
    assert.equal(sums[0], sums[1])
    assert.is(sums[0]?.length, 2 + 1 + 2 * (1 + 1 + 2))
  })

  test('a package that is missing, or there twice, is named', async () => {
    using folder = temporaryFolder()
    await image(folder.path)
    const base = join(folder.path, 'base')
    stand(base, { name: 'libc6', arch: 'arm64', version: '1.1' })
    await refused(folder.path, /libc6 for arm64 more than once/)
    for (const version of ['1.0', '1.1']) rmSync(join(base, `libc6_${version}_arm64.deb`))
    await refused(folder.path, /has no package libc6 for arm64/)
  })
} else console.log('\nno dpkg-deb here: nothing was tried')

async function refused(folder: string, message: RegExp): Promise<void> {
  try {
    await make(folder, 'refused')
  } catch (error) {
    return void assert.match((error as Error).message, message)
  }
  assert.unreachable('an image was made')
}

/** The layout of an image of stand-ins. */
async function image(folder: string, name = 'image'): Promise<string> {
  const base = join(folder, 'base')
  mkdirSync(base, { recursive: true })
  for (const arch of archs) {
    for (const one of ['libc6', 'libgcc-s1', 'libstdc++6']) stand(base, { name: one, arch })
  }
  return make(folder, name)
}

function stand(base: string, { name = '', arch = '', version = '1.0' }): void {
  const library = `lib/${name.replace(/6$/, '')}.so.6`
  const doc = `usr/share/doc/${name}`
  const files = {
    [library]: `${name} of ${arch}`,
    [`${doc}/copyright`]: 'free',
    [`${doc}/changelog.gz`]: 'news',
  }
  packageIn(base, { name, arch, version, files })
}

async function make(folder: string, name: string): Promise<string> {
  const programs = archs.map((arch) => {
    const dist = join(folder, arch)
    mkdirSync(dist, { recursive: true })
    const file = join(dist, 'kontor')
    writeFileSync(file, `the program for ${arch}`)
    writeFileSync(join(dist, 'worker.cjs'), `a worker for ${arch}`)
    const manifest = { id: '9.9.9-0123456789ab', files: [{ path: 'worker.cjs' }] }
    writeFileSync(`${file}.manifest.json`, JSON.stringify(manifest))
    return { arch: arch === 'amd64' ? 'x64' : arch, file }
  })
  const out = join(folder, name)
  await makeImage({ programs, version: '9.9.9', base: join(folder, 'base'), out })
  return out
}

async function namesIn(layer: Uint8Array): Promise<Map<string, string>> {
  const entries = await unpackTar(layer)
  return new Map(
    entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]),
  )
}

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

test.run()
