import { setImmediate } from 'node:timers/promises'
import { InvalidInput } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import { candidatesPerSlice, signatureMaxChars } from '../limits.ts'
import { challengeMessage, isTimely, messageAt, messagesAround, timestampIn } from '../message.ts'
import type { Network } from '../network.ts'
import type { Address, MessageCheck } from '../proofs/index.ts'
import type { WalletRoom } from '../room.ts'
import { findChallenge } from './queries.ts'
import { loadProofs } from './require-address.ts'

export type Proof = {
  readonly signature: string
  /** What was signed, or the time in it, where the caller says so. */
  readonly message?: string | undefined
  readonly timestamp?: string | undefined
}

export type Claimed = {
  readonly userId: UserId
  readonly network: Network
  readonly address: Address
}

/**
 * The message that was signed with the key of the address. Named by the caller it must be timely;
 * else the open challenge is tried, and then each second of the last minutes. (our choice: order)
 * Throws InvalidInput when none was, RateLimited for too many searches.
 */
export async function verifyOwnership(
  room: WalletRoom,
  { userId, network, address }: Claimed,
  proof: Proof,
): Promise<string> {
  const { checkOf } = await loadProofs()
  const { signature } = proof
  if (signature.length > signatureMaxChars) throw failed()
  const check = checkOf(address, signature)
  const nowMs = room.clock.nowMs()
  const service = room.settings.serviceName()
  if (proof.message !== undefined || proof.timestamp !== undefined) {
    const named = namedMessage(service, proof)
    if (!named || !isTimely(named.timestamp, nowMs) || !check(named.message)) throw failed()
    return named.message
  }
  const key = { userId, network, addressKey: address.canonical }
  const challenge = findChallenge(room.store.db, key, nowMs)
  const offered = challenge && challengeMessage(service, challenge.issuedAtMs)
  if (offered !== undefined && check(offered)) return offered
  const found = await room.scans.run(userId, () => firstSigned(check, { service, nowMs }))
  if (found === undefined) throw failed()
  return found
}

function namedMessage(
  service: string,
  { message, timestamp }: Proof,
): { message: string; timestamp: string } | undefined {
  const said = message === undefined ? timestamp : timestampIn(message, { service })
  if (said === undefined) return undefined
  if (timestamp !== undefined && timestamp !== said) return undefined
  return { message: messageAt({ service, timestamp: said }), timestamp: said }
}

async function firstSigned(
  check: MessageCheck,
  { service, nowMs }: { service: string; nowMs: number },
): Promise<string | undefined> {
  let tried = 0
  for (const message of messagesAround(service, nowMs)) {
    if (check(message)) return message
    tried += 1
    if (tried % candidatesPerSlice === 0) await setImmediate()
  }
  return undefined
}

export function failed(): InvalidInput {
  return new InvalidInput({
    field: 'signature',
    reason: 'verification_failed',
    message: 'Wallet verification failed',
  })
}
