import { parentPort, workerData } from 'node:worker_threads'
import type { BackupAnswer, BackupOrder } from '../adapters/backup/backup-thread.ts'
import { decryptWith } from '../adapters/backup/cipher.ts'
import { makeBackup } from '../adapters/backup/make-backup.ts'
import { BackupRefused } from '../adapters/backup/manifest.ts'
import { openMeter } from '../adapters/backup/meter.ts'
import { restoreBackup } from '../adapters/backup/restore-backup.ts'
import { verifyBackup } from '../adapters/backup/verify-backup.ts'
import { isNoRoom } from '../base/no-room.ts'

/** A thread for one order: makes, checks or restores a backup, says what came of it, and ends. */
async function reportOn(order: BackupOrder): Promise<unknown> {
  const meter = openMeter((progress) => parentPort?.postMessage({ progress }))
  if (order.do === 'make') return makeBackup(order.request, meter)
  const { folder, identity, trust } = order
  const cipher = identity === undefined ? undefined : await decryptWith(identity)
  if (order.do === 'verify') return verifyBackup({ folder, cipher, trust, meter })
  const { dataDir, nowMs } = order
  return restoreBackup({ folder, dataDir, cipher, trust, nowMs, meter })
}

function answerOf(error: unknown): BackupAnswer {
  if (error instanceof BackupRefused) return { refused: error.message }
  if (isNoRoom(error)) {
    return {
      refused: 'There is no room left where the backup goes; what was begun does not count.',
    }
  }
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return { refused: message }
  return { failed: String((error as Error)?.stack ?? error) }
}

reportOn(workerData as BackupOrder).then(
  (report) => parentPort?.postMessage({ report } satisfies BackupAnswer),
  (error) => parentPort?.postMessage(answerOf(error)),
)
