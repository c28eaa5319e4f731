import { clockConfirm } from './clock-confirm.ts'
import type { CliCommand } from './command.ts'
import { configCommand } from './config.ts'
import { creditsGrant } from './credits-grant.ts'
import { demo } from './demo.ts'
import { init } from './init.ts'
import { keyCreate } from './key-create.ts'
import { ledgerVerify } from './ledger-verify.ts'
import { openapi } from './openapi.ts'
import { serve } from './serve.ts'
import { userAdd } from './user-add.ts'

/** All commands, in the order of the help. */
export const commands: readonly CliCommand[] = [
  demo,
  serve,
  init,
  userAdd,
  creditsGrant,
  keyCreate,
  ledgerVerify,
  clockConfirm,
  openapi,
  configCommand,
]
