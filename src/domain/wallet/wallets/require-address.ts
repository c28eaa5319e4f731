import { InvalidInput } from '../../../base/errors.ts'
import { addressMaxChars } from '../limits.ts'
import { type Network, requireNetwork } from '../network.ts'
import type { Address } from '../proofs/index.ts'

/** Loaded with the first wallet: the curves take their time. */
export function loadProofs() {
  return import('../proofs/index.ts')
}

export type NamedAddress = { readonly network: string; readonly address: string }

/** What is the same for all spellings of an address. Throws InvalidInput. */
export async function requireAddress(
  named: NamedAddress,
): Promise<{ network: Network; address: Address }> {
  const network = requireNetwork(named.network)
  const { parseAddress } = await loadProofs()
  const fits = named.address.length <= addressMaxChars
  const address = fits ? parseAddress(network, named.address) : undefined
  if (address) return { network, address }
  throw new InvalidInput({
    field: 'wallet_address',
    reason: 'invalid_address',
    message: 'Invalid wallet address format',
  })
}
