import type { App } from '../../app.ts'
import type { FolderCommand } from '../command.ts'

/** Removes what nobody needs any more, now and not when its time comes. */
export const gc: FolderCommand = {
  name: 'gc',
  use: 'write',
  summary: 'remove expired sessions, replies and uploads, files of nobody, and empty the log',
  examples: ['kontor gc', 'kontor gc --json'],
  options: {},
  async act({ rooms, store, config }) {
    const sessions = await untilNone(() => rooms.identity.sweepSessions())
    const replies = await untilNone(() => store.write((tx) => rooms.idempotency.sweep(tx)))
    const uploads = await untilNone(() => rooms.catalog.removeOpenUploads())
    const files = await rooms.catalog.sweepBlobs(new AbortController().signal)
    const pages = config.checkpoints ? writeBack(store) : null
    return {
      lines: [
        `Removed: ${sessions} sessions, ${replies} kept replies, ${uploads} open uploads.`,
        `Files that belong to nobody: ${files}; the server removes them in the background.`,
        pages === null
          ? 'The log is left to what replicates it (KONTOR_CHECKPOINTS).'
          : `Pages of the log written back: ${pages}.`,
      ],
      data: { sessions, replies, uploads, files, log_pages: pages },
    }
  },
}

function writeBack({ raw }: App['store']): number {
  const [state] = raw.pragma('wal_checkpoint(PASSIVE)') as { checkpointed: number }[]
  return state?.checkpointed ?? 0
}

async function untilNone(slice: () => Promise<number>): Promise<number> {
  let all = 0
  for (let removed = await slice(); removed > 0; removed = await slice()) all += removed
  return all
}
