import { collectGarbage, countGarbage } from '../../app.ts'
import type { FolderCommand } from '../command.ts'

/** Removes what nobody needs any more, now and not when its time comes. */
export const gc: FolderCommand = {
  name: 'gc',
  use: 'write',
  summary: 'remove expired sessions, replies and uploads, files of nobody, and empty the log',
  examples: ['kontor gc', 'kontor gc --count', 'kontor gc --json'],
  options: { count: { type: 'boolean', help: 'remove nothing, say what there is' } },
  async act(app, values) {
    const { signal } = new AbortController()
    const isCount = values.count === true
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
      ],
      data: { sessions, replies, uploads, files, ...(!isCount && { log_pages: logPages }) },
    }
  },
}

function logLines(pages: number | null | undefined): string[] {
  if (pages === undefined) return []
  if (pages !== null) return [`Pages of the log written back: ${pages}.`]
  return ['The log is left to what replicates it (KONTOR_CHECKPOINTS).']
}
