// An image layout read back as the specification has it: every blob by its digest.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import * as assert from 'uvu/assert'

type Descriptor = {
  mediaType: string
  digest: string
  size: number
  platform?: { architecture: string }
}
type Config = {
  architecture: string
  created: string
  config: {
    User: string
    Env: string[]
    Entrypoint: string[]
    Cmd: string[]
    ExposedPorts: object
    Volumes: object
    StopSignal: string
    Healthcheck: object
    Labels: Record<string, string>
  }
  rootfs: { diff_ids: string[] }
  history: unknown[]
}
export type ReadImage = Config & { layers: Uint8Array[] }

const schemas = resolve(import.meta.dirname, '../fixtures/oci-schemas')
const vendor = 'application/vnd.oci.image'

/**
 * All images of a layout, by architecture. Asserts that each part fits its schema of the
 * specification (opencontainers/image-spec, Apache-2.0), and that digests, sizes and diff_ids are
 * those of the bytes.
 */
export function readLayout(folder: string): Map<string, ReadImage> {
  assertFits('image-layout-schema', json(readFileSync(join(folder, 'oci-layout'))))
  const top = json(readFileSync(join(folder, 'index.json')))
  assertFits('image-index-schema', top)
  const [inner, ...others] = top.manifests as Descriptor[]
  assert.equal(others, [], 'who names no image gets the only one')
  const index = json(blobOf(folder, { descriptor: inner, type: 'index.v1+json' }))
  assertFits('image-index-schema', index)
  const images = (index.manifests as Descriptor[]).map((descriptor) => {
    const image = readImage(folder, descriptor)
    assert.is(descriptor.platform?.architecture, image.architecture)
    return [image.architecture, image] as const
  })
  return new Map(images)
}

function readImage(folder: string, descriptor: Descriptor): ReadImage {
  const manifest = json(blobOf(folder, { descriptor, type: 'manifest.v1+json' }))
  assertFits('image-manifest-schema', manifest)
  const config = json(blobOf(folder, { descriptor: manifest.config, type: 'config.v1+json' }))
  assertFits('config-schema', config)
  const layers = (manifest.layers as Descriptor[]).map((layer) =>
    gunzipSync(blobOf(folder, { descriptor: layer, type: 'layer.v1.tar+gzip' })),
  )
  assert.equal(layers.map(digestOf), config.rootfs.diff_ids)
  assert.is(config.history.length, layers.length)
  return { ...config, layers }
}

type Asked = { descriptor: Descriptor | undefined; type: string }

function blobOf(folder: string, { descriptor, type }: Asked): Uint8Array {
  assert.is(descriptor?.mediaType, `${vendor}.${type}`)
  const digest = descriptor?.digest ?? ''
  const bytes = readFileSync(join(folder, 'blobs', digest.replace(':', '/')))
  assert.is(digestOf(bytes), digest)
  assert.is(bytes.length, descriptor?.size)
  return bytes
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

function json(bytes: Uint8Array) {
  return JSON.parse(Buffer.from(bytes).toString())
}

/** They are of draft 4, of which they use nothing that later ones have not, but for its `id`. */
function assertFits(name: string, value: unknown): void {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const part of ['defs', 'defs-descriptor', 'content-descriptor', name]) {
    const text = readFileSync(join(schemas, `${part}.json`), 'utf8')
    const schema = JSON.parse(text, (key, one) => (/^(id|\$schema)$/.test(key) ? undefined : one))
    ajv.addSchema(schema, `${part}.json`)
  }
  assert.ok(ajv.validate(`${name}.json`, value), `${name}: ${ajv.errorsText()}`)
}

/** Lays the layers over one another, as a machine does that runs the image. */
export function unpackInto(folder: string, { layers }: ReadImage): void {
  mkdirSync(folder)
  for (const layer of layers) {
    execFileSync('tar', ['-x', '--same-permissions', '-C', folder], { input: layer })
  }
}
