// A shop with one asset that can be found and bought, and clients for /mcp.
import type { DatasetId, ObjectId, TenantId } from '../../src/base/ids.ts'
import { onePer } from './furnished.ts'
import { type McpClient, mcpClient, type Version } from './mcp.ts'
import type { TestAppOptions } from './open-test-app.ts'
import { furnishedShop, type TestShop } from './open-test-shop.ts'
import { openShelves, type Passages } from './shelves.ts'

export type TestMcp = TestShop & {
  assetId: string
  /** A client of one version; with the buyer's key unless told otherwise. */
  client(version: Version, key?: string | undefined): McpClient
  /** Gives an asset on offer these passages. */
  write(assetId: string, passages: Passages): Promise<unknown>
  /** All searches of the month are made. */
  spendAllowance(): void
}

export const content = 'The boiler A-17 was inspected in May.'

type Settings = Pick<TestAppOptions, 'config' | 'parts'>

export async function openTestMcp(settings: Settings = {}): Promise<TestMcp> {
  const shop = await opening(settings)()
  return Object.assign(shop, {
    client: (version: Version, key: string | undefined = shop.key) =>
      mcpClient({ call: shop.call, key, version }),
    write: (id: string, passages: Passages) => writePassages(shop, id, passages),
    spendAllowance: () =>
      shop.sql(
        `INSERT INTO tally VALUES ('${shop.buyer.tenantId}', '2026-03', 'searches', '', 1000)`,
      ),
  })
}

const opening = onePer(({ config, parts }: Settings) => {
  const offer = async (shop: TestShop) => {
    const assetId = await shop.offer({ filename: 'boiler.txt', bytes: Buffer.from(content) })
    await writePassages(shop, assetId, [{ text: content, page: 3 }])
    return { assetId }
  }
  return furnishedShop(offer, {
    ...(parts && { parts }),
    // A repeated search costs less than the first, which most tests here do not want to know.
    config: { searchTimeoutMs: 30_000, retrievalStandardCredits: 0, ...config },
  })
})

type Numbers = { objectNo: number; datasetNo: number; datasetId: DatasetId; tenantId: TenantId }

function writePassages({ store, clock }: TestShop, assetId: string, passages: Passages) {
  const numbers = store.raw
    .prepare(
      `SELECT object_no AS objectNo, dataset_no AS datasetNo, dataset_id AS datasetId,
         object.tenant_id AS tenantId
       FROM object JOIN dataset USING (dataset_id) WHERE object_id = ?`,
    )
    .get(assetId) as Numbers
  const owner = { ...numbers, objectId: assetId as ObjectId, createdAtS: 1_772_445_600 }
  const shelf = { ...owner, modality: 'document', source: 'upload' } as const
  return openShelves(store, clock).addTo(shelf, passages)
}
