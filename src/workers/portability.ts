import { openMeter, Stopped } from '../adapters/backup/meter.ts'
import { ArchiveRefused } from '../adapters/portability/archive.ts'
import { exportTenant } from '../adapters/portability/export-tenant.ts'
import type {
  PortabilityAnswer,
  PortabilityNews,
  PortabilityWork,
} from '../adapters/portability/portability-thread.ts'
import { verifyArchive } from '../adapters/portability/verify-archive.ts'
import { serveOrders } from '../adapters/serve-orders.ts'
import { FilesAway } from '../base/errors.ts'
import { isNoRoom } from '../base/no-room.ts'
import type { SlowStatement } from '../base/slow-watch.ts'
import { watchStatements } from '../store/slow-statements.ts'

const stopped: Record<PortabilityWork['do'], string> = {
  export: 'Stopped: nothing of the archive stays. Give the command again.',
  verify: 'Stopped while the archive was checked: nothing was taken. Give the command again.',
}

type Work = { signal: AbortSignal; tell(news: PortabilityNews): void }

/** Writes or checks an archive, and says what came of it. */
async function writeOrVerify(
  order: PortabilityWork,
  { signal, tell }: Work,
): Promise<PortabilityAnswer> {
  const meter = openMeter((progress) => tell({ progress }), signal)
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

/** A thread for one order after the other. */
serveOrders(writeOrVerify)
