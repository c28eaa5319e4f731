import { join } from 'node:path'
import type { Logger } from 'pino'
import { openBlobsDisk } from './adapters/blobs-disk.ts'
import { childProgram } from './adapters/extract/child-program.ts'
import { openExtractRunner } from './adapters/extract/extract-runner.ts'
import { openLanguageThread } from './adapters/language-thread.ts'
import { openSearchEngines } from './adapters/search-engines.ts'
import type { Clock } from './base/clock.ts'
import { entryUrl } from './base/entry.ts'
import { cents } from './base/money.ts'
import type { Secrets } from './base/secrets.ts'
import type { Config } from './config.ts'
import { openAudit } from './domain/audit/index.ts'
import {
  type CatalogDeps,
  knowsDataset,
  openCatalog,
  openSignedUrls,
  type UploadLimits,
} from './domain/catalog/index.ts'
import { type DeliverySettings, openDelivery } from './domain/delivery/index.ts'
import { openIdempotency } from './domain/idempotency/index.ts'
import { openIdentity, type PasswordCost } from './domain/identity/index.ts'
import { inspectionOf, openIngest } from './domain/ingest/index.ts'
import { type LedgerSettings, openLedger, type Prices } from './domain/ledger/index.ts'
import { openOutbox } from './domain/outbox/index.ts'
import { openReports } from './domain/reports/index.ts'
import { openReview } from './domain/review/index.ts'
import type { Rooms } from './domain/rooms.ts'
import {
  arePassagesOf,
  openBuyersCatalogue,
  openMarketSearch,
  openSearch,
  type SearchPool,
} from './domain/search/index.ts'
import { openTimekeeping } from './domain/timekeeping/index.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { type Runner, startRunner } from './jobs/runner.ts'
import { openSchedule, type Schedule } from './jobs/schedule.ts'
import { settlementChores } from './jobs/settlement.ts'
import { clockBoundJobs, upkeepChores } from './jobs/upkeep.ts'
import type { Store } from './store/open.ts'

type Deps = {
  config: Config
  store: Store
  clock: Clock
  secrets: Secrets
  log: Logger
  /** Closed in the reverse order, before the store. */
  resources: AsyncDisposableStack
  passwordCost: PasswordCost | undefined
  uploadLimits: UploadLimits | undefined
  service: Rooms['service']
}

type OpenRooms = {
  rooms: Rooms
  startJobs: () => Runner
  /** Starts the threads that search; settles when the first searches find them ready. */
  startSearch: () => Promise<void>
  schedule: Schedule
}

/**
 * The rooms, each given what it leans on, in the order in which they may. Where a room must ask
 * one that leans on it, it gets a question (`planOf`, `knowsDataset`) and not the room.
 */
export function openRooms(deps: Deps): OpenRooms {
  const { config, store, clock, secrets, service, log } = deps
  const shared = { store, clock, secrets }
  const blobs = openBlobsDisk({ folder: join(config.dataDir, 'blobs') })
  const links = openSignedUrls({ secrets, baseUrl: service.baseUrl })

  const audit = openAudit(shared)
  const idempotency = openIdempotency({ secrets, clock })
  const timekeeping = openTimekeeping({ store, clock })
  const outbox = openOutbox({
    ...{ store, clock },
    held: () => (timekeeping.look() ? clockBoundJobs : []),
  })
  const ledger = openLedger({
    ...shared,
    settings: moneySettings(config),
    planOf: (db, tenantId) => identity.tenant(db, tenantId).plan,
  })
  const identity = openIdentity({
    ...shared,
    settings: { signup: config.signup, region: config.region },
    knowsDataset: (db, principal, datasetId) => knowsDataset(db, principal, datasetId),
    welcome: (tx, tenantId) => ledger.grantWelcome(tx, tenantId),
    passwordCost: deps.passwordCost,
  })
  const { uploadLimits } = deps
  const tenantNameOf: CatalogDeps['tenantNameOf'] = (db, id) => identity.tenant(db, id).name
  const catalog = openCatalog({
    ...{ ...shared, blobs, links, tenantNameOf, arePassagesOf, uploadLimits },
    settings: config,
  })
  const review = openReview({ ...shared, catalog, links, inspectionOf, tenantNameOf })
  const engines = deps.resources.use(searchEngines(deps))
  const search = searchRoom(deps, { ledger, catalog, pool: engines })
  const ingest = openIngest({ ...{ store, clock, blobs }, ...readers(deps) })
  const delivery = openDelivery({
    ...{ store, clock, blobs, identity, ledger, search },
    settings: deliverySettings(config, service),
  })
  const reports = openReports({ ...shared, identity, ledger })
  deps.resources.defer(() => delivery.settled())
  deps.resources.defer(() => identity.settled())

  return {
    rooms: {
      ...{ audit, idempotency, outbox, timekeeping, identity, ledger, catalog },
      ...{ review, search, ingest, delivery, reports, service },
    },
    startSearch: engines.start,
    startJobs: () =>
      startRunner({
        ...{ outbox, log },
        handlers: jobHandlers({ catalog, ingest }),
        settings: { concurrency: config.ingestConcurrency },
      }),
    schedule: openSchedule({
      ...{ timekeeping, clock, log },
      chores: [
        ...upkeepChores({ rooms: { review, catalog, identity, idempotency }, write: store.write }),
        ...settlementChores({ ledger }),
      ],
      restingToo: clockBoundJobs,
    }),
  }
}

type SearchNeeds = Pick<Rooms, 'ledger' | 'catalog'> & { pool: SearchPool }

/** The searches of both surfaces and the buyers' catalogue: one room with three doors. */
function searchRoom(deps: Deps, { ledger, catalog, pool }: SearchNeeds): Rooms['search'] {
  const { store, clock, secrets, config } = deps
  const settings = { publicSearch: config.publicSearch }
  const search = openSearch({ store, clock, ledger, pool, settings })
  return {
    ...search,
    ...openMarketSearch({ store, secrets, run: search.run }),
    ...openBuyersCatalogue({ store, catalog, ledger }),
  }
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
    ...{ welcomeCredits: cents(welcomeCredits), prices: pricesIn(config) },
    ...{ disputeWindowDays, debtor, stripeSecret: config.stripeWebhookSecret },
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

function searchEngines({ config, store, log }: Deps) {
  const { searchWorkers, searchTimeoutMs, keywordMemoryMb } = config
  return openSearchEngines({
    ...{ file: store.file, threads: searchWorkers, timeLimitMs: searchTimeoutMs },
    memoryMb: keywordMemoryMb,
    onState: (keywords) => log.info({ keywords }, 'keywords in memory'),
  })
}

/** What turns files into text and texts into languages, each outside of this thread. */
function readers({ config, resources }: Deps) {
  const { extractSeconds, extractMemoryMb } = config
  const languages = resources.use(openLanguageThread({ entry: entryUrl('language') }))
  const extractor = openExtractRunner({
    program: childProgram(),
    limits: { wallMs: extractSeconds * 1_000, memoryBytes: extractMemoryMb * 1024 * 1024 },
  })
  return { extractor, detectLanguages: languages.detect }
}
