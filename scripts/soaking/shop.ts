// A world for money alone: many providers with one file each, a few buyers, plans, and a clock that
// can be put ahead. It is set up without the work of inspection and extraction.
import { join, resolve } from 'node:path'
import { monthOf, monthStartMs } from '../../src/base/clock.ts'
import type { TenantId } from '../../src/base/ids.ts'
import { addPassages, type PassageOwner } from '../../src/domain/search/index.ts'
import { fakeClock } from '../../test/support/fake-clock.ts'
import { initiate, type Market, openMarket } from '../../test/support/market.ts'
import {
  caller,
  openTestApp,
  password,
  signUp,
  type TestApp,
} from '../../test/support/open-test-app.ts'
import { isCompiled } from '../../test/support/program.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { type Document, newDocument, openJournal } from './journal.ts'
import type { Random } from './random.ts'
import { compileCache, type Life, openLife, type World } from './world.ts'

export type Shop = World & {
  /** What the server's clock shows. */
  nowMs(): number
  /** The next server's clock shows this, or later. */
  moveTo(ms: number): void
  /** Sessions end after days. */
  logIn(): Promise<void>
  /** Tenants that can have a plan. */
  tenantIds: readonly TenantId[]
}

/** More than one transaction settles or bills. */
const providers = 55
const dayMs = 24 * 3_600_000
const support = resolve(import.meta.dirname, '../../test/support')
const settings = {
  KONTOR_LOG_LEVEL: 'error',
  KONTOR_SEARCH_WORKERS: '1',
  KONTOR_SEARCH_TIMEOUT_MS: '60000',
  KONTOR_KEYWORD_MEMORY_MB: '0',
  // What is meant by words costs nobody anything.
  KONTOR_EMBEDDING_MODEL: 'none',
  KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
  KONTOR_WELCOME_CREDITS: '1000000',
}

export async function openShop(random: Random): Promise<Shop> {
  const folder = temporaryFolder()
  const journal = openJournal()
  // Far from where a month ends: it ends when a point says so.
  let aheadMs = monthStartMs(monthOf(Date.now()), 1) + 9 * dayMs - Date.now()
  const furnished = await furnish(folder.path, { journal, random, aheadMs })
  const environment = () => {
    return { ...settings, ...compileCache(), KONTOR_TEST_AHEAD_MS: `${aheadMs}` }
  }
  const life: Life = await openLife(folder, { ...serverAhead(), environment })
  const market = { ...furnished.market, call: caller(life.server().url) }
  const searchKey = market.key
  return Object.assign(life, {
    market,
    searchKey,
    journal,
    tenantIds: furnished.tenantIds,
    nowMs: () => Date.now() + aheadMs,
    moveTo(ms: number) {
      aheadMs = Math.max(aheadMs, ms - Date.now())
    },
    async logIn() {
      for (const party of [market.operator, market.buyer]) {
        const body = { email: party.email, password }
        const { body: answer } = await market.call('POST', '/v1/auth/login', { body })
        party.token = answer.data.session_token
      }
    },
  })
}

/** The server with another clock: the compiled program where there is one, it starts sooner. */
function serverAhead(): { program?: string; flags?: readonly string[] } {
  if (!isCompiled()) return { program: join(support, 'serve-at.ts') }
  return { flags: [...process.execArgv, '--require', join(support, 'clock-ahead.mjs')] }
}

type Furnishing = { journal: World['journal']; random: Random; aheadMs: number }

async function furnish(dir: string, furnishing: Furnishing) {
  await using app = await openTestApp({
    dir,
    clock: fakeClock(Date.now() + furnishing.aheadMs),
    config: { welcomeCredits: 1_000_000, signupsPerHour: 1_000, retrievalStandardCredits: 1 },
    parts: { jobs: false, workers: false },
  })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const tenantIds: TenantId[] = []
  for (let i = 0; i < providers; i++) {
    tenantIds.push((await openStall(app, { ...furnishing, market, number: i })) as TenantId)
  }
  app.store.raw.exec(
    "UPDATE dataset SET status = 'active'; UPDATE job SET state = 'done', finished_at = 0",
  )
  return { market, tenantIds }
}

/** A provider with a listed dataset and a file in it, put on show without review. */
async function openStall(
  app: TestApp,
  { journal, random, market, number }: Furnishing & { market: Market; number: number },
): Promise<string> {
  const name = `Stall ${String.fromCharCode(97 + Math.floor(number / 26), 97 + (number % 26))}`
  const provider = await signUp(app.call, name, {})
  const as = provider.token
  const made = await app.call('POST', '/v1/datasets', { as, body: { name, visibility: 'listed' } })
  const document = newDocument(journal, random, { sentences: 3 })
  const stall = { ...market, provider, datasetId: made.body.data.dataset_id }
  const { objectId, url } = await initiate(stall, { bytes: document.bytes })
  await app.call('PUT', url, { raw: document.bytes })
  await app.call('POST', `/v1/objects/${objectId}/confirm`, { as })
  Object.assign(document, { objectId, approved: 'done' })
  await show(app, document)
  return provider.tenantId
}

async function show({ store }: TestApp, { objectId, bytes }: Document): Promise<void> {
  store.raw.exec(`UPDATE object SET status = 'active', review_state = 'approved',
    index_state = 'indexed', passage_count = 1 WHERE object_id = '${objectId}'`)
  const owner = store.raw
    .prepare(
      `SELECT object_no AS objectNo, dataset_no AS datasetNo, object_id AS objectId, dataset_id
        AS datasetId, object.tenant_id AS tenantId, modality, source, 0 AS createdAtS
      FROM object JOIN dataset USING (dataset_id) WHERE object_id = ?`,
    )
    .get(objectId) as PassageOwner
  const passage = { kind: 'doc_chunk' as const, lang: 'en', text: bytes.toString() }
  await store.write((tx) => addPassages(tx, owner, [passage]))
}
