// The application as it is, with something in it, in a process of its own: what the http bench asks
// over HTTP, and asks it to do without HTTP.
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, createReadStream, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import { newId } from '../../src/base/ids.ts'
import type { SearchRequest } from '../../src/domain/search/index.ts'
import { openMarket, stage } from '../../test/support/market.ts'
import { openTestApp } from '../../test/support/open-test-app.ts'
import { fillIndex } from './fill-index.ts'
import { benchPassages } from './passages.ts'
import { twoWordsOfEach } from './search-questions.ts'

export type Told =
  | { say: 'ready'; url: string; key: string; queries: string[] }
  | { say: 'searched'; times: number[] }
  | { say: 'offered'; assetId: string; file: string }
export type Asked =
  | { ask: 'search'; queries: string[] }
  | { ask: 'offer'; name: string; sizeBytes: number }

const queryCount = 200
const blockBytes = 1024 * 1024

async function main(): Promise<void> {
  const app = await openTestApp({
    config: {
      searchRatePerMinute: 1_000_000,
      downloadPriceCredits: 0,
      searchWorkers: Number(process.env.KONTOR_BENCH_WORKERS ?? 1),
      logLevel: 'error',
      searchNodes: process.env.KONTOR_BENCH_NODES ?? '',
      searchNodeToken: process.env.KONTOR_BENCH_NODE_TOKEN,
    },
    parts: { jobs: false },
    overrides: { clock: systemClock, checkReplies: false, startSearch: true },
  })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  app.store.raw.exec("UPDATE tenant SET plan = 'unlimited'; UPDATE dataset SET status = 'active'")
  const { passages } = benchPassages()
  await fillIndex(app, market.provider.tenantId, passages)
  const queries = twoWordsOfEach(passages).slice(0, queryCount)

  const principal = app.rooms.identity.principalOfKey(market.key)
  if (!principal) throw new Error('the key opens nothing')
  const { write } = app.store
  const cmd = { principal, requestId: newId('req', systemClock.nowMs()), write }
  process.on('message', async (asked: Asked) => {
    if (asked.ask === 'offer') return tell(await offer(asked))
    const times: number[] = []
    for (const q of asked.queries) {
      const startedMs = performance.now()
      await app.rooms.search.run(cmd, requestOf(q))
      times.push(performance.now() - startedMs)
    }
    tell({ say: 'searched', times })
  })

  /** A file that is on offer; its bytes are put in place here, past upload and review. */
  async function offer({ name, sizeBytes }: { name: string; sizeBytes: number }): Promise<Told> {
    const upload = await stage(market, { filename: name, bytes: Buffer.from(name) })
    const assetId = newId('obj', systemClock.nowMs())
    const key = `${assetId}-${randomBytes(5).toString('hex')}`
    const file = join(app.dir, 'blobs', assetId.slice(-2), key)
    const checksum = await fillFile(file, sizeBytes)
    app.store.raw
      .prepare(
        `INSERT INTO object (object_id, dataset_id, tenant_id, filename, content_type, size_bytes,
           checksum_sha256, blob_key, source, title, modality, status, review_state, index_state,
           created_at, uploaded_at, first_indexed_at, indexed_at)
         SELECT @assetId, dataset_id, tenant_id, filename, content_type, @sizeBytes,
           @checksum, @key, source, title, modality, 'active', 'approved', 'indexed',
           created_at, uploaded_at, uploaded_at, uploaded_at
         FROM object WHERE object_id = @from`,
      )
      .run({ assetId, key, sizeBytes, checksum, from: upload.objectId })
    return { say: 'offered', assetId, file }
  }

  process.once('disconnect', () => process.exit(0))
  tell({ say: 'ready', url: app.url, key: market.key, queries })
}

function tell(told: Told): void {
  process.send?.(told)
}

function requestOf(q: string): SearchRequest {
  const flags = { limit: 10, offset: 0, highlight: false, facets: false }
  return { q, mode: 'keyword', sort: 'relevance', ...flags } as SearchRequest
}

async function fillFile(file: string, sizeBytes: number): Promise<string> {
  mkdirSync(dirname(file), { recursive: true })
  const fd = openSync(file, 'wx')
  const block = Buffer.alloc(blockBytes)
  for (let at = 0; at < sizeBytes; at += blockBytes) {
    block.fill(`block ${at} `)
    writeSync(fd, block, 0, Math.min(blockBytes, sizeBytes - at), at)
  }
  closeSync(fd)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

await main()
