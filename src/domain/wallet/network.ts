import { InvalidInput } from '../../base/errors.ts'

/** Spec 2.3, Enumerations. */
export const networks = ['solana', 'ethereum', 'bitcoin'] as const
export type Network = (typeof networks)[number]

/** Throws InvalidInput for a network that wallets of which are not taken. */
export function requireNetwork(text: string): Network {
  const network = networks.find((one) => one === text)
  if (network) return network
  throw new InvalidInput({
    field: 'network',
    reason: 'unsupported_network',
    message: 'Unsupported network type',
  })
}
