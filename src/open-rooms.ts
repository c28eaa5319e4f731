import { join } from 'node:path'
import type { Logger } from 'pino'
import { openBlobsDisk } from './adapters/blobs-disk.ts'
import { childProgram } from './adapters/extract/child-program.ts'
import { openExtractRunner } from './adapters/extract/extract-runner.ts'
import { openSearchPool } from './adapters/search-pool.ts'
import type { Clock } from './base/clock.ts'
import { cents } from './base/money.ts'
import type { Secrets } from './base/secrets.ts'
import type { Config } from './config.ts'
import { knowsDataset, openCatalog, openSignedUrls } from './domain/catalog/index.ts'
import { openDelivery } from './domain/delivery/index.ts'
import { openIdempotency } from './domain/idempotency/index.ts'
import { openIdentity, type PasswordCost } from './domain/identity/index.ts'
import { inspectionOf, openIngest } from './domain/ingest/index.ts'
import { openLedger } from './domain/ledger/index.ts'
import { openOutbox } from './domain/outbox/index.ts'
import { openReview } from './domain/review/index.ts'
import type { Rooms } from './domain/rooms.ts'
import { openSearch } from './domain/search/index.ts'
import { openTimekeeping } from './domain/timekeeping/index.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { type Runner, startRunner } from './jobs/runner.ts'
import { openSchedule, type Schedule } from './jobs/schedule.ts'
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
  service: Rooms['service']
}

type OpenRooms = { rooms: Rooms; startJobs: () => Runner; schedule: Schedule }

/**
 * The rooms, each given what it leans on, in the order in which they may. Where a room must ask
 * one that leans on it, it gets a question (`planOf`, `knowsDataset`) and not the room.
 */
export function openRooms(deps: Deps): OpenRooms {
  const { config, store, clock, secrets, service, log } = deps
  const shared = { store, clock, secrets }
  const blobs = openBlobsDisk({ folder: join(config.dataDir, 'blobs') })
  const links = openSignedUrls({ secrets, baseUrl: service.baseUrl })

  const idempotency = openIdempotency({ secrets, clock })
  const timekeeping = openTimekeeping({ store, clock })
  const outbox = openOutbox({
    ...{ store, clock },
    held: () => (timekeeping.look() ? clockBoundJobs : []),
  })
  const ledger = openLedger({
    ...{ store, clock },
    settings: { welcomeCredits: cents(config.welcomeCredits) },
    planOf: (db, tenantId) => identity.tenant(db, tenantId).plan,
  })
  const identity = openIdentity({
    ...shared,
    settings: { signup: config.signup, region: config.region },
    knowsDataset: (db, principal, datasetId) => knowsDataset(db, principal, datasetId),
    welcome: (tx, tenantId) => ledger.grantWelcome(tx, tenantId),
    passwordCost: deps.passwordCost,
  })
  const catalog = openCatalog({ ...shared, blobs, links, settings: config })
  const review = openReview({
    ...{ store, clock, secrets, catalog, links, inspectionOf },
    tenantNameOf: (db, tenantId) => identity.tenant(db, tenantId).name,
  })
  const search = openSearch({
    ...{ store, clock, ledger },
    pool: deps.resources.use(searchPool(config, store.file)),
    settings: { publicSearch: config.publicSearch },
  })
  const ingest = openIngest({ store, clock, blobs, extractor: extractor(config) })
  const delivery = openDelivery({
    ...{ store, clock, blobs, identity, ledger, search },
    settings: {
      baseUrl: service.baseUrl,
      downloadPriceCents: cents(config.downloadPriceCredits),
      downloadLimitBytes: config.downloadLimitBytes,
    },
  })
  deps.resources.defer(() => delivery.settled())
  deps.resources.defer(() => identity.settled())

  return {
    rooms: {
      ...{ idempotency, outbox, timekeeping, identity, ledger, catalog },
      ...{ search, review, ingest, delivery, service },
    },
    startJobs: () =>
      startRunner({
        ...{ outbox, log },
        handlers: jobHandlers({ catalog, ingest }),
        settings: { concurrency: config.ingestConcurrency },
      }),
    schedule: openSchedule({
      ...{ timekeeping, clock, log },
      chores: upkeepChores({
        rooms: { review, catalog, identity, idempotency },
        write: store.write,
      }),
      restingToo: clockBoundJobs,
    }),
  }
}

function searchPool({ searchWorkers, searchTimeoutMs }: Config, file: string) {
  return openSearchPool({ file, threads: searchWorkers, timeLimitMs: searchTimeoutMs })
}

function extractor({ extractSeconds, extractMemoryMb }: Config) {
  return openExtractRunner({
    program: childProgram(),
    limits: { wallMs: extractSeconds * 1_000, memoryBytes: extractMemoryMb * 1024 * 1024 },
  })
}
