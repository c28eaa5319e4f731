import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type BackupOrder, backupInThread } from '../../app.ts'
import type { Config } from '../../config.ts'
import { type Io, UsageError, type Values } from '../command.ts'
import { openProgressBar } from '../progress-bar.ts'
import { stopSignal, unlessLeft } from '../stop.ts'

/** Carries an order out and shows whoever waits how far it is. */
export async function watched<O extends BackupOrder>(order: O, io: Io) {
  using bar = openProgressBar(io, order.do)
  const signal = stopSignal(io)
  const work = backupInThread(order, { onProgress: bar.update, signal })
  return await unlessLeft(work, { stop: signal, stops: true, io })
}

/** What a manifest is checked with, besides the secrets that lie in the backup. */
export function trustOf({ masterKey, dataDir }: Config, { secrets }: Values) {
  const given = typeof secrets === 'string' ? resolve(secrets) : undefined
  return { secrets: given, masterKey, nearby: resolve(dataDir) }
}

export const secretsOption = {
  type: 'string',
  help: 'a folder with your secrets: what they did not sign is refused',
  value: '<file>',
} as const

/** Whose backup it is, as far as its signature shows. */
export const signedBy = {
  house: 'Its manifest was signed with your secrets.',
  itself:
    'Its manifest was signed with the secrets that lie in it, so it fits them; whether they are ' +
    'yours is not shown (--secrets <folder>).',
  nobody: 'Its manifest is NOT signed: an earlier version made it, or somebody else.',
  unknown: 'Who signed its manifest was not looked at: its secrets could not be opened.',
} as const

/** The text of the key file. Throws UsageError. */
export function identityIn({ identity }: Values): string | undefined {
  if (typeof identity !== 'string') return undefined
  try {
    return readFileSync(identity, 'utf8')
  } catch {
    throw new UsageError(`--identity ${identity} cannot be read.`)
  }
}
