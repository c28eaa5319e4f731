import type { BackupAnswer, BackupOrder } from '../adapters/backup/backup-thread.ts'
import { decryptWith } from '../adapters/backup/cipher.ts'
import { makeBackup } from '../adapters/backup/make-backup.ts'
import { BackupRefused } from '../adapters/backup/manifest.ts'
import { type Meter, openMeter, type Progress, Stopped } from '../adapters/backup/meter.ts'
import { noteMade, noteVerified } from '../adapters/backup/note-backup.ts'
import { restoreBackup } from '../adapters/backup/restore-backup.ts'
import { verifyBackup } from '../adapters/backup/verify-backup.ts'
import { serveOrders } from '../adapters/serve-orders.ts'
import { FilesAway } from '../base/errors.ts'
import { isNoRoom } from '../base/no-room.ts'

/** Makes, checks or restores a backup. */
async function reportOn(order: BackupOrder, meter: Meter): Promise<unknown> {
  if (order.do === 'make') {
    const report = await makeBackup(order.request, meter)
    noteMade(order.request, report)
    return report
  }
  const { folder, identity, trust } = order
  const cipher = identity === undefined ? undefined : await decryptWith(identity)
  if (order.do === 'verify') {
    const report = await verifyBackup({ folder, cipher, trust, meter })
    noteVerified(report, order.of)
    return report
  }
  const { dataDir, nowMs, revoke } = order
  return restoreBackup({ folder, dataDir, cipher, trust, nowMs, revoke, meter })
}

const kept: Record<BackupOrder['do'], string> = {
  make: 'No backup was made: what was begun does not count. Give the command again.',
  verify: 'What was read so far says nothing of the rest. Give the command again.',
  restore: 'Nothing was restored: what was begun is gone. Give the command again.',
}

function answerOf(error: unknown, { do: what }: BackupOrder): BackupAnswer {
  if (error instanceof BackupRefused) return { refused: error.message }
  if (error instanceof Stopped) return { refused: `Stopped after ${error.message}. ${kept[what]}` }
  if (error instanceof FilesAway) return { refused: error.message }
  if (isNoRoom(error)) {
    return {
      refused: 'There is no room left where the backup goes; what was begun does not count.',
    }
  }
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return { refused: message }
  return { failed: String((error as Error)?.stack ?? error) }
}

/** A thread for one order after the other, which says what came of each. */
serveOrders<BackupOrder, BackupAnswer, Progress>((order, { signal, tell }) =>
  reportOn(order, openMeter(tell, signal)).then(
    (report) => ({ report }),
    (error) => answerOf(error, order),
  ),
)
