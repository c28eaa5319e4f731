import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import type { Secrets } from '../base/secrets.ts'
import type { SlowWatch } from '../base/slow-watch.ts'
import type { Config } from '../config.ts'
import type { BlobStore, UploadLimits } from '../domain/catalog/index.ts'
import type { PasswordCost } from '../domain/identity/index.ts'
import type { DetectLanguages, Extractor } from '../domain/ingest/ports.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { Chore } from '../jobs/schedule.ts'
import type { Store } from '../store/open.ts'

/** What the rooms are opened with. */
export type Deps = {
  config: Config
  store: Store
  clock: Clock
  secrets: Secrets
  log: Logger
  blobs: BlobStore
  /** Is told of SQL that takes long. */
  slow: SlowWatch
  /** Closed in the reverse order, before the store. */
  resources: AsyncDisposableStack
  passwordCost: PasswordCost | undefined
  uploadLimits: UploadLimits | undefined
  /** Undefined: by a thread of its own. */
  detectLanguages: DetectLanguages | undefined
  extractor: Extractor | undefined
  service: Rooms['service']
  /** What else is done by the clock. */
  chores: readonly Chore[]
}
