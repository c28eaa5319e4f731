import { readFileSync } from 'node:fs'
import { type BackupOrder, backupInThread } from '../../app.ts'
import { type Io, UsageError, type Values } from '../command.ts'
import { openProgressBar } from '../progress-bar.ts'

/** Carries an order out and shows whoever waits how far it is. */
export async function watched<O extends BackupOrder>(order: O, io: Io) {
  using bar = openProgressBar(io, order.do)
  return await backupInThread(order, { onProgress: bar.update })
}

/** The text of the key file. Throws UsageError. */
export function identityIn({ identity }: Values): string | undefined {
  if (typeof identity !== 'string') return undefined
  try {
    return readFileSync(identity, 'utf8')
  } catch {
    throw new UsageError(`--identity ${identity} cannot be read.`)
  }
}
