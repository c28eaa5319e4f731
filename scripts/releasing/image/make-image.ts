import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../../src/start/unpack.ts'
import { accountsOf, baseOf, type Entry } from './base.ts'
import { configOf } from './config.ts'
import { environmentOfImage, type Owner, ownerOfImage, textsOf } from './dockerfile.ts'
import { type Descriptor, type Layout, mediaTypes, openLayout } from './layout.ts'

/** The file of one architecture, in the folder of its packager: its parts lie beside it. */
export type Program = { arch: string; file: string }
type Order = {
  programs: readonly Program[]
  version: string
  /** The folder with Debian's packages. */
  base: string
  out: string
  /** How much gzip tries. */
  level?: number
}

/**
 * An image for every architecture, in one index, without a daemon: what the Dockerfile would make,
 * on the libraries alone instead of a whole system. The same files give the same bytes.
 */
export async function makeImage({ level = 6, ...order }: Order): Promise<void> {
  const { programs, version, base, out } = order
  const layout = openLayout(out, { level })
  const manifests: object[] = []
  for (const program of programs) {
    const manifest = await manifestOf(layout, { program, version, base })
    manifests.push({ ...manifest, platform: { architecture: archOf(program), os: 'linux' } })
  }
  const index = { schemaVersion: 2, mediaType: mediaTypes.index, manifests }
  layout.finish(layout.put(mediaTypes.index, index), version)
}

type One = { program: Program; version: string; base: string }

async function manifestOf(layout: Layout, { program, version, base }: One): Promise<Descriptor> {
  const [arch, owner] = [archOf(program), ownerOfImage()]
  const { entries, packages } = await baseOf(base, { arch })
  const system = [...entries, ...accountsOf(owner)]
  const layers = [
    await layout.layer(`packages of Debian: ${packages.join(', ')}`, system),
    await layout.layer(`kontor ${version}`, programEntries(program, owner)),
  ]
  const config = configOf({ arch, version, owner, packages, layers })
  return layout.put(mediaTypes.manifest, {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: layout.put(mediaTypes.config, config),
    layers: layers.map(({ descriptor }) => descriptor),
  })
}

function archOf({ arch }: Program): string {
  return arch === 'x64' ? 'amd64' : arch
}

/** The program, what it would unpack at its first start, and the folders of its volumes. */
function programEntries({ file }: Program, { uid, places }: Owner): Entry[] {
  const [target = ''] = textsOf('COPY').map((text) => text.split(' ').at(-1))
  const { id, files }: Manifest = JSON.parse(readFileSync(`${file}.manifest.json`, 'utf8'))
  const cache = join(environmentOfImage().KONTOR_CACHE_DIR ?? '', id)
  const parts = files.map(({ path }) =>
    entry(join(cache, path), { from: join(file, '..', path), mode: 0o644 }),
  )
  const own = places.map((path) => ({
    header: folderHeader(path, { mode: 0o700, uid }),
  }))
  return [...own, entry(target, { from: file, mode: 0o755 }), ...parts]
}

function entry(path: string, { from, mode }: { from: string; mode: number }): Entry {
  const body = readFileSync(from)
  return { header: { name: path.replace(/^\//, ''), size: body.length, mode }, body }
}

function folderHeader(path: string, { mode, uid }: { mode: number; uid: number }) {
  const name = `${path.replace(/^\//, '')}/`
  return { name, size: 0, type: 'directory', mode, uid, gid: uid } as const
}
