import { moveFiles } from '../../app.ts'
import { type FolderCommand, UsageError, type Values } from '../command.ts'
import { giveAgain } from '../stop.ts'

/** Brings all files to where KONTOR_BLOBS says, while the server goes on. */
export const blobsMove: FolderCommand = {
  name: 'blobs move',
  use: 'write',
  summary: 'bring all files to where KONTOR_BLOBS says, from where they lay before',
  examples: ['kontor blobs move', 'kontor blobs move --finish', 'kontor blobs move disk --json'],
  stops: true,
  options: {
    to: { type: 'string', help: 'disk or s3: that it is really that place', value: '<place>' },
    finish: { type: 'boolean', help: 'read the copies again, then remove what lay before' },
  },
  operand: 'to',
  async act(app, values, watch) {
    const [first, ...others] = app.files.places
    requireMeant(values, first?.name ?? '')
    if (others.length === 0) {
      throw new UsageError(
        'There is nowhere to move files from. Name the new place in KONTOR_BLOBS, the one of ' +
          'before in KONTOR_BLOBS_OLD (the disk need not be named), start the server again.',
      )
    }
    const finish = values.finish === true
    const report = await moveFiles(app, { finish }, watch)
    const { to, from, copied, copiedBytes, there, removed, open, altered, missing } = report
    const outcome = {
      failed: altered.length + missing.length > 0,
      lines: [
        `Files are at ${to}, and were at ${from.join(', ')}.`,
        `Copied: ${copied} (${copiedBytes} bytes). There already: ${there}.`,
        ...(finish ? [`Read again and removed from where they lay before: ${removed}.`] : []),
        ...(open > 0 ? [`Left: files of ${open} uploads that are not confirmed.`] : []),
        ...altered.map((key) => `NOT moved: ${key}, whose bytes are not those of its record.`),
        ...missing.map((key) => `NOT there: ${key}, in none of the places.`),
      ],
      data: {
        to,
        from,
        copied,
        copied_bytes: copiedBytes,
        there,
        removed,
        open,
        altered,
        missing,
      },
    }
    if (!report.stopped) return outcome
    const stopped = `${giveAgain} It goes on with the rest.`
    return { ...outcome, data: { ...outcome.data, stopped: true }, stopped }
  },
}

/** Whoever names a place expects to be told when the settings name another. Throws UsageError. */
function requireMeant({ to }: Values, name: string): void {
  if (typeof to !== 'string') return
  const meant = to === 'disk' ? 'disk' : 's3'
  if (name.startsWith(meant)) return
  throw new UsageError(
    `KONTOR_BLOBS says ${name}: set it to the new place, and start the server again.`,
  )
}
