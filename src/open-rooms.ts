import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { openBlobsDisk } from './adapters/blobs/blobs-disk.ts'
import { openSolana } from './adapters/chain-solana/open-solana.ts'
import { extractiveDescriber } from './adapters/describe/describe-extractive.ts'
import { openLlmDescriber } from './adapters/describe/describe-llm.ts'
import { openX402Facilitator } from './adapters/x402-facilitator.ts'
import type { Clock } from './base/clock.ts'
import { entryUrl } from './base/entry.ts'
import { cents } from './base/money.ts'
import type { Secrets } from './base/secrets.ts'
import type { SlowWatch } from './base/slow-watch.ts'
import type { Config } from './config.ts'
import { openAudit } from './domain/audit/index.ts'
import {
  type CatalogDeps,
  knowsDataset,
  openCatalog,
  openSignedUrls,
  type UploadLimits,
} from './domain/catalog/index.ts'
import { type Chain, openChain, type RemoteChain } from './domain/chain/index.ts'
import { type DeliverySettings, openDelivery } from './domain/delivery/index.ts'
import { openErasure } from './domain/erasure/index.ts'
import { openIdempotency } from './domain/idempotency/index.ts'
import { openIdentity, type PasswordCost } from './domain/identity/index.ts'
import { inspectionOf, openIngest } from './domain/ingest/index.ts'
import {
  type LedgerSettings,
  openLedger,
  type Prices,
  type TillDeps,
} from './domain/ledger/index.ts'
import {
  type Describer,
  type MicroIps,
  openMicroIp,
  wasLicenceSold,
} from './domain/microip/index.ts'
import { openOutbox } from './domain/outbox/index.ts'
import { openReports } from './domain/reports/index.ts'
import { openReview } from './domain/review/index.ts'
import type { Rooms } from './domain/rooms.ts'
import {
  arePassagesOf,
  openBuyersCatalogue,
  openMarketSearch,
  openSearch,
} from './domain/search/index.ts'
import { openTimekeeping } from './domain/timekeeping/index.ts'
import { openWallet, type Wallets } from './domain/wallet/index.ts'
import {
  checkModelFolder,
  openSearchEngines,
  openVectorKeeping,
  openVectorThread,
  type SearchPool,
  type VectorThread,
} from './engine/index.ts'
import {
  captionFiles,
  childProgram,
  ocrFiles,
  openClipCutter,
  openExtractRunner,
  openLanguageThread,
  openMediaModels,
  speechFiles,
  wholeModel,
  withModels,
} from './extract/index.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { type Runner, startRunner } from './jobs/runner.ts'
import { type Chore, openSchedule, type Schedule } from './jobs/schedule.ts'
import { settlementChores } from './jobs/settlement.ts'
import { clockBoundJobs, upkeepChores } from './jobs/upkeep.ts'
import type { Store } from './store/open.ts'

type Deps = {
  config: Config
  store: Store
  clock: Clock
  secrets: Secrets
  log: Logger
  /** Is told of SQL that takes long. */
  slow: SlowWatch
  /** Closed in the reverse order, before the store. */
  resources: AsyncDisposableStack
  passwordCost: PasswordCost | undefined
  uploadLimits: UploadLimits | undefined
  service: Rooms['service']
  /** What else is done by the clock. */
  chores: readonly Chore[]
}

type OpenRooms = {
  rooms: Rooms
  startJobs: () => Runner
  /** Starts the threads that search; settles when the first searches find them ready. */
  startSearch: () => Promise<void>
  /** Settles when every passage has its vector. */
  settleVectors: () => Promise<void>
  schedule: Schedule
}

/**
 * The rooms, each given what it leans on, in the order in which they may. Where a room must ask
 * one that leans on it, it gets a question (`planOf`, `knowsDataset`) and not the room.
 */
export function openRooms(deps: Deps): OpenRooms {
  const { config, store, clock, secrets, service, log, uploadLimits } = deps
  const shared = { store, clock, secrets }
  const blobs = openBlobsDisk({ folder: join(config.dataDir, 'blobs') })
  const links = openSignedUrls({ secrets, baseUrl: service.baseUrl })

  const audit = openAudit(shared)
  const idempotency = openIdempotency({ secrets, clock })
  const timekeeping = openTimekeeping({ store, clock })
  const held = () => (timekeeping.look() ? clockBoundJobs : [])
  const outbox = openOutbox({ store, clock, held })
  const ledger = openLedger({
    ...shared,
    settings: moneySettings(config),
    x402: tillOf(config),
    planOf: (db, tenantId) => identity.tenant(db, tenantId).plan,
  })
  const identity = openIdentity({
    ...shared,
    settings: { signup: config.signup, region: config.region },
    knowsDataset: (db, principal, datasetId) => knowsDataset(db, principal, datasetId),
    welcome: (tx, tenantId) => ledger.grantWelcome(tx, tenantId),
    passwordCost: deps.passwordCost,
  })
  const tenantNameOf: CatalogDeps['tenantNameOf'] = (db, id) => identity.tenant(db, id).name
  const catalog = openCatalog({
    ...shared,
    blobs,
    links,
    tenantNameOf,
    arePassagesOf,
    wasLicenceSold,
    uploadLimits,
    settings: config,
  })
  const review = openReview({ ...shared, catalog, links, inspectionOf, tenantNameOf })
  const engines = deps.resources.use(searchEngines(deps))
  const vectors = vectorThread(deps)
  const search = searchRoom(deps, { ledger, catalog, pool: engines, semantics: vectors })
  const ingest = openIngest({ store, clock, blobs, ...readers(deps) })
  const delivery = openDelivery({
    store,
    clock,
    blobs,
    identity,
    ledger,
    search,
    clips: clipCutter(config),
    settings: deliverySettings(config, service),
  })
  const reports = openReports({ ...shared, identity, ledger })
  const { chain, wallet, microip } = walletRooms(deps, { catalog, search })
  deps.resources.defer(() => delivery.settled())
  deps.resources.defer(() => identity.settled())

  return {
    rooms: {
      audit,
      idempotency,
      outbox,
      timekeeping,
      identity,
      ledger,
      catalog,
      review,
      search,
      ingest,
      delivery,
      reports,
      chain,
      wallet,
      microip,
      service,
      erasure: openErasure({ ...shared, identity, catalog, ingest }),
    },
    startSearch() {
      vectors?.start()
      return engines.start()
    },
    settleVectors: async () => vectors?.settle(),
    startJobs: () =>
      startRunner({
        outbox,
        log,
        handlers: jobHandlers({ catalog, chain, ingest, microip }),
        settings: { concurrency: config.ingestConcurrency },
      }),
    schedule: openSchedule({
      timekeeping,
      clock,
      log,
      chores: [
        ...upkeepChores({ rooms: { review, catalog, identity, idempotency }, write: store.write }),
        ...settlementChores({ ledger, chain, wallet }),
        ...deps.chores,
      ],
      restingToo: clockBoundJobs,
    }),
  }
}

function clipCutter({ dataDir }: Config) {
  return openClipCutter({ program: childProgram(), folder: join(dataDir, 'blobs', 'tmp') })
}

type SearchNeeds = Pick<Rooms, 'ledger' | 'catalog'> & {
  pool: SearchPool
  semantics: VectorThread | undefined
}

/** The searches of both surfaces and the buyers' catalogue: one room with three doors. */
function searchRoom(deps: Deps, needs: SearchNeeds): Rooms['search'] {
  const { ledger, catalog, pool, semantics } = needs
  const { store, clock, secrets, config } = deps
  const settings = { publicSearch: config.publicSearch, searchMode: config.searchMode }
  const search = openSearch({ store, clock, ledger, pool, semantics, settings })
  return {
    ...search,
    ...openMarketSearch({ store, secrets, run: search.run, semantics }),
    ...openBuyersCatalogue({ store, catalog, ledger }),
  }
}

/** SOL and what is on record: the chain tells the wallets how their withdrawals ended. */
function walletRooms(
  deps: Deps,
  { catalog, search }: Pick<Rooms, 'catalog' | 'search'>,
): { chain: Chain; wallet: Wallets; microip: MicroIps } {
  const { config, store, clock, secrets } = deps
  const chain = openChain({
    store,
    clock,
    secrets,
    remote: remoteChain(config),
    onSettled: (tx, settled) => {
      if (settled.kind === 'withdrawal') wallet.withdrawalSettled(tx, settled)
      else microip.licenceSettled(tx, settled)
    },
  })
  const { baseUrl, localDeposits } = config
  // A name of this installation where it has no public one: signatures for one are not for another.
  const serviceName =
    baseUrl === undefined ? `kontor-${chain.instanceId}` : new URL(baseUrl).hostname
  const wallet = openWallet({
    store,
    clock,
    chain,
    settings: { serviceName: () => serviceName, openDeposits: localDeposits === 'open' },
  })
  const microip = openMicroIp({
    store,
    clock,
    catalog,
    search,
    wallet,
    chain,
    describers: describersOf(config),
  })
  return { chain, wallet, microip }
}

/** The operator's language model where there is one; what it cannot do is counted out. */
function describersOf({ llmUrl: url, llmModel: model, llmKey: key, llmTimeoutSeconds }: Config) {
  const describers: Describer[] = []
  if (url !== undefined && model !== undefined) {
    describers.push(openLlmDescriber({ url, model, key, timeoutMs: llmTimeoutSeconds * 1_000 }))
  }
  return [...describers, extractiveDescriber]
}

function remoteChain({ chain, ...config }: Config): RemoteChain | undefined {
  if (chain === 'local' || config.solanaRpcUrl === undefined) return undefined
  const { solanaRpcUrl: url, solanaKey: key, solanaKeyFile: keyFile } = config
  return openSolana({ url, key, keyFile, cluster: config.solanaCluster })
}

function deliverySettings(config: Config, { baseUrl }: Rooms['service']): DeliverySettings {
  return {
    baseUrl,
    downloadPriceCents: cents(config.downloadPriceCredits),
    downloadLimitBytes: config.downloadLimitBytes,
  }
}

function moneySettings(config: Config): LedgerSettings {
  const { welcomeCredits, disputeWindowDays, payoutName, payoutIban, payoutBic } = config
  const named = payoutName !== undefined && payoutIban !== undefined
  const debtor = named ? { name: payoutName, iban: payoutIban, bic: payoutBic } : undefined
  return {
    welcomeCredits: cents(welcomeCredits),
    prices: pricesIn(config),
    disputeWindowDays,
    debtor,
    stripeSecret: config.stripeWebhookSecret,
  }
}

/** Payments that come with a request, where the operator takes them. */
function tillOf(config: Config): TillDeps | undefined {
  const { x402PayTo: payTo, x402Facilitator: url, x402Asset: asset, x402Network: network } = config
  if (payTo === undefined || url === undefined || asset === undefined) return undefined
  const { x402AssetName: name, x402AssetVersion: version } = config
  const extra = {
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
  }
  return {
    terms: {
      payTo,
      network,
      asset,
      extra,
      unitsPerCredit: config.x402UnitsPerCredit,
      minimumCredits: cents(config.x402MinimumCredits),
    },
    facilitator: openX402Facilitator({
      url,
      token: config.x402FacilitatorToken,
      timeoutMs: config.x402TimeoutSeconds * 1_000,
    }),
  }
}

function pricesIn(config: Config): Prices {
  return {
    retrievalStandardCents: cents(config.retrievalStandardCredits),
    retrievalPremiumCents: cents(config.retrievalPremiumCredits),
    citationCents: cents(config.citationCredits),
    outcomeFeeBp: config.outcomeFeeBp,
    downloadCents: cents(config.downloadPriceCredits),
    planStarterCents: cents(config.planStarterCredits),
    planProCents: cents(config.planProCredits),
  }
}

function searchEngines({ config, store, log, slow }: Deps) {
  const { searchWorkers, searchTimeoutMs, keywordMemoryMb } = config
  return openSearchEngines({
    file: store.file,
    threads: searchWorkers,
    timeLimitMs: searchTimeoutMs,
    slow,
    memoryMb: keywordMemoryMb,
    onState: (keywords) => log.info({ keywords }, 'keywords in memory'),
  })
}

/** The thread that searches by meaning. Throws ModelRefused for a folder that holds no model. */
function vectorThread({
  config,
  store,
  clock,
  log,
  slow,
  resources,
}: Deps): VectorThread | undefined {
  const { embeddingModel: folder = null, embeddingCutoffPercent: percent } = config
  if (folder === 'none') return undefined
  if (folder !== null) checkModelFolder(folder)
  const source = {
    folder: folder === null ? null : resolve(folder),
    queryPrefix: (folder !== null && config.embeddingQueryPrefix) || '',
    passagePrefix: (folder !== null && config.embeddingPassagePrefix) || '',
    cutoff: percent === undefined ? null : percent / 100,
  }
  return resources.use(
    openVectorThread({
      file: store.file,
      folder: join(config.dataDir, 'vectors'),
      source,
      slow,
      timeLimitMs: config.searchTimeoutMs,
      keeping: openVectorKeeping({ store, clock }),
      onState: (vectors) => {
        const level = vectors.name === 'failed' || vectors.name === 'dead' ? 'error' : 'info'
        log[level]({ vectors }, 'search by meaning')
      },
      onProblem: (error) => log.error({ error: String(error) }, 'vectors were not written down'),
    }),
  )
}

/** What turns files into text and texts into languages, each outside of this thread. */
function readers({ config, resources }: Deps) {
  const { extractSeconds, extractMemoryMb, ocr, ocrLanguagesDir, imagePlaces: places } = config
  const languages = resources.use(openLanguageThread({ entry: entryUrl('language') }))
  const extractor = openExtractRunner({
    program: childProgram(),
    limits: { wallMs: extractSeconds * 1_000, memoryBytes: extractMemoryMb * 1024 * 1024 },
    ocrFiles: ocr ? ocrFiles(ocrLanguagesDir) : [],
    places,
    ahead: true,
  })
  const models = openMediaModels({
    ...modelsIn(config),
    folder: join(config.dataDir, 'blobs', 'tmp'),
    decoder: childProgram(),
  })
  return { extractor: withModels(extractor, models), detectLanguages: languages.detect }
}

/** Models that hear and see. Throws ModelRefused for a folder that holds none. */
function modelsIn({ asrModel, captionModel }: Config) {
  const whole = (folder: string | undefined, files: readonly string[]) => {
    if (folder === undefined) return undefined
    wholeModel({ folder: resolve(folder), files })
    return resolve(folder)
  }
  return {
    asrModel: whole(asrModel, speechFiles),
    captionModel: whole(captionModel, captionFiles),
  }
}
