import { demo } from './catalog/demo.ts'
import { watchFolder } from './catalog/watch.ts'
import { logs } from './client/logs.ts'
import { mcp } from './client/mcp.ts'
import { mcpConfig } from './client/mcp-config.ts'
import { top } from './client/top.ts'
import type { CliCommand } from './command.ts'
import { completion } from './completion.ts'
import { configCommand } from './config.ts'
import { backupVerify } from './folder/backup-verify.ts'
import { doctor } from './folder/doctor.ts'
import { migrate } from './folder/migrate.ts'
import { modelCheck } from './folder/model-check.ts'
import { restore } from './folder/restore.ts'
import { serve } from './folder/serve.ts'
import { folderCommands } from './folder-commands.ts'
import { helpSettings } from './help.ts'
import { receiptVerify } from './ledger/receipt-verify.ts'
import { man } from './man.ts'
import { openapi } from './openapi.ts'

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
  helpSettings,
]
