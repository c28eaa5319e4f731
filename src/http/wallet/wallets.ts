import { del, get, post } from '../route.ts'
import { presentWallet, presentWalletStatus, presentWallets } from './present-wallet.ts'
import * as schemas from './wallets.schema.ts'

const tag = 'Wallets'
const rate = 'wallet'

export const listNetworks = get('/wallet/networks', {
  id: 'listNetworks',
  tag,
  summary: 'Networks that wallets are taken of',
  description: 'They are what {network} may be in the paths of wallets.',
  access: 'none',
  reply: schemas.NetworksReply,
  errors: [400],
  run: ({ rooms }) => rooms.wallet.listNetworks(),
  present: (networks) => ({ networks: [...networks] }),
})

export const listWallets = get('/wallet', {
  id: 'listWallets',
  tag,
  rate,
  summary: "The caller's wallets",
  description:
    'The oldest first. Of each network one is the primary one: withdrawals go to that of Solana.',
  access: 'session',
  reply: schemas.WalletListReply,
  errors: [400, 401, 429],
  run: ({ rooms, principal }) => rooms.wallet.listWallets(principal),
  present: presentWallets,
})

export const listNetworkWallets = get('/wallet/:network', {
  id: 'listNetworkWallets',
  tag,
  rate,
  summary: "The caller's wallets of one network",
  description: 'The oldest first; one of them is the primary one.',
  access: 'session',
  params: schemas.NetworkParams,
  reply: schemas.WalletListReply,
  errors: [400, 401, 429],
  run: ({ rooms, principal, params }) => rooms.wallet.listWallets(principal, params),
  present: presentWallets,
})

export const addWallet = post('/wallet/:network', {
  id: 'addWallet',
  tag,
  rate,
  summary: 'Register a wallet with a signed message',
  description:
    "The wallet signs 'Sign this message to verify wallet ownership for <service>: <timestamp>'. " +
    'GET /wallet/{network}/{wallet_address} gives such a message; without it, `timestamp` or ' +
    '`message` say which one was signed.',
  access: 'session',
  params: schemas.NetworkParams,
  body: schemas.AddWalletBody,
  status: 201,
  reply: schemas.WalletReply,
  errors: [400, 401, 409, 429],
  run: ({ rooms, cmd, params, body }) =>
    rooms.wallet.registerWallet(cmd, {
      network: body.network === params.network ? body.network : '',
      address: body.wallet_address,
      label: body.label,
      isPrimary: body.is_primary,
      signature: body.signature,
      message: body.message,
      timestamp: body.timestamp === undefined ? undefined : String(body.timestamp),
    }),
  present: presentWallet,
})

export const walletStatus = get('/wallet/:network/:wallet_address', {
  id: 'walletStatus',
  tag,
  rate,
  summary: 'A wallet of the caller, or a message to sign for any other address',
  description:
    'The message holds for five minutes, and until then the same one is given again. An ' +
    'address that somebody else has is answered in the same way.',
  access: 'session',
  params: schemas.WalletParams,
  reply: schemas.WalletStatusReply,
  errors: [400, 401, 429],
  run: ({ rooms, cmd, params }) =>
    rooms.wallet.walletStatus(cmd, { network: params.network, address: params.wallet_address }),
  present: presentWalletStatus,
})

export const removeWallet = del('/wallet/:network/:wallet_address', {
  id: 'removeWallet',
  tag,
  rate,
  summary: 'Remove a wallet',
  description: 'If it was the primary one, the oldest other one of its network takes its place.',
  access: 'session',
  params: schemas.WalletParams,
  reply: schemas.RemovedWalletReply,
  errors: [400, 401, 404, 429],
  run: ({ rooms, cmd, params }) =>
    rooms.wallet.removeWallet(cmd, { network: params.network, address: params.wallet_address }),
  present: ({ address }) => ({ message: 'Wallet removed', wallet_address: address }),
})
