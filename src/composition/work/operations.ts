import type { Backups } from '../../adapters/backup/open-backups.ts'
import type { KeptArchives } from '../../adapters/portability/kept-archives.ts'
import { isoOf } from '../../base/clock.ts'
import type { KeyRing } from '../../base/rotation.ts'
import type { Rooms } from '../../domain/rooms.ts'
import type { Store } from '../../store/open.ts'
import { lookAround } from '../examine.ts'
import { backupOperations } from './backups.ts'
import { type BookNeeds, bookOperations } from './books.ts'
import { collectGarbage, countGarbage } from './collect-garbage.ts'
import { doneWith } from './done.ts'
import { indexOperations } from './index-operations.ts'
import type { Doing } from './open-works.ts'
import { secretOperations } from './rotate-secrets.ts'
import { tenantOperations } from './tenants.ts'

export type OperationNeeds = BookNeeds & {
  rooms: Rooms
  store: Store
  ring: KeyRing
  backups: Pick<Backups, 'make' | 'schedule' | 'isBusy'>
  archives: KeptArchives
  version: string
}

/** What can be started from afar, each as its command does it. */
export function operationsOf(needs: OperationNeeds): Doing {
  const { config, clock, rooms, store } = needs
  const startMs = clock.elapsedMs()
  return {
    async doctor({ signal }) {
      const servingMs = clock.elapsedMs() - startMs
      const found = await lookAround(config, { nowMs: clock.nowMs(), servingMs }, signal)
      await rooms.events.noteProblems(found)
      return doneWith(found, {})
    },
    async gc({ signal }) {
      const { logPages, ...removed } = await collectGarbage(needs, signal)
      return doneWith([], { ...removed, log_pages: logPages })
    },
    gc_count: async ({ signal }) => doneWith([], await countGarbage(needs, signal)),
    async clock_confirm({ requestId }) {
      const pause = await rooms.timekeeping.confirm({ requestId, write: store.write })
      const expected = pause ? isoOf(pause.expectedAtMs) : null
      return doneWith([], { shown_at: isoOf(clock.nowMs()), was_expected_at: expected })
    },
    ...backupOperations(needs),
    ...bookOperations(needs),
    ...indexOperations(rooms),
    ...secretOperations(needs),
    ...tenantOperations(needs),
  }
}
