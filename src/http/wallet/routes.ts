import type { AnyRoute } from '../route.ts'
import { listMyAssets, uploadAsset } from './assets.ts'
import { deposit, getBalance, listTransactions, transactionReceipt, withdraw } from './balance.ts'
import { searchLicensed, searchLicensedPost } from './licensed-search.ts'
import {
  createMicroip,
  downloadMicroip,
  getMicroip,
  listMicroip,
  microipDownloads,
  myMicroipDownloads,
  patchMicroip,
} from './microip.ts'
import {
  addWallet,
  listNetworks,
  listNetworkWallets,
  listWallets,
  removeWallet,
  walletStatus,
} from './wallets.ts'

/** Surface C. (spec 4.3) What is named comes before what is any id. */
export const walletRoutes: readonly AnyRoute[] = [
  ...[listNetworks, listWallets, listNetworkWallets, addWallet, walletStatus, removeWallet],
  ...[getBalance, deposit, withdraw, listTransactions, transactionReceipt],
  ...[createMicroip, listMicroip, myMicroipDownloads, getMicroip, patchMicroip],
  ...[downloadMicroip, microipDownloads],
  ...[uploadAsset, listMyAssets, searchLicensed, searchLicensedPost],
]
