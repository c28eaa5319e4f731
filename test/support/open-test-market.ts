import { text } from 'node:stream/consumers'
import { newId, type ObjectId, type TenantId } from '../../src/base/ids.ts'
import { cents } from '../../src/base/money.ts'
import type { OpenBytes } from '../../src/base/open-bytes.ts'
import { type Delivery, type DeliveryDeps, openDelivery } from '../../src/domain/delivery/index.ts'
import type { Principal } from '../../src/domain/identity/index.ts'
import { type Ledger, openLedger } from '../../src/domain/ledger/index.ts'
import { openTestIdentity, type TestIdentity } from './open-test-identity.ts'
import { streamed } from './streamed.ts'
import { testSecrets } from './test-secrets.ts'

type AssetPart = {
  owner: TenantId
  bytes?: string
  visibility?: 'private' | 'restricted' | 'listed'
  priceCents?: number
  curated?: boolean
  filename?: string
  modality?: string
  contentType?: string
  durationMs?: number
}

type MarketSettings = {
  downloadLimitBytes?: number
  clips?: DeliveryDeps['clips']
  lend?: DeliveryDeps['blobs']['lend']
}

export type TestMarket = {
  identity: TestIdentity
  store: TestIdentity['store']
  ledger: Ledger
  delivery: Delivery
  rooms: { delivery: Delivery }
  /** What the next reads of stored bytes do: at and after this position they fail. */
  disk: { failsAt: number | undefined; openFiles: number; bytes: Map<string, Buffer> }
  /** Searches that exist, as `<tenant>/<search id>`. */
  searches: Set<string>
  provider: Principal
  /** A key of a new tenant with so many credits. */
  buyer(options?: { credits?: number; name?: string }): Promise<Principal>
  /** An approved, indexed object on offer. */
  asset(part?: Partial<AssetPart>): ObjectId
  /** The token of a new link. */
  mint(buyer: Principal, assetId: ObjectId): Promise<string>
  /** The text of what a link gives. */
  fetch(token: string): Promise<string>
  /** The same room as after a restart of the process. */
  restart(): Delivery
  [Symbol.dispose](): void
}

/** Identity, ledger and delivery on a real store; assets are written down as if ingested. */
export async function openTestMarket(settings: MarketSettings = {}): Promise<TestMarket> {
  const identity = openTestIdentity()
  const { store } = identity
  const { clock } = store
  const ledger = openLedger({
    store,
    clock,
    secrets: testSecrets,
    settings: { welcomeCredits: cents(0) },
    planOf: (db, tenantId) => identity.tenant(db, tenantId).plan,
  })
  const searches = new Set<string>()
  const disk: TestMarket['disk'] = { failsAt: undefined, openFiles: 0, bytes: new Map() }
  // Only whether there is such a search matters here, not what it found.
  const findSearch = ((_db: unknown, { tenantId }: { tenantId: string }, searchId: string) =>
    searches.has(`${tenantId}/${searchId}`)
      ? { searchId }
      : undefined) as unknown as DeliveryDeps['search']['findSearch']
  const open = () =>
    openDelivery({
      store,
      clock,
      identity,
      ledger,
      blobs: {
        open: async (key) => openOn(disk, key),
        local: async () => ({ fd: 0, [Symbol.asyncDispose]: async () => undefined }),
        ...(settings.lend ? { lend: settings.lend } : {}),
      },
      search: { findSearch },
      clips: settings.clips ?? { cut: () => Promise.reject(new Error('not asked for')) },
      settings: {
        baseUrl: () => 'https://kontor.example',
        downloadPriceCents: cents(25),
        downloadLimitBytes: settings.downloadLimitBytes ?? 0,
      },
    })
  const delivery = open()
  const provider = await identity.owner('provider@example.eu')
  let buyers = 0
  const market: TestMarket = {
    identity,
    store,
    ledger,
    delivery,
    rooms: { delivery },
    disk,
    searches,
    provider,
    async buyer({ credits = 100 } = {}) {
      const owner = await identity.owner(`buyer${buyers++}@example.eu`)
      const { tenantId } = owner
      const cmd = identity.anonymous()
      if (credits > 0)
        await ledger.grantCreditsAsOperator(cmd, { tenantId, credits, reason: 'test' })
      return (await identity.keyOf(owner)).principal
    },
    asset: (part = {}) => writeAsset(market, { owner: provider.tenantId, ...part }),
    async mint(buyer, assetId) {
      const { url } = await delivery.mintLink(identity.as(buyer), { assetId })
      return url.slice('https://kontor.example/dl/'.length)
    },
    async fetch(token) {
      const asked = { token, isGone: () => false }
      return text(streamed(await delivery.fetchLink(identity.anonymous(), asked)).bytes)
    },
    restart: open,
    [Symbol.dispose]: () => identity[Symbol.dispose](),
  }
  return market
}

function openOn(disk: TestMarket['disk'], key: string) {
  const bytes = disk.bytes.get(key)
  if (!bytes) throw new Error(`no bytes at ${key}`)
  disk.openFiles++
  const file = {
    sizeBytes: bytes.length,
    async read(into: Buffer, position: number) {
      if (disk.failsAt !== undefined && position >= disk.failsAt) throw new Error('EIO')
      return bytes.copy(into, 0, position, position + into.length)
    },
    async close() {
      disk.openFiles--
    },
  }
  return file as unknown as OpenBytes
}

function writeAsset({ store, disk }: TestMarket, part: AssetPart): ObjectId {
  const nowMs = store.clock.nowMs()
  const [datasetId, objectId] = [newId('dset', nowMs), newId('obj', nowMs)]
  const bytes = Buffer.from(part.bytes ?? 'the content')
  const blobKey = `${objectId}-0000000000`
  disk.bytes.set(blobKey, bytes)
  store.raw
    .prepare(
      `INSERT INTO dataset (dataset_id, tenant_id, name, source_modality, monetization_mode,
        pricing_model, visibility, status, base_price_cents, curated, created_at, updated_at)
      VALUES (?, ?, 'Archive', 'document', 'open', 'fixed', ?, 'active', ?, ?, ?, ?)`,
    )
    .run(
      ...[datasetId, part.owner, part.visibility ?? 'listed', part.priceCents ?? null],
      ...[part.curated ? 1 : 0, nowMs, nowMs],
    )
  store.raw
    .prepare(
      `INSERT INTO object (object_id, dataset_id, tenant_id, filename, content_type, size_bytes,
        checksum_sha256, blob_key, source, modality, duration_ms, status, review_state, index_state,
        created_at, uploaded_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'upload', ?, ?, 'active', 'approved', 'indexed',
        ?, ?)`,
    )
    .run(
      ...[objectId, datasetId, part.owner, part.filename ?? 'report.txt'],
      ...[part.contentType ?? 'text/plain', bytes.length],
      ...['0'.repeat(64), blobKey, part.modality ?? 'text', part.durationMs ?? null, nowMs, nowMs],
    )
  return objectId
}
