import { parentPort, workerData } from 'node:worker_threads'
import { openMeter, Stopped } from '../adapters/backup/meter.ts'
import { ArchiveRefused } from '../adapters/portability/archive.ts'
import { exportTenant } from '../adapters/portability/export-tenant.ts'
import type {
  PortabilityAnswer,
  PortabilityMessage,
  PortabilityWork,
} from '../adapters/portability/portability-thread.ts'
import { verifyArchive } from '../adapters/portability/verify-archive.ts'
import { FilesAway } from '../base/errors.ts'
import { isNoRoom } from '../base/no-room.ts'
import type { SlowStatement } from '../base/slow-watch.ts'
import { watchStatements } from '../store/slow-statements.ts'

const stopped: Record<PortabilityWork['do'], string> = {
  export: 'Stopped: nothing of the archive stays. Give the command again.',
  verify: 'Stopped while the archive was checked: nothing was taken. Give the command again.',
}

/** A thread for one order: writes or checks an archive, says what came of it, and ends. */
async function writeOrVerify(order: PortabilityWork): Promise<PortabilityAnswer> {
  const stop = new AbortController()
  parentPort?.once('message', () => stop.abort())
  const meter = openMeter((progress) => tell({ progress }), stop.signal)
  const watch = { slowMs: order.slowMs, onSlow: (slow: SlowStatement) => tell({ slow }) }
  try {
    const manifest =
      order.do === 'export'
        ? await exportTenant(order.request, { meter, opened: (raw) => watchStatements(raw, watch) })
        : await verifyArchive(order.folder, meter)
    return { manifest }
  } catch (error) {
    if (error instanceof ArchiveRefused) return { refused: error.message }
    if (error instanceof Stopped) return { refused: stopped[order.do] }
    if (error instanceof FilesAway) return { refused: error.message }
    if (isNoRoom(error)) {
      return { refused: 'There is no room left where the archive goes; nothing of it stays.' }
    }
    const { code, message } = error as NodeJS.ErrnoException
    // What the system refuses is the operator's to mend; anything else is a mistake of ours.
    if (code !== undefined && /^E[A-Z]+$/.test(code)) return { refused: message }
    throw error
  }
}

function tell(message: PortabilityMessage): void {
  parentPort?.postMessage(message)
}

void writeOrVerify(workerData as PortabilityWork).then(tell)
