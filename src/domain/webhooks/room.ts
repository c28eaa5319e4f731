import type { Clock } from '../../base/clock.ts'
import type { SigningKeys } from '../../base/secrets.ts'
import type { RoomStore } from '../../store/tx.ts'
import type { Sender } from './ports.ts'
import type { WebhookSecrets } from './secrets.ts'

export type WebhookSettings = {
  /** False: nothing is sent, and nothing new is set up. */
  readonly webhooks: boolean
  readonly webhookDays: number
  readonly eventsDays: number
}

export type WebhookRoom = {
  readonly store: RoomStore
  readonly clock: Clock
  readonly secrets: WebhookSecrets
  readonly cursorKey: SigningKeys
  readonly sender: Pick<Sender, 'troubleWith'>
  readonly settings: WebhookSettings
}
