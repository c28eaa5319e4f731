import * as z from 'zod'
import { NotOffered } from '../../base/errors.ts'
import { idText } from '../fields.ts'
import { type Access, type AnyRoute, type Method, route } from '../route.ts'

type Planned = { id: string; method: Method; path: string; summary: string; access?: Access }

/** Surface C as the contract lists it (spec 4.3). This release answers 501 to all of it. */
const planned: readonly Planned[] = [
  {
    id: 'listNetworks',
    method: 'get',
    path: '/wallet/networks',
    summary: 'Networks',
    access: 'none',
  },
  { id: 'listWallets', method: 'get', path: '/wallet', summary: "The caller's wallets" },
  { id: 'listNetworkWallets', method: 'get', path: '/wallet/:network', summary: 'Of one network' },
  { id: 'addWallet', method: 'post', path: '/wallet/:network', summary: 'Register a wallet' },
  { id: 'walletStatus', method: 'get', path: '/wallet/:network/:address', summary: 'Its status' },
  { id: 'removeWallet', method: 'delete', path: '/wallet/:network/:address', summary: 'Remove it' },
  { id: 'createMicroip', method: 'post', path: '/microip', summary: 'License an asset' },
  { id: 'listMicroip', method: 'get', path: '/microip', summary: 'Licensed assets' },
  { id: 'myMicroipDownloads', method: 'get', path: '/microip/downloads', summary: 'Purchases' },
  { id: 'getMicroip', method: 'get', path: '/microip/:asset_id', summary: 'One licensed asset' },
  { id: 'buyMicroip', method: 'post', path: '/microip/:asset_id/download', summary: 'Buy it' },
  { id: 'microipDownloads', method: 'get', path: '/microip/:asset_id/downloads', summary: 'Sales' },
  { id: 'uploadAsset', method: 'post', path: '/assets', summary: 'Upload an asset' },
  { id: 'myAssets', method: 'get', path: '/assets', summary: "The caller's assets" },
  { id: 'balance', method: 'get', path: '/balance', summary: 'SOL balance' },
  { id: 'deposit', method: 'post', path: '/balance/deposit', summary: 'Deposit SOL' },
  { id: 'withdraw', method: 'post', path: '/balance/withdraw', summary: 'Withdraw SOL' },
  { id: 'searchLicensed', method: 'get', path: '/search', summary: 'Search licensed assets' },
  { id: 'searchLicensedPost', method: 'post', path: '/search', summary: 'The same, as POST' },
]

export const walletRoutes: readonly AnyRoute[] = planned.map(notOffered)

function notOffered({ id, method, path, summary, access = 'session' }: Planned): AnyRoute {
  return route({
    id,
    method,
    path,
    summary,
    tag: 'Not offered yet',
    access,
    ...paramsOf(path),
    status: 200,
    reply: z.object({}),
    errors: access === 'none' ? [501] : [401, 501],
    run: () => {
      throw new NotOffered('Wallets and licences are not offered in this release.')
    },
  })
}

function paramsOf(path: string): { params?: z.ZodObject } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  if (names.length === 0) return {}
  return { params: z.object(Object.fromEntries(names.map((name) => [name, idText]))) }
}
