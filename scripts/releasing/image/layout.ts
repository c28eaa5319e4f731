import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import type { Entry } from './base.ts'
import { made } from './config.ts'

export type Descriptor = { mediaType: string; digest: string; size: number }
export type Layer = { descriptor: Descriptor; diffId: string; what: string }
export type Layout = {
  layer(what: string, entries: readonly Entry[]): Promise<Layer>
  /** Puts an object among the blobs. */
  put(mediaType: string, value: object): Descriptor
  /** The one thing that the layout is asked for, by that name. */
  finish(descriptor: Descriptor, name: string): void
}

const type = (name: string) => `application/vnd.oci.image.${name}`
export const mediaTypes = {
  config: type('config.v1+json'),
  index: type('index.v1+json'),
  layer: type('layer.v1.tar+gzip'),
  manifest: type('manifest.v1+json'),
}

/**
 * A folder as OCI's image-layout.md has it: blobs under their digests, and what to begin with.
 * `level` is how much gzip tries.
 */
export function openLayout(folder: string, { level }: { level: number }): Layout {
  const blobs = join(folder, 'blobs/sha256')
  mkdirSync(blobs, { recursive: true })
  const put = (mediaType: string, bytes: Uint8Array | string): Descriptor => {
    const digest = sha256Of(bytes)
    writeFileSync(join(blobs, digest), bytes)
    return { mediaType, digest: `sha256:${digest}`, size: Buffer.byteLength(bytes) }
  }
  return {
    layer: async (what, entries) => {
      const tar = await tarOf(entries)
      const descriptor = put(mediaTypes.layer, gzipSync(tar, { level }))
      return { descriptor, diffId: `sha256:${sha256Of(tar)}`, what }
    },
    put: (mediaType, value) => put(mediaType, JSON.stringify(value)),
    finish: (descriptor, name) => {
      const annotations = { 'org.opencontainers.image.ref.name': name }
      const index = { schemaVersion: 2, mediaType: mediaTypes.index }
      const manifests = [{ ...descriptor, annotations }]
      writeFileSync(join(folder, 'index.json'), JSON.stringify({ ...index, manifests }))
      writeFileSync(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}')
    },
  }
}

/** Everything is root's unless it says otherwise, and of no day. */
async function tarOf(entries: readonly Entry[]): Promise<Uint8Array> {
  const plain = withFolders(entries).map(({ header, body }) => ({
    header: { uid: 0, gid: 0, ...header, mtime: made, uname: '', gname: '' },
    ...(body === undefined ? {} : { body }),
  }))
  return packTar(plain)
}

/** Folders come before what is in them: who unpacks may make missing ones with any mode. */
function withFolders(entries: readonly Entry[]): Entry[] {
  const known = new Set(entries.map(({ header }) => header.name))
  return entries.flatMap((entry) => {
    const parts = entry.header.name.split('/').slice(0, -1)
    const above = parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`)
    const missing = above.filter((name) => !known.has(name))
    for (const name of missing) known.add(name)
    const folders = missing.map((name): Entry => {
      return { header: { name, size: 0, type: 'directory', mode: 0o755 } }
    })
    return [...folders, entry]
  })
}

function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
