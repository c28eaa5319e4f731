import { audit } from './access/audit.ts'
import { keyCreate } from './access/key-create.ts'
import { keyList } from './access/key-list.ts'
import { keyRevoke } from './access/key-revoke.ts'
import { secretsRotate } from './access/secrets-rotate.ts'
import { secretsStatus } from './access/secrets-status.ts'
import { userAdd } from './access/user-add.ts'
import { userAllowPassword } from './access/user-allow-password.ts'
import { userList } from './access/user-list.ts'
import { userResetPassword } from './access/user-reset-password.ts'
import { userResetSecondFactor } from './access/user-reset-second-factor.ts'
import { datasetResume, datasetSuspend } from './catalog/dataset-suspend.ts'
import { importFolder } from './catalog/import.ts'
import { indexRebuild } from './catalog/index-rebuild.ts'
import { indexStatus } from './catalog/index-status.ts'
import { indexVerify } from './catalog/index-verify.ts'
import { objectRestore, objectTakedown } from './catalog/object-takedown.ts'
import { objectTakedowns } from './catalog/object-takedowns.ts'
import { reviewApprove } from './catalog/review-approve.ts'
import { reviewList } from './catalog/review-list.ts'
import { reviewReject } from './catalog/review-reject.ts'
import { traffic } from './client/top.ts'
import type { FolderCommand } from './command.ts'
import { backup } from './folder/backup.ts'
import { blobsAccept } from './folder/blobs-accept.ts'
import { blobsMove } from './folder/blobs-move.ts'
import { clockConfirm } from './folder/clock-confirm.ts'
import { gc } from './folder/gc.ts'
import { init } from './folder/init.ts'
import { balanceCredit } from './ledger/balance-credit.ts'
import { chainVerify } from './ledger/chain-verify.ts'
import { creditsGrant } from './ledger/credits-grant.ts'
import { creditsPayments } from './ledger/credits-payments.ts'
import { ledgerAccept } from './ledger/ledger-accept.ts'
import { ledgerExport } from './ledger/ledger-export.ts'
import { ledgerKey } from './ledger/ledger-key.ts'
import { ledgerVerify } from './ledger/ledger-verify.ts'
import { settle } from './ledger/settle.ts'
import { erase } from './tenants/erase.ts'
import { tenantErase } from './tenants/tenant-erase.ts'
import { tenantExport } from './tenants/tenant-export.ts'
import { tenantImport } from './tenants/tenant-import.ts'
import { tenantLift } from './tenants/tenant-lift.ts'
import { tenantList } from './tenants/tenant-list.ts'
import { tenantSuspend } from './tenants/tenant-suspend.ts'

/**
 * All commands that work on the data folder, in the order of the help. This one list is also what
 * a running server carries out, so none works only while no server runs.
 */
export const folderCommands: readonly FolderCommand[] = [
  init,
  userAdd,
  userResetPassword,
  userAllowPassword,
  userResetSecondFactor,
  userList,
  erase,
  tenantList,
  tenantExport,
  tenantImport,
  tenantErase,
  tenantSuspend,
  tenantLift,
  creditsGrant,
  creditsPayments,
  balanceCredit,
  keyCreate,
  keyList,
  keyRevoke,
  reviewList,
  reviewApprove,
  reviewReject,
  objectTakedown,
  objectRestore,
  objectTakedowns,
  datasetSuspend,
  datasetResume,
  importFolder,
  ledgerVerify,
  ledgerAccept,
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
  blobsMove,
  blobsAccept,
  gc,
  traffic,
]
