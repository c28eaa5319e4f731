import { lamports } from '../../base/lamports.ts'

/** How far the time in a signed message may be from ours. // our choice */
export const messageWindowMs = 5 * 60 * 1000
/** A clock of a wallet's that is ahead of ours by this much is still tried. // our choice */
export const messageAheadMs = 60 * 1000
/** How long the service offers a message to sign. // our choice */
export const challengeTtlMs = 5 * 60 * 1000
/** A message that verified is remembered for longer than it could be accepted. */
export const usedMessageTtlMs = 3 * messageWindowMs

/** Searches for the second that a message was signed in: dear, hence few. // our choice */
export const scansPerMinute = 5
/** Searches of all users that may wait for the one that runs. */
export const scansWaitingMax = 8
/** Candidates that are tried between two chances to do something else. */
export const candidatesPerSlice = 12

export const labelMaxChars = 100
export const addressMaxChars = 100
export const signatureMaxChars = 2_000
export const walletsPerUserMax = 100
/** Open challenges of one user; the oldest goes. */
export const challengesPerUserMax = 50
/** Expired rows that one registration sweeps away. */
export const sweptMessagesPerWrite = 20

/** Spec 8. */
export const depositMinLamports = lamports(100_000_000)
export const withdrawalMinLamports = lamports(100_000_000)
export const withdrawalBalanceMinLamports = lamports(200_000_000)
export const withdrawalFeeLamports = lamports(10_000_000)
/** Of what an owner earns. (spec 8, fees) */
export const earningsFeeBp = 250

/** What one deposit or withdrawal may carry: 10,000 SOL. // our choice */
export const amountMaxLamports = lamports(10_000_000_000_000)
/** What one user may hold: 1,000,000 SOL, so that no sum comes near 2^53. // our choice */
export const balanceMaxLamports = lamports(1_000_000_000_000_000)

/** Rows that `verify` reads between two chances to do something else. */
export const verifySliceRows = 500
