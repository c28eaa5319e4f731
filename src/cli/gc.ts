import type { FolderCommand } from './command.ts'

/** Removes what nobody needs any more, now and not when its time comes. */
export const gc: FolderCommand = {
  name: 'gc',
  summary: 'remove expired sessions, replies and uploads, files of nobody, and empty the log',
  examples: ['kontor gc'],
  options: {},
  async act({ rooms, store }) {
    const sessions = await untilNone(() => rooms.identity.sweepSessions())
    const replies = await untilNone(() => store.write((tx) => rooms.idempotency.sweep(tx)))
    const uploads = await untilNone(() => rooms.catalog.removeOpenUploads())
    const files = await rooms.catalog.sweepBlobs(new AbortController().signal)
    const [state] = store.raw.pragma('wal_checkpoint(PASSIVE)') as { checkpointed: number }[]
    return {
      lines: [
        `Removed: ${sessions} sessions, ${replies} kept replies, ${uploads} open uploads.`,
        `Files that belong to nobody: ${files}; the server removes them in the background.`,
        `Pages of the log written back: ${state?.checkpointed ?? 0}.`,
      ],
      data: { sessions, replies, uploads, files },
    }
  },
}

async function untilNone(slice: () => Promise<number>): Promise<number> {
  let all = 0
  for (let removed = await slice(); removed > 0; removed = await slice()) all += removed
  return all
}
