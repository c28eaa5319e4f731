import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { openBlobsDisk } from '../../src/adapters/blobs/blobs-disk.ts'
import { NotFound } from '../../src/base/errors.ts'
import { type DatasetId, newId, type ObjectId, type TenantId } from '../../src/base/ids.ts'
import { secretsFrom } from '../../src/base/secrets.ts'
import {
  type BlobStore,
  type Catalog,
  type CatalogSettings,
  type CreateDatasetRequest,
  type Dataset,
  type InitiateUploadRequest,
  markIndexed,
  openCatalog,
  openSignedUrls,
  type SignedUrls,
  type UploadLimits,
} from '../../src/domain/catalog/index.ts'
import type { AnonymousCommand, Command } from '../../src/domain/command.ts'
import type { Principal } from '../../src/domain/identity/index.ts'
import { wasLicenceSold } from '../../src/domain/microip/index.ts'
import { arePassagesOf } from '../../src/domain/search/index.ts'
import { openTestStore, type TestStore } from './open-test-store.ts'
import { testPrincipal } from './test-principal.ts'

export const testSecrets = secretsFrom(Buffer.alloc(32, 7))

export type TestCatalog = Catalog & {
  store: TestStore
  blobs: BlobStore
  links: SignedUrls
  /** A member of a new tenant. */
  tenant(name?: string): Principal
  as(principal: Principal): Command
  anonymous(): AnonymousCommand
  dataset(owner: Principal, request?: Partial<CreateDatasetRequest>): Promise<Dataset>
  /** An object with these bytes in each state on the way; the text is the file. */
  initiated(owner: Principal, file: TestFile): Promise<ObjectId>
  received(owner: Principal, file: TestFile): Promise<ObjectId>
  staged(owner: Principal, file: TestFile): Promise<ObjectId>
  approved(owner: Principal, file: TestFile): Promise<ObjectId>
  indexed(owner: Principal, file: TestFile): Promise<ObjectId>
  /** Jobs waiting, as `kind subject`, oldest first. */
  jobs(): string[]
  [Symbol.dispose](): void
}

export type TestFile = { datasetId: DatasetId; text?: string } & Partial<InitiateUploadRequest>

/** `someText` comes in three parts under these, of 14, 14 and 13 bytes. */
export const smallParts: UploadLimits = {
  multipartAboveBytes: 40,
  partMinBytes: 10,
  partsMax: 1_000,
}

export const someText = 'Der Transformator OPS-306 wurde geprüft.'

/** The catalog alone on a real store and real files: `using catalog = openTestCatalog()`. */
export function openTestCatalog(
  settings: Partial<CatalogSettings> = {},
  uploadLimits?: UploadLimits,
): TestCatalog {
  const store = openTestStore()
  const { clock } = store
  const blobs = openBlobsDisk({ folder: join(store.dir, 'blobs') })
  const links = openSignedUrls({ secrets: testSecrets, baseUrl: () => 'http://kontor.test' })
  const catalog = openCatalog({
    store,
    clock,
    blobs,
    links,
    secrets: testSecrets,
    settings: { uploadLimitBytes: 1_000_000, reviewWindowHours: 72, graceHours: 24, ...settings },
    uploadLimits,
    arePassagesOf,
    wasLicenceSold,
    storageOf: () => ({ usedBytes: 0, quotaBytes: null }),
    isTenantThere: (_, tenantId) => hasTenant(store, tenantId),
    tenantNameOf: (_, tenantId) => tenantName(store, tenantId),
    userNameOf: () => null,
  })
  const anonymous = () => ({ requestId: newId('req', clock.nowMs()), write: store.write })
  const as = (principal: Principal) => ({ ...anonymous(), principal })

  return {
    ...catalog,
    store,
    blobs,
    links,
    anonymous,
    as,
    ...uploadsOf({ ...catalog, store, anonymous, as }),
    tenant: (name = 'Ada and sons') => memberOf(insertTenant(store, name)),
    dataset: (owner, request = {}) =>
      catalog.createDataset(as(owner), { name: 'Archive', ...request }),
    jobs: () => store.raw.prepare(jobsWaiting).pluck().all() as string[],
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

const jobsWaiting =
  "SELECT kind || ' ' || subject_id FROM job WHERE state = 'queued' ORDER BY job_id"

type Uploads = Pick<TestCatalog, 'initiated' | 'received' | 'staged' | 'approved' | 'indexed'>

/** Each step takes the one before. */
function uploadsOf(catalog: Catalog & Pick<TestCatalog, 'store' | 'as' | 'anonymous'>): Uploads {
  const { store, as } = catalog
  const uploads: Uploads = {
    async initiated(owner, { text = someText, ...file }) {
      const { objectId } = await catalog.initiateUpload(as(owner), {
        filename: 'report.txt',
        contentType: 'text/plain',
        sizeBytes: Buffer.byteLength(text),
        ...file,
      })
      return objectId
    },
    async received(owner, file) {
      const objectId = await uploads.initiated(owner, file)
      await sendBytes(catalog, { objectId, text: file.text ?? someText })
      return objectId
    },
    async staged(owner, file) {
      const objectId = await uploads.received(owner, file)
      await catalog.confirmUpload(as(owner), { objectId })
      return objectId
    },
    async approved(owner, file) {
      const objectId = await uploads.staged(owner, file)
      const review = { decision: 'approved', reviewedBy: 'usr_1', note: null } as const
      const { tenantId } = owner
      await store.write((tx) => catalog.setReviewDecision(tx, { objectId, tenantId, ...review }))
      return objectId
    },
    async indexed(owner, file) {
      const objectId = await uploads.approved(owner, file)
      await store.write((tx) => markIndexed(tx, indexedNow(objectId, store.clock.nowMs())))
      return objectId
    },
  }
  return uploads
}

/** Sends bytes the way that the holder of the upload URL does. */
export function sendBytes(
  catalog: Pick<TestCatalog, 'receiveBytes' | 'anonymous'>,
  { objectId, text, limitBytes }: { objectId: ObjectId; text: string; limitBytes?: number },
) {
  const link = {
    purpose: 'upload' as const,
    objectId,
    limitBytes: limitBytes ?? Buffer.byteLength(text),
    expiresAtMs: Number.MAX_SAFE_INTEGER,
  }
  return catalog.receiveBytes(catalog.anonymous(), { link, source: chunksOf(text) })
}

export async function* chunksOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

/** Keys of all blobs that lie there, sorted. */
export async function keysOf({ blobs }: { blobs: BlobStore }): Promise<string[]> {
  const keys: string[] = []
  for await (const key of blobs.list()) keys.push(key)
  return keys.sort()
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function indexedNow(objectId: ObjectId, nowMs: number) {
  return {
    objectId,
    nowMs,
    passageCount: 3,
    pageCount: 2,
    lang: 'de',
    modality: 'document' as const,
  }
}

/** A session of somebody in that tenant. */
export function memberOf(tenantId: TenantId, part: Partial<Principal> = {}): Principal {
  const userId = newId('usr', 0)
  return testPrincipal({ tenantId, principalId: userId, principalType: 'user', userId, ...part })
}

function tenantName({ raw }: TestStore, tenantId: TenantId): string {
  const name = raw.prepare('SELECT name FROM tenant WHERE tenant_id = ?').pluck().get(tenantId)
  if (name === undefined) throw new NotFound('tenant')
  return String(name)
}

function hasTenant({ raw }: TestStore, tenantId: TenantId): boolean {
  const erased = raw.prepare('SELECT erased_at FROM tenant WHERE tenant_id = ?').pluck()
  return erased.get(tenantId) === null
}

function insertTenant(store: TestStore, name: string): TenantId {
  const tenantId = newId('tnt', store.clock.nowMs())
  store.raw
    .prepare(
      `INSERT INTO tenant (tenant_id, name, region, plan, created_at)
       VALUES (?, ?, 'eu-central', 'free', 0)`,
    )
    .run(tenantId, name)
  return tenantId
}
