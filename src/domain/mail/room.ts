import type { Clock } from '../../base/clock.ts'
import type { TenantId, UserId } from '../../base/ids.ts'
import type { Secrets, SigningKeys } from '../../base/secrets.ts'
import type { Db, RoomStore } from '../../store/tx.ts'
import type { Manager } from '../identity/index.ts'
import type { Principal } from '../principal.ts'
import type { Mailer } from './ports.ts'

export type Addressee = { readonly principal: Principal; readonly email: string }

export type MailDeps = {
  readonly store: RoomStore
  readonly clock: Clock
  readonly secrets: Secrets
  /** Undefined where no server for mail is set: then nothing is sent. */
  readonly mailer: Mailer | undefined
  readonly baseUrl: () => string
  /** Who somebody is now; undefined for who is not here, or may do nothing. */
  readonly addresseeOf: (db: Db, userId: UserId) => Addressee | undefined
  /** Who answers for a tenant, also for one that is suspended. */
  readonly managersOf: (db: Db, tenantId: TenantId) => readonly Manager[]
  readonly log: { warn(facts: object, message: string): void }
}

export type MailRoom = Omit<MailDeps, 'secrets'> & {
  readonly sealKey: () => Buffer
  readonly linkKey: SigningKeys
}
