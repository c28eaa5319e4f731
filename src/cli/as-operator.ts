import type { App } from '../app.ts'
import { newId } from '../base/ids.ts'
import type { AnonymousCommand } from '../domain/command.ts'
import type { OptionHelp, Values } from './command.ts'

/** What a deed needs of whoever holds the data folder. */
export function asOperator(app: App): AnonymousCommand {
  return { requestId: newId('req', app.clock.nowMs()), write: app.store.write }
}

/** Why something is put back, for those who read the log later. */
export const noteOption = {
  type: 'string',
  help: 'what the audit log says of it',
} as const satisfies OptionHelp

/** Of what is empty nothing is said. */
export function noteIn({ note }: Values): { note?: string } {
  return typeof note === 'string' && note !== '' ? { note } : {}
}
