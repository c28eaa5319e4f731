import { collectGarbage, countGarbage, type OldReplicas, takeOldReplicas } from '../../app.ts'
import type { FolderCommand } from '../command.ts'

/** Removes what nobody needs any more, now and not when its time comes. */
export const gc: FolderCommand = {
  name: 'gc',
  use: 'write',
  summary: 'remove expired sessions, replies and uploads, files of nobody, and empty the log',
  examples: ['kontor gc', 'kontor gc --count', 'kontor gc --old-replicas', 'kontor gc --json'],
  options: {
    count: { type: 'boolean', help: 'remove nothing, say what there is' },
    'old-replicas': {
      type: 'boolean',
      help: 'what Litestream shipped in epochs of the lease that are over, too',
    },
  },
  async act(app, values, watch) {
    const { signal } = new AbortController()
    const { leasing } = app.config
    const isCount = values.count === true
    // First: where it is refused, nothing else was done.
    const replicas = values['old-replicas']
      ? await takeOldReplicas({ leasing, removes: !isCount, signal: watch?.signal })
      : undefined
    const found = isCount
      ? { ...(await countGarbage(app, signal)), logPages: undefined }
      : await collectGarbage(app, signal)
    const { sessions, replies, uploads, files, logPages } = found
    const said = isCount ? 'To be removed' : 'Removed'
    const later = isCount ? '' : '; the server removes them in the background'
    return {
      lines: [
        `${said}: ${sessions} sessions, ${replies} kept replies, ${uploads} open uploads.`,
        `Files that belong to nobody: ${files}${later}.`,
        ...logLines(logPages),
        ...replicaLines(replicas, said),
      ],
      data: {
        sessions,
        replies,
        uploads,
        files,
        ...(!isCount && { log_pages: logPages }),
        ...(replicas && { old_replicas: replicas }),
      },
    }
  },
}

function replicaLines(found: OldReplicas | undefined, said: string): string[] {
  if (!found) return []
  const { epochs, objects, bytes } = found
  if (objects === 0) return ['Replicas of epochs that are over: none.']
  const which = epochs.length === 1 ? `epoch ${epochs[0]}` : `epochs ${epochs.join(', ')}`
  return [`${said} of replicas: ${which} (${objects} objects, ${bytes} bytes).`]
}

function logLines(pages: number | null | undefined): string[] {
  if (pages === undefined) return []
  if (pages !== null) return [`Pages of the log written back: ${pages}.`]
  return ['The log is left to what replicates it (KONTOR_CHECKPOINTS).']
}
