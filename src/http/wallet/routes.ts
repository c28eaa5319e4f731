import type { AnyRoute } from '../route.ts'
import * as assets from './assets.ts'
import * as balance from './balance.ts'
import * as licensedSearch from './licensed-search.ts'
import * as microip from './microip.ts'
import * as wallets from './wallets.ts'

/** Surface C. (spec 4.3) What is named comes before what is any id. */
export const walletRoutes: readonly AnyRoute[] = [
  wallets.listNetworks,
  wallets.listWallets,
  wallets.listNetworkWallets,
  wallets.addWallet,
  wallets.walletStatus,
  wallets.removeWallet,
  balance.getBalance,
  balance.deposit,
  balance.withdraw,
  balance.listTransactions,
  balance.transactionReceipt,
  microip.createMicroip,
  microip.listMicroip,
  microip.myMicroipDownloads,
  microip.getMicroip,
  microip.patchMicroip,
  microip.downloadMicroip,
  microip.microipDownloads,
  assets.uploadAsset,
  assets.listMyAssets,
  licensedSearch.searchLicensed,
  licensedSearch.searchLicensedPost,
]
