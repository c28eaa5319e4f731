import { audit } from './audit.ts'
import { clockConfirm } from './clock-confirm.ts'
import type { CliCommand } from './command.ts'
import { configCommand } from './config.ts'
import { creditsGrant } from './credits-grant.ts'
import { demo } from './demo.ts'
import { indexRebuild } from './index-rebuild.ts'
import { indexVerify } from './index-verify.ts'
import { init } from './init.ts'
import { keyCreate } from './key-create.ts'
import { ledgerExport } from './ledger-export.ts'
import { ledgerKey } from './ledger-key.ts'
import { ledgerVerify } from './ledger-verify.ts'
import { mcp } from './mcp.ts'
import { mcpConfig } from './mcp-config.ts'
import { openapi } from './openapi.ts'
import { receiptVerify } from './receipt-verify.ts'
import { reviewApprove } from './review-approve.ts'
import { reviewList } from './review-list.ts'
import { reviewReject } from './review-reject.ts'
import { serve } from './serve.ts'
import { settle } from './settle.ts'
import { userAdd } from './user-add.ts'
import { userResetPassword } from './user-reset-password.ts'

/** All commands, in the order of the help. */
export const commands: readonly CliCommand[] = [
  demo,
  serve,
  init,
  userAdd,
  userResetPassword,
  creditsGrant,
  keyCreate,
  reviewList,
  reviewApprove,
  reviewReject,
  ledgerVerify,
  ledgerExport,
  ledgerKey,
  receiptVerify,
  indexVerify,
  indexRebuild,
  settle,
  audit,
  clockConfirm,
  openapi,
  mcp,
  mcpConfig,
  configCommand,
]
