import type { Backups } from '../../adapters/backup/open-backups.ts'
import { type Clock, isoOf } from '../../base/clock.ts'
import { Conflict } from '../../base/errors.ts'
import type { KeyRing, Rotated } from '../../base/rotation.ts'
import type { Config } from '../../config.ts'
import { type AuditActor, recordAudit } from '../../domain/audit/index.ts'
import type { Rooms } from '../../domain/rooms.ts'
import type { Store } from '../../store/open.ts'
import { doneWith } from './done.ts'
import type { Doing } from './open-works.ts'

type Needs = {
  config: Pick<Config, 'secretsOverlapHours'>
  rooms: Pick<Rooms, 'ledger'>
  ring: KeyRing
  backups: Pick<Backups, 'isBusy'>
  store: Pick<Store, 'write'>
  clock: Clock
}

const hourMs = 3_600_000

export function secretOperations(
  needs: Needs,
): Pick<Doing, 'secrets_rotate' | 'secrets_end_overlap'> {
  return {
    async secrets_rotate({ options: { overlapHours = needs.config.secretsOverlapHours } }) {
      const rotated = await rotateSecrets(needs, { overlapMs: overlapHours * hourMs })
      const { number, acceptedUntilMs, newMasterKey, keyId } = rotated
      return doneWith([], {
        generation: number,
        accepted_until: isoOf(acceptedUntilMs),
        key_id: keyId,
        new_master_key: newMasterKey,
      })
    },
    async secrets_end_overlap({ actor }) {
      return doneWith([], { ended: await endOverlap(needs, actor) })
    },
  }
}

/** New signing secrets; those of before are taken for a while. Throws Conflict in a backup. */
export async function rotateSecrets(
  { rooms, ring, backups }: Omit<Needs, 'config'>,
  { overlapMs }: { overlapMs: number },
): Promise<Rotated & { keyId: string }> {
  requireNoBackup(backups)
  // The key that retires is written down before the new one signs anything.
  await rooms.ledger.noteSigningKeys(ring.accepted())
  const rotated = ring.rotate({ overlapMs })
  await rooms.ledger.noteSigningKeys(ring.accepted())
  return { ...rotated, keyId: rooms.ledger.signingKey().keyId }
}

/** What was signed before the last rotation is refused from now on; gives how many secrets. */
export async function endOverlap(
  { ring, backups, store, clock }: Omit<Needs, 'config' | 'rooms'>,
  actor: AuditActor,
): Promise<number> {
  requireNoBackup(backups)
  const before = ring.generations().length
  ring.endOverlap()
  const ended = before - ring.generations().length
  await store.write((tx) =>
    recordAudit(tx, {
      atMs: clock.nowMs(),
      tenantId: null,
      actor,
      action: 'secrets.overlap_ended',
      subject: { type: 'secrets', id: String(ring.generations()[0]?.number ?? 0) },
      details: { ended },
    }),
  )
  return ended
}

/** A backup copies the files of secrets one by one: in between they must not change. */
function requireNoBackup(backups: Needs['backups']): void {
  if (!backups.isBusy()) return
  throw new Conflict({ reason: 'backup', message: 'A backup is being made. Try again then.' })
}
