import type { Audit } from './audit/index.ts'
import type { Catalog } from './catalog/index.ts'
import type { Chain } from './chain/index.ts'
import type { Delivery } from './delivery/index.ts'
import type { Erasure } from './erasure/index.ts'
import type { Events } from './events/index.ts'
import type { FirstHour } from './first-hour/index.ts'
import type { Folders } from './folders/index.ts'
import type { Idempotency } from './idempotency/index.ts'
import type { Identity } from './identity/index.ts'
import type { Ingest } from './ingest/index.ts'
import type { Ledger } from './ledger/index.ts'
import type { Mail } from './mail/index.ts'
import type { MicroIps } from './microip/index.ts'
import type { Notices } from './notices/index.ts'
import type { Outbox } from './outbox/index.ts'
import type { Reports } from './reports/index.ts'
import type { Review } from './review/index.ts'
import type { Service } from './running.ts'
import type { BuyersCatalogue, MarketSearch, Search } from './search/index.ts'
import type { Timekeeping } from './timekeeping/index.ts'
import type { Wallets } from './wallet/index.ts'
import type { Webhooks } from './webhooks/index.ts'

/** All rooms of one running application, as the doors see them. Types only. */
export type Rooms = {
  audit: Audit
  idempotency: Idempotency
  outbox: Outbox
  events: Events
  webhooks: Webhooks
  notices: Notices
  mail: Mail
  timekeeping: Timekeeping
  identity: Identity
  ledger: Ledger
  catalog: Catalog
  search: Search & BuyersCatalogue & MarketSearch
  review: Review
  folders: Folders
  firstHour: FirstHour
  ingest: Ingest
  delivery: Delivery
  chain: Chain
  wallet: Wallets
  microip: MicroIps
  reports: Reports
  erasure: Erasure
  service: Service
}
