import type { App } from '../../src/app.ts'
import { importFolder } from '../../src/cli/catalog/import.ts'
import type { Outcome, Values } from '../../src/cli/command.ts'

/** A folder is taken in step by step: on a slow machine one call takes a part of it. */
export async function imported(app: App, values: Values): Promise<Outcome> {
  let outcome = await importFolder.act(app, values)
  while (outcome.more) outcome = await importFolder.act(app, { ...values, ...outcome.more.values })
  return outcome
}
