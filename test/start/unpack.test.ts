// What the single file does before it is the program, with a pack of three small files.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cachePlaces } from '../../src/start/places.ts'
import { NoPlace, noteUse, type Pack, unpack } from '../../src/start/unpack.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const contents: Record<string, string> = {
  'kontor.cjs': 'the program',
  'native/a/b.node': 'native code',
  'assets/x.txt': 'something to read',
}

function packOf(version = '1.0.0', changes: Partial<Pack> = {}): Pack {
  const files = Object.entries(contents).map(([path, text]) => ({
    path,
    sizeBytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }))
  const id = `${version}-0123456789ab`
  return {
    manifest: { id, probe: 'native/a/b.node', files },
    read: (path) => zstdCompressSync(Buffer.from(contents[path] ?? '')),
    load: (file) => void readFileSync(file),
    ...changes,
  }
}

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    assert.instance(error, NoPlace)
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}

test('the files lie in a folder of the version, for its owner alone', () => {
  using cache = temporaryFolder()
  const place = join(cache.path, 'new/place')
  const { folder } = unpack(packOf(), [place])
  assert.is(folder, join(place, '1.0.0-0123456789ab'))
  for (const [path, text] of Object.entries(contents)) {
    assert.is(readFileSync(join(folder, path), 'utf8'), text)
    assert.is(statSync(join(folder, path)).mode & 0o077, 0)
  }
  assert.is(statSync(place).mode & 0o077, 0)
  assert.equal(readdirSync(place), ['1.0.0-0123456789ab'])
})

test('what is there is not unpacked again', () => {
  using cache = temporaryFolder()
  unpack(packOf(), [cache.path])
  const read = () => {
    throw new Error('it was read')
  }
  unpack(packOf('1.0.0', { read }), [cache.path])
})

for (const [title, harm] of [
  ['cut short', (folder: string) => truncateSync(join(folder, 'kontor.cjs'), 3)],
  ['gone', (folder: string) => mkdirSync(join(folder, '../other'))],
] as const) {
  test(`a copy in which a file is ${title} is made anew`, () => {
    using cache = temporaryFolder()
    const { folder } = unpack(packOf(), [cache.path])
    harm(folder)
    if (title === 'gone') spawnSync('rm', [join(folder, 'assets/x.txt')])
    unpack(packOf(), [cache.path])
    for (const [path, text] of Object.entries(contents)) {
      assert.is(readFileSync(join(folder, path), 'utf8'), text)
    }
  })
}

test('bytes that are not those of the manifest are refused, and nothing is left', () => {
  using cache = temporaryFolder()
  const read = (path: string) =>
    path === 'kontor.cjs' ? zstdCompressSync(Buffer.from('something else')) : packOf().read(path)
  const says = messageOf(() => unpack(packOf('1.0.0', { read }), [cache.path]))
  assert.match(says, `${cache.path}: kontor.cjs in this program is damaged`)
  assert.equal(readdirSync(cache.path), [])
})

test('a folder mounted with noexec is passed over', () => {
  using first = temporaryFolder()
  using second = temporaryFolder()
  const load = (file: string) => {
    if (file.startsWith(first.path)) throw new Error('x: failed to map segment from shared object')
  }
  const unpacked: string[] = []
  const read = (path: string) => {
    unpacked.push(path)
    return packOf().read(path)
  }
  const { folder } = unpack(packOf('1.0.0', { load, read }), [first.path, second.path])
  assert.match(folder, second.path)
  assert.equal(readdirSync(first.path), [])
  const [probe, ...others] = unpacked
  assert.is(probe, 'native/a/b.node', 'what is loaded comes first')
  assert.equal(others.sort(), Object.keys(contents).sort(), 'nothing else was unpacked in vain')
})

test('a place that cannot be written is passed over', () => {
  using cache = temporaryFolder()
  const file = join(cache.path, 'file')
  writeFileSync(file, '')
  assert.match(unpack(packOf(), [join(file, 'below'), cache.path]).folder, cache.path)
})

test('a place where others may write is refused', () => {
  using cache = temporaryFolder()
  chmodSync(cache.path, 0o777)
  assert.match(
    messageOf(() => unpack(packOf(), [cache.path])),
    `${cache.path}: others may write there`,
  )
})

test('when no place serves, each is named with its reason and the way out', () => {
  using cache = temporaryFolder()
  const file = join(cache.path, 'file')
  writeFileSync(file, '')
  const load = () => {
    throw new Error('x: failed to map segment from shared object: Operation not permitted')
  }
  const says = messageOf(() => unpack(packOf('1.0.0', { load }), [file, cache.path]))
  const [head, ...lines] = says.split('\n')
  assert.match(head ?? '', 'There is no folder to unpack into')
  assert.equal(lines.slice(0, 2), [
    `  ${file}: it is no folder`,
    `  ${cache.path}: it is mounted with noexec: native code cannot be loaded from it`,
  ])
  assert.match(lines.at(-1) ?? '', 'KONTOR_CACHE_DIR names one')
})

test('other versions go, but not those that somebody runs', () => {
  using cache = temporaryFolder()
  const names = () => readdirSync(cache.path).sort()
  const { folder: used } = unpack(packOf('1.0.0'), [cache.path])
  const leave = noteUse(used)
  const { folder: unused } = unpack(packOf('1.1.0'), [cache.path])
  // A number that no process has: the highest there may be is 4,194,304.
  mkdirSync(join(unused, 'users'))
  writeFileSync(join(unused, 'users', '99999999'), '')
  unpack(packOf('2.0.0'), [cache.path])
  assert.equal(names(), ['1.0.0-0123456789ab', '2.0.0-0123456789ab'])
  leave()
  unpack(packOf('3.0.0'), [cache.path])
  assert.equal(names(), ['3.0.0-0123456789ab'])
})

test('what is not ours is left alone, an unpacking cut short an hour ago is not', () => {
  using cache = temporaryFolder()
  const hoursAgo = Date.now() / 1000 - 7_200
  for (const name of ['letters', 'unpacking-old', 'unpacking-new']) {
    mkdirSync(join(cache.path, name))
    if (name !== 'unpacking-new') utimesSync(join(cache.path, name), hoursAgo, hoursAgo)
  }
  unpack(packOf(), [cache.path])
  assert.equal(readdirSync(cache.path).sort(), ['1.0.0-0123456789ab', 'letters', 'unpacking-new'])
})

test('an unpacking beside ours that ends while it is looked at stops nobody', () => {
  using cache = temporaryFolder()
  // A name that is in the folder and leads to nothing, as between the two looks.
  symlinkSync('gone', join(cache.path, 'unpacking-gone'))
  assert.is(unpack(packOf(), [cache.path]).folder, join(cache.path, '1.0.0-0123456789ab'))
})

test('whoever comes second finds the work done', () => {
  using cache = temporaryFolder()
  let inner = 0
  const read = (path: string) => {
    // While the first unpacks, another process begins and ends.
    if (inner++ === 0) unpack(packOf(), [cache.path])
    return packOf().read(path)
  }
  const { folder } = unpack(packOf('1.0.0', { read }), [cache.path])
  assert.is(readFileSync(join(folder, 'kontor.cjs'), 'utf8'), 'the program')
  assert.is(readdirSync(cache.path).length, 1)
})

test('a folder named by the operator is the only place', () => {
  assert.equal(cachePlaces({ KONTOR_CACHE_DIR: '/c', HOME: '/h', CACHE_DIRECTORY: '/s' }), ['/c'])
})

test('systemd, the user and the system name places, in this order', () => {
  const environment = { CACHE_DIRECTORY: '/s/one:/s/two', XDG_CACHE_HOME: '/x', HOME: '/h' }
  const [last, ...others] = cachePlaces(environment).reverse()
  assert.equal(others.reverse(), ['/s/one', '/x/kontor', '/h/.cache/kontor'])
  assert.match(last ?? '', /\/kontor-\d+$/)
  assert.not.ok(existsSync('/s/one'))
})

test.run()
