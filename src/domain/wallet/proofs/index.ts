/**
 * Addresses and signatures of the three networks, without a network: pure functions over bytes.
 * Loaded when the first wallet is looked at, because the curves take their time to load.
 */
export { type Address, parseAddress } from './address.ts'
export { checkOf } from './check-signature.ts'
export type { MessageCheck } from './message-check.ts'
