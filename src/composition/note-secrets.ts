import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import type { KeyRing } from '../base/rotation.ts'
import { recordAudit } from '../domain/audit/index.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { Store } from '../store/open.ts'

/** A rotation that was cut short after it counted is written down, before anything is forgotten. */
export async function noteRotation(
  { ledger }: Pick<Rooms, 'ledger'>,
  ring: KeyRing,
): Promise<void> {
  const generations = ring.accepted()
  if (!generations.some(({ number }) => number > 0)) return
  await ledger.noteSigningKeys(generations)
  ring.prune()
}

type Sealed = { ring: KeyRing; store: Store; clock: Clock; log: Logger }

/** That other master keys open the secrets than before. */
export async function noteSeals({ ring, store, clock, log }: Sealed): Promise<void> {
  const keys = ring.masterKeys()
  log.info({ keys }, 'the secrets were sealed for other master keys')
  await store.write((tx) =>
    recordAudit(tx, {
      atMs: clock.nowMs(),
      tenantId: null,
      actor: { type: 'operator', id: null },
      action: 'secrets.master_keys_changed',
      subject: { type: 'secrets', id: String(ring.generations()[0]?.number ?? 0) },
      details: { master_keys: keys },
    }),
  )
}
