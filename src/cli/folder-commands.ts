import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { balanceCredit } from './balance-credit.ts'
import { chainVerify } from './chain-verify.ts'
import { clockConfirm } from './clock-confirm.ts'
import type { FolderCommand } from './command.ts'
import { creditsGrant } from './credits-grant.ts'
import { creditsPayments } from './credits-payments.ts'
import { erase } from './erase.ts'
import { gc } from './gc.ts'
import { importFolder } from './import.ts'
import { indexRebuild } from './index-rebuild.ts'
import { indexStatus } from './index-status.ts'
import { indexVerify } from './index-verify.ts'
import { init } from './init.ts'
import { keyCreate } from './key-create.ts'
import { keyList } from './key-list.ts'
import { keyRevoke } from './key-revoke.ts'
import { ledgerExport } from './ledger-export.ts'
import { ledgerKey } from './ledger-key.ts'
import { ledgerVerify } from './ledger-verify.ts'
import { reviewApprove } from './review-approve.ts'
import { reviewList } from './review-list.ts'
import { reviewReject } from './review-reject.ts'
import { secretsRotate } from './secrets-rotate.ts'
import { secretsStatus } from './secrets-status.ts'
import { settle } from './settle.ts'
import { tenantErase } from './tenant-erase.ts'
import { tenantExport } from './tenant-export.ts'
import { tenantImport } from './tenant-import.ts'
import { tenantList } from './tenant-list.ts'
import { traffic } from './top.ts'
import { userAdd } from './user-add.ts'
import { userList } from './user-list.ts'
import { userResetPassword } from './user-reset-password.ts'

/**
 * All commands that work on the data folder, in the order of the help. This one list is also what
 * a running server carries out, so none works only while no server runs.
 */
export const folderCommands: readonly FolderCommand[] = [
  init,
  userAdd,
  userResetPassword,
  userList,
  erase,
  tenantList,
  tenantExport,
  tenantImport,
  tenantErase,
  creditsGrant,
  creditsPayments,
  balanceCredit,
  keyCreate,
  keyList,
  keyRevoke,
  reviewList,
  reviewApprove,
  reviewReject,
  importFolder,
  ledgerVerify,
  ledgerExport,
  ledgerKey,
  chainVerify,
  indexVerify,
  indexRebuild,
  indexStatus,
  secretsRotate,
  secretsStatus,
  settle,
  audit,
  clockConfirm,
  backup,
  gc,
  traffic,
]
