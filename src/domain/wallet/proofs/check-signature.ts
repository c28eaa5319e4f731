import type { Address } from './address.ts'
import { bitcoinCheck } from './bitcoin.ts'
import { ethereumCheck } from './ethereum.ts'
import type { MessageCheck } from './message-check.ts'
import { solanaCheck } from './solana.ts'

const never: MessageCheck = () => false

/** What does not depend on the message is worked out once. Neither this nor the check throws. */
export function checkOf(address: Address, signature: string): MessageCheck {
  const check = guarded(() => checkFor(address, signature)) ?? never
  return (message) => guarded(() => check(message)) === true
}

function checkFor(address: Address, signature: string): MessageCheck | undefined {
  if (address.network === 'solana') return solanaCheck(address, signature)
  if (address.network === 'ethereum') return ethereumCheck(address, signature)
  return bitcoinCheck(address, signature)
}

/** The libraries throw for what is no key, point or signature. */
function guarded<R>(run: () => R): R | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
