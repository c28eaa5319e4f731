import { demo } from './catalog/demo.ts'
import { watchFolder } from './catalog/watch.ts'
import { logs } from './client/logs.ts'
import { mcp } from './client/mcp.ts'
import { mcpConfig } from './client/mcp-config.ts'
import { top } from './client/top.ts'
import type { CliCommand } from './command.ts'
import { completion } from './completion.ts'
import { configCommand } from './config.ts'
import { accessApprove, accessDecline } from './datasets/access-decide.ts'
import { accessGrant, accessRevoke } from './datasets/access-grant.ts'
import { accessList } from './datasets/access-list.ts'
import { accessRequests } from './datasets/access-requests.ts'
import { datasetCreate } from './datasets/dataset-create.ts'
import { datasetDelete } from './datasets/dataset-delete.ts'
import { datasetList } from './datasets/dataset-list.ts'
import { datasetReprocess } from './datasets/dataset-reprocess.ts'
import { datasetSet } from './datasets/dataset-set.ts'
import { datasetShow } from './datasets/dataset-show.ts'
import { objectDelete } from './datasets/object-delete.ts'
import { objectList, objectShow } from './datasets/object-list.ts'
import { objectReprocess } from './datasets/object-reprocess.ts'
import { backupVerify } from './folder/backup-verify.ts'
import { doctor } from './folder/doctor.ts'
import { migrate } from './folder/migrate.ts'
import { modelCheck } from './folder/model-check.ts'
import { restore } from './folder/restore.ts'
import { searchNode } from './folder/search-node.ts'
import { serve } from './folder/serve.ts'
import { standby } from './folder/standby.ts'
import { upgrade } from './folder/upgrade.ts'
import { folderCommands } from './folder-commands.ts'
import { helpSettings } from './help.ts'
import { payoutAccount, payoutBalance, payoutStatements } from './ledger/payout.ts'
import { receiptVerify } from './ledger/receipt-verify.ts'
import { man } from './man.ts'
import { login } from './market/login.ts'
import { logout } from './market/logout.ts'
import { search } from './market/search.ts'
import { openapi } from './openapi.ts'

/** All commands, in the order of the help. */
export const commands: readonly CliCommand[] = [
  demo,
  serve,
  standby,
  searchNode,
  login,
  logout,
  search,
  datasetCreate,
  datasetList,
  datasetShow,
  datasetSet,
  datasetReprocess,
  datasetDelete,
  objectList,
  objectShow,
  objectReprocess,
  objectDelete,
  accessRequests,
  accessApprove,
  accessDecline,
  accessList,
  accessGrant,
  accessRevoke,
  payoutAccount,
  payoutStatements,
  payoutBalance,
  ...folderCommands,
  watchFolder,
  doctor,
  migrate,
  upgrade,
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
