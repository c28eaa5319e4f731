import type { CliCommand } from './command.ts'
import { configCommand } from './config.ts'
import { demo } from './demo.ts'
import { folderCommands } from './folder-commands.ts'
import { mcp } from './mcp.ts'
import { mcpConfig } from './mcp-config.ts'
import { modelCheck } from './model-check.ts'
import { openapi } from './openapi.ts'
import { receiptVerify } from './receipt-verify.ts'
import { serve } from './serve.ts'

/** All commands, in the order of the help. */
export const commands: readonly CliCommand[] = [
  demo,
  serve,
  ...folderCommands,
  receiptVerify,
  openapi,
  modelCheck,
  mcp,
  mcpConfig,
  configCommand,
]
