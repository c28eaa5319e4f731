import { openSolana } from '../adapters/chain-solana/open-solana.ts'
import { openClientDocuments } from '../adapters/client-documents.ts'
import { extractiveDescriber } from '../adapters/describe/describe-extractive.ts'
import { openLlmDescriber } from '../adapters/describe/llm-thread.ts'
import { openServerFolders } from '../adapters/folders/open-server-folders.ts'
import { openMailer } from '../adapters/mail/open-mailer.ts'
import { openReadingThread } from '../adapters/reading-thread.ts'
import { openSender } from '../adapters/webhooks/open-sender.ts'
import type { TenantId } from '../base/ids.ts'
import { cents } from '../base/money.ts'
import type { Config } from '../config.ts'
import { openAudit } from '../domain/audit/index.ts'
import {
  type CatalogDeps,
  knowsDataset,
  openCatalog,
  openSignedUrls,
} from '../domain/catalog/index.ts'
import { type Chain, openChain, type RemoteChain } from '../domain/chain/index.ts'
import { type DeliverySettings, openDelivery } from '../domain/delivery/index.ts'
import { openErasure } from '../domain/erasure/index.ts'
import { openEvents } from '../domain/events/index.ts'
import { openFirstHour } from '../domain/first-hour/index.ts'
import { openFolders } from '../domain/folders/index.ts'
import { openIdempotency } from '../domain/idempotency/index.ts'
import { namesOfActors, openIdentity } from '../domain/identity/index.ts'
import { inspectionOf, openIngest } from '../domain/ingest/index.ts'
import { openLedger } from '../domain/ledger/index.ts'
import { type Mailer, openMail } from '../domain/mail/index.ts'
import {
  type Describer,
  type MicroIps,
  openMicroIp,
  wasLicenceSold,
} from '../domain/microip/index.ts'
import { openNotices } from '../domain/notices/index.ts'
import { openOutbox } from '../domain/outbox/index.ts'
import { findPeopleOf, openReports } from '../domain/reports/index.ts'
import { openReview } from '../domain/review/index.ts'
import type { Rooms } from '../domain/rooms.ts'
import {
  arePassagesOf,
  openBuyersCatalogue,
  openMarketSearch,
  openSearch,
} from '../domain/search/index.ts'
import { openTimekeeping } from '../domain/timekeeping/index.ts'
import { openWallet, type Wallets } from '../domain/wallet/index.ts'
import { openWebhooks } from '../domain/webhooks/index.ts'
import type { EmbeddedEngine, SearchEngine } from '../engine/index.ts'
import { startFolderRunner } from '../jobs/folder-runner.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import { startMailRunner } from '../jobs/mail-runner.ts'
import { type Runner, startRunner } from '../jobs/runner.ts'
import { openSchedule, type Schedule } from '../jobs/schedule.ts'
import { settlementChores } from '../jobs/settlement.ts'
import { clockBoundJobs, upkeepChores } from '../jobs/upkeep.ts'
import { alongside, startWebhookRunner } from '../jobs/webhook-runner.ts'
import { type Reading, readingBy } from '../store/reading.ts'
import type { Deps } from './deps.ts'
import { doctorChores } from './examine.ts'
import { clipCutter, pagePictures, readers } from './file-readers.ts'
import { houseOf } from './first-hour.ts'
import { smtpOf } from './mail-settings.ts'
import { moneySettings, tillOf } from './money-settings.ts'
import type { Outside } from './outside-engine/outside.ts'
import { searchEngines } from './search-engine.ts'
import { type CellOfNodes, openCellOfNodes } from './search-nodes/cell.ts'
import { passkeysWhenAsked, signInOf } from './sign-in.ts'
import { underName } from './under-name.ts'

type OpenRooms = {
  rooms: Rooms
  startJobs: () => Runner
  /** Its start settles when the first searches find its threads ready. */
  engine: Pick<EmbeddedEngine, 'start' | 'isEmpty'>
  /** Other processes that search, and what they are told. */
  searchNodes: Pick<CellOfNodes, 'feed' | 'reports'>
  /** An engine of others, where a setting names one. */
  outside: Outside | undefined
  /** Settles when every passage has its vector. */
  settleVectors: () => Promise<void>
  schedule: Schedule
}

/**
 * The rooms, each given what it leans on, in the order in which they may. Where a room must ask
 * one that leans on it, it gets a question (`planOf`, `knowsDataset`) and not the room.
 */
export function openRooms(deps: Deps): OpenRooms {
  const { config, store, clock, secrets, service, log, uploadLimits, blobs } = deps
  const shared = { store, clock, secrets }
  const links = openSignedUrls({ secrets, baseUrl: service.baseUrl })

  const thread = deps.resources.use(openReadingThread({ file: store.file, watch: deps.slow }))
  const reading = readingBy(thread.ask)
  const audit = openAudit({ ...shared, reading })
  const idempotency = openIdempotency({ secrets, clock })
  const events = openEvents({ store, clock, keptDays: config.eventsDays })
  const sender = openSender(config.webhookAllow)
  const webhooks = openWebhooks({ ...shared, sender, settings: config })
  const timekeeping = openTimekeeping({ store, clock })
  const held = () => (timekeeping.look() ? clockBoundJobs : [])
  const outbox = openOutbox({ store, clock, secrets, held, reading })
  const ledger = openLedger({
    ...shared,
    reading,
    settings: moneySettings(config),
    x402: tillOf(config),
    planOf: (db, tenantId) => identity.tenant(db, tenantId).plan,
    peopleOf: findPeopleOf,
  })
  const identity = openIdentity({
    ...shared,
    settings: {
      signup: config.signup,
      region: config.region,
      searchRatePerMinute: config.searchRatePerMinute,
      storageQuotaBytes: config.storageQuotaBytes,
      sessionIdleMs: config.sessionIdleMinutes * 60_000,
      secondFactor: config.secondFactor,
      oauthProgramsMax: config.oauthProgramsMax,
    },
    knowsDataset: (db, principal, datasetId) => knowsDataset(db, principal, datasetId),
    welcome: (tx, tenantId) => ledger.grantWelcome(tx, tenantId),
    leaving: (tx, userId) => wallet.closeWallets(tx, userId),
    stopWebhooks: (tx, lost) => webhooks.stopOf(tx, lost),
    letters: {
      isSet: () => mail.isSet,
      invitation: (tx, letter) => mail.postInvitation(tx, letter),
      reset: (tx, letter) => mail.postReset(tx, letter),
      verification: (tx, letter) => mail.postVerification(tx, letter),
      moved: (tx, letter) => mail.postMoved(tx, letter),
    },
    tellManagers: (tx, news) => mail.tellManagers(tx, news),
    sso: signInOf(deps),
    clientDocuments: openClientDocuments(config.oauthClientHosts),
    passkeys: passkeysWhenAsked(),
    passwordCost: deps.passwordCost,
  })
  const mail = openMail({
    ...shared,
    log,
    mailer: mailerOf(deps),
    baseUrl: service.baseUrl,
    addresseeOf: identity.addresseeOf,
    managersOf: identity.managersOf,
  })
  const tenantNameOf: CatalogDeps['tenantNameOf'] = (db, id) => identity.tenant(db, id).name
  const catalog = openCatalog({
    ...shared,
    reading,
    blobs,
    links,
    storageOf: identity.storageOf,
    isTenantThere: identity.isTenantThere,
    tenantNameOf,
    userNameOf: identity.userNameOf,
    tellManagers: mail.tellManagers,
    arePassagesOf,
    wasLicenceSold,
    uploadLimits,
    settings: config,
  })
  const review = openReview({
    ...shared,
    catalog,
    links,
    inspectionOf,
    tenantNameOf,
    userNamesOf: (db, ids) => namesOfActors(db, { ids, tenantId: undefined }),
  })
  const folders = openFolders({
    ...shared,
    catalog,
    review,
    folders: openServerFolders(config),
    roots: config.importRoots.map((root) => ({
      ...root,
      tenantId: root.tenantId as TenantId | null,
    })),
  })
  const { own, outside } = searchEngines(deps)
  const searchNodes = openCellOfNodes({ ...deps, version: service.version }, own)
  const { engine } = searchNodes
  const search = searchRoom(deps, { ledger, catalog, engine, nodes: searchNodes.reports })
  const ingest = openIngest({ store, clock, blobs, ...readers(deps), ...pagePictures(config) })
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
  const reports = openReports({ ...shared, identity, ledger, delivery, reading })
  const erasure = openErasure({ ...shared, reading, identity, catalog, ingest })
  const { chain, wallet, microip } = walletRooms(deps, { catalog, search, reading })
  deps.resources.defer(() => delivery.settled())
  deps.resources.defer(() => identity.settled())
  deps.resources.defer(() => identity.stop())

  return {
    rooms: {
      audit,
      idempotency,
      outbox,
      events,
      webhooks,
      notices: openNotices({ ...shared, reading, joinedAtMs: identity.joinedAtMs }),
      mail,
      timekeeping,
      identity,
      ledger,
      catalog,
      review,
      folders,
      firstHour: openFirstHour({
        ...shared,
        identity,
        mail,
        catalog,
        review,
        house: houseOf({ config, service }),
      }),
      search,
      ingest,
      delivery,
      reports,
      chain,
      wallet,
      microip,
      service,
      erasure,
    },
    engine,
    searchNodes,
    outside,
    settleVectors: () => engine.apply(),
    startJobs: () =>
      alongside(
        startRunner({
          outbox,
          log,
          handlers: jobHandlers({ catalog, chain, erasure, folders, ingest, mail, microip }),
          settings: {
            // The rest of its work gets a quarter of an hour.
            jobMaxMs: (config.recognitionMinutes + 15) * 60_000,
            atOnce: {
              brief: 1,
              text: config.ingestConcurrency,
              ocr: config.ocrConcurrency,
              media: config.mediaConcurrency,
            },
          },
        }),
        startFolderRunner({ folders, log }),
        startMailRunner({ mail, log, isResting: () => timekeeping.look() !== undefined }),
        startWebhookRunner({
          webhooks,
          sender,
          log,
          durable: store.durable,
          nowMs: () => clock.nowMs(),
          elapsedMs: () => clock.elapsedMs(),
          isResting: () => timekeeping.look() !== undefined,
        }),
      ),
    schedule: openSchedule({
      timekeeping,
      clock,
      log,
      chores: [
        ...upkeepChores({
          rooms: {
            review,
            catalog,
            events,
            identity,
            idempotency,
            ingest,
            mail,
            microip,
            outbox,
            search,
            webhooks,
          },
          write: store.write,
        }),
        ...settlementChores({ ledger, chain, wallet }),
        ...doctorChores({ config, clock, events, works: deps.service.works }),
        ...deps.chores,
      ],
      restingToo: clockBoundJobs,
    }),
  }
}

function mailerOf({ config, resources }: Deps): Mailer | undefined {
  const settings = smtpOf(config)
  if (settings === undefined) return undefined
  const mailer = openMailer(settings)
  resources.defer(() => mailer.close())
  return mailer
}

type SearchNeeds = Pick<Rooms, 'ledger' | 'catalog'> & {
  engine: SearchEngine
  nodes: CellOfNodes['reports']
}

/** The searches of both surfaces and the buyers' catalogue: one room with three doors. */
function searchRoom(deps: Deps, needs: SearchNeeds): Rooms['search'] {
  const { ledger, catalog, engine, nodes } = needs
  const { store, clock, secrets, config } = deps
  const settings = { publicSearch: config.publicSearch, searchMode: config.searchMode }
  const room = { store, clock, ledger, engine, settings, searchNodes: nodes }
  return {
    ...openSearch(room),
    ...openMarketSearch(room, { secrets }),
    ...openBuyersCatalogue({ store, catalog, ledger, settings }),
  }
}

/** SOL and what is on record: the chain tells the wallets how their withdrawals ended. */
function walletRooms(
  deps: Deps,
  { catalog, search, reading }: Pick<Rooms, 'catalog' | 'search'> & { reading: Reading },
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
    reading,
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
  const { solanaRpcUrl: url, solanaKey: key, solanaKeyFile: keyFile, solanaCluster } = config
  const name = key === undefined ? 'solanaKeyFile' : 'solanaKey'
  return underName(name, () => openSolana({ url, key, keyFile, cluster: solanaCluster }))
}

function deliverySettings(config: Config, { baseUrl }: Rooms['service']): DeliverySettings {
  return {
    baseUrl,
    downloadPriceCents: cents(config.downloadPriceCredits),
    downloadLimitBytes: config.downloadLimitBytes,
  }
}
