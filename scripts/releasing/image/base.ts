import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TarEntryData, type TarHeader, unpackTar } from 'modern-tar'
import type { Owner } from './dockerfile.ts'

export type Entry = { header: TarHeader; body?: TarEntryData }
export type Base = { entries: Entry[]; packages: string[] }

/** Without these nothing starts. Others may lie beside them: base-files has the licences' texts. */
const needed = ['libc6', 'libgcc-s1', 'libstdc++6']

/**
 * What stands below the program: packages of Debian out of a folder, as they are, without what only
 * people read, and whom the program runs as. Nothing of this machine goes into it, so that the same
 * packages give the same bytes. Throws where one is missing or there twice.
 */
export async function baseOf(folder: string, { arch }: { arch: string }): Promise<Base> {
  const found = packagesIn(folder).filter((one) => [arch, 'all'].includes(one.arch))
  for (const name of needed) {
    if (!found.some((one) => one.name === name)) {
      throw new Error(`${folder} has no package ${name} for ${arch}`)
    }
  }
  const twice = found.find((one, at) => found[at + 1]?.name === one.name)
  if (twice) throw new Error(`${folder} has ${twice.name} for ${arch} more than once`)
  const entries = new Map<string, Entry>()
  for (const { name, file, control } of found) {
    for (const entry of await contentsOf(file)) entries.set(entry.header.name, entry)
    // Where scanners look for what is installed when there is no dpkg.
    const path = `var/lib/dpkg/status.d/${name}`
    entries.set(path, { header: { name: path, size: Buffer.byteLength(control) }, body: control })
  }
  const packages = found.map(({ name, version }) => `${name} ${version}`)
  return { entries: [...entries.values()], packages }
}

/** Names of users and machines are looked up in these. */
export function accountsOf({ name, uid }: Owner): Entry[] {
  const files = {
    passwd: `root:x:0:0:root:/root:/sbin/nologin\n${name}:x:${uid}:${uid}::/:/sbin/nologin\n`,
    group: `root:x:0:\n${name}:x:${uid}:\n`,
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  }
  const texts = Object.entries(files).map(([file, text]) => ({
    header: { name: `etc/${file}`, size: text.length },
    body: text,
  }))
  const temporary = { name: 'tmp/', size: 0, type: 'directory', mode: 0o1777 } as const
  return [{ header: temporary }, ...texts]
}

type Package = { name: string; version: string; arch: string; file: string; control: string }

function packagesIn(folder: string): Package[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.deb'))
  const found = files.map((name) => {
    const file = join(folder, name)
    const control = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' })
    const field = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(control)?.[1] ?? ''
    const [version, arch] = [field('Version'), field('Architecture')]
    return { name: field('Package'), version, arch, file, control }
  })
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The licences stay; what else is in usr/share/doc is for people at a machine. */
const unread = /^usr\/share\/(doc\/[^/]+\/(?!copyright$).+|lintian\/.*|man\/.*|info\/.*)$/

async function contentsOf(file: string): Promise<Entry[]> {
  const tar = execFileSync('dpkg-deb', ['--fsys-tarfile', file], { maxBuffer: 2 ** 31 - 1 })
  const entries = await unpackTar(tar, {
    map: (header) => ({ ...header, name: header.name.replace(/^\.\//, '') }),
    filter: ({ name }) => !unread.test(name.replace(/^\.\//, '')) && name !== './',
  })
  return entries.map(({ header, data }) => ({ header, body: data }))
}
