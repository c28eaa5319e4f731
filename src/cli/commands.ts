import { backupVerify } from './backup-verify.ts'
import type { CliCommand } from './command.ts'
import { completion } from './completion.ts'
import { configCommand } from './config.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { folderCommands } from './folder-commands.ts'
import { logs } from './logs.ts'
import { man } from './man.ts'
import { mcp } from './mcp.ts'
import { mcpConfig } from './mcp-config.ts'
import { migrate } from './migrate.ts'
import { modelCheck } from './model-check.ts'
import { openapi } from './openapi.ts'
import { receiptVerify } from './receipt-verify.ts'
import { restore } from './restore.ts'
import { serve } from './serve.ts'
import { top } from './top.ts'
import { watchFolder } from './watch.ts'

/** All commands, in the order of the help. */
export const commands: readonly CliCommand[] = [
  demo,
  serve,
  ...folderCommands,
  watchFolder,
  doctor,
  migrate,
  backupVerify,
  restore,
  top,
  logs,
  receiptVerify,
  openapi,
  modelCheck,
  mcp,
  mcpConfig,
  configCommand,
  completion(() => commands),
  man(() => commands),
]
