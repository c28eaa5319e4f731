// A user of Surface C, with wallets that are not ours.
import type { Answer, Party, TestApp } from './open-test-app.ts'
import type { TestWallet } from './wallets.ts'

export function walletPath({ network, address }: { network: string; address: string }): string {
  return `/wallet/${network}/${address}`
}

/** Asks for a message, has it signed and registers the wallet with it. */
export async function register(
  app: TestApp,
  party: Pick<Party, 'token'>,
  wallet: TestWallet,
  extra: Record<string, unknown> = {},
): Promise<Answer> {
  const status = await app.call('GET', walletPath(wallet), { as: party.token })
  const signature = await wallet.sign(status.body.message)
  return sendSigned(app, party, { wallet, signature, extra })
}

export function sendSigned(
  app: TestApp,
  { token }: Pick<Party, 'token'>,
  sent: { wallet: TestWallet; signature: string; extra?: Record<string, unknown> },
): Promise<Answer> {
  const { network, address } = sent.wallet
  const body = { wallet_address: address, network, signature: sent.signature, ...sent.extra }
  return app.call('POST', `/wallet/${network}`, { as: token, body })
}

/** What the service is called in messages that no challenge was asked for. */
export async function serviceOf(app: TestApp, party: Pick<Party, 'token'>): Promise<string> {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const { body } = await app.call('GET', `/wallet/ethereum/${address}`, { as: party.token })
  return /for (.*?): /.exec(body.message)?.[1] ?? ''
}
