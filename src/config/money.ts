import * as z from 'zod'
import { InvalidInput } from '../base/errors.ts'
import { bicFor, ibanOf } from '../base/iban.ts'
import { line, webAddress, whole } from './rules.ts'

/** What things cost, how providers are paid, and what comes in from outside. */
export const moneySettings = {
  retrievalStandardCredits: {
    rule: whole(0, 1_000_000).default(1),
    help: 'price of a passage found, cents',
  },
  retrievalPremiumCredits: {
    rule: whole(0, 1_000_000).default(2),
    help: 'the same of premium and curated datasets',
  },
  citationCredits: { rule: whole(0, 1_000_000).default(1), help: 'price of a citation, cents' },
  outcomeFeeBp: {
    rule: whole(0, 10_000).default(0),
    help: 'fee of reported revenue, hundredths of a percent',
  },
  planStarterCredits: {
    rule: whole(0, 100_000_000).default(2_900),
    help: 'a month of the plan starter, cents',
  },
  planProCredits: {
    rule: whole(0, 100_000_000).default(19_900),
    help: 'a month of the plan pro, cents',
  },
  creditsLow: {
    rule: whole(0, 1_000_000_000).default(100),
    help: 'credits; a balance that falls below is told of (credits.low), 0: none is',
  },
  disputeWindowDays: {
    rule: whole(0, 90).default(14),
    help: 'how long a settled month is held for disputes',
  },
  payoutName: { rule: line.optional(), help: 'holder of the account that providers are paid from' },
  payoutIban: {
    rule: line.refine(isIban, 'the IBAN of an account in the SEPA area').optional(),
    help: 'IBAN of that account',
  },
  payoutBic: { rule: line.optional(), help: 'BIC of that account, where the bank wants one' },
  stripeWebhookSecret: {
    rule: line.optional(),
    secret: true,
    help: "signing secret of Stripe's webhook; without it there is none",
  },
  x402PayTo: { rule: line.optional(), help: 'address that x402 payments go to' },
  x402Facilitator: {
    rule: webAddress.optional(),
    help: 'facilitator that checks and settles them; asked only when this is set',
  },
  x402FacilitatorToken: {
    rule: line.optional(),
    secret: true,
    help: 'bearer credential for that facilitator, where it wants one',
  },
  x402Network: {
    rule: z
      .string()
      .regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'a CAIP-2 name like eip155:8453')
      .default('eip155:8453'),
    help: 'chain of those payments, CAIP-2',
  },
  x402Asset: { rule: line.optional(), help: 'address of the token that is paid in' },
  x402AssetName: { rule: line.optional(), help: "the token's name, which wallets sign" },
  x402AssetVersion: { rule: line.optional(), help: "the token's version, which wallets sign" },
  x402UnitsPerCredit: {
    rule: whole(1, 1_000_000_000_000).default(10_000),
    help: "the token's smallest units for one credit",
  },
  x402MinimumCredits: {
    rule: whole(1, 1_000_000).default(1),
    help: 'smallest payment that is asked for',
  },
  x402TimeoutSeconds: {
    rule: whole(1, 120).default(30),
    help: 'how long the facilitator may take for an answer',
  },
} as const

type Till = {
  x402PayTo?: string | undefined
  x402Facilitator?: string | undefined
  x402Asset?: string | undefined
}

/** Money goes where this says: nothing of it is guessed. */
export function refuseHalfTill(till: Till, refuse: (why: string) => never): void {
  const given = [till.x402PayTo, till.x402Facilitator, till.x402Asset]
  if (given.every((part) => part === undefined) || given.every((part) => part !== undefined)) return
  refuse(
    'KONTOR_X402_PAY_TO, KONTOR_X402_FACILITATOR and KONTOR_X402_ASSET go together: who is paid, ' +
      'by whom payments are settled, and in which token.',
  )
}

type Payer = {
  payoutName?: string | undefined
  payoutIban?: string | undefined
  payoutBic?: string | undefined
}

/** Whom providers are paid by is known before the first month is paid. */
export function refuseHalfPayer(payer: Payer, refuse: (why: string) => never): void {
  const { payoutName: name, payoutIban: iban, payoutBic: bic } = payer
  if (name === undefined && iban === undefined && bic === undefined) return
  if (name === undefined || iban === undefined) {
    refuse(
      'KONTOR_PAYOUT_NAME and KONTOR_PAYOUT_IBAN go together, and with KONTOR_PAYOUT_BIC: who ' +
        'pays providers, from which account.',
    )
  }
  const why = refusalOf(() => bicFor({ iban: ibanOf(iban), bic }))
  if (why !== undefined) refuse(`KONTOR_PAYOUT_BIC cannot be: ${why}`)
}

function isIban(text: string): boolean {
  return refusalOf(() => ibanOf(text)) === undefined
}

function refusalOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof InvalidInput) return error.message
    throw error
  }
}
