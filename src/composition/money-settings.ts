import { openX402Facilitator } from '../adapters/x402-facilitator.ts'
import { cents } from '../base/money.ts'
import type { Config } from '../config.ts'
import type { LedgerSettings, Prices, TillDeps } from '../domain/ledger/index.ts'

export function moneySettings(config: Config): LedgerSettings {
  const { welcomeCredits, disputeWindowDays, payoutName, payoutIban, payoutBic } = config
  const named = payoutName !== undefined && payoutIban !== undefined
  const debtor = named ? { name: payoutName, iban: payoutIban, bic: payoutBic } : undefined
  return {
    welcomeCredits: cents(welcomeCredits),
    prices: pricesIn(config),
    disputeWindowDays,
    creditsLow: cents(config.creditsLow),
    debtor,
    stripeSecret: config.stripeWebhookSecret,
  }
}

/** Payments that come with a request, where the operator takes them. */
export function tillOf(config: Config): TillDeps | undefined {
  const { x402PayTo: payTo, x402Facilitator: url, x402Asset: asset, x402Network: network } = config
  if (payTo === undefined || url === undefined || asset === undefined) return undefined
  const { x402AssetName: name, x402AssetVersion: version } = config
  const extra = {
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
  }
  return {
    terms: {
      payTo,
      network,
      asset,
      extra,
      unitsPerCredit: config.x402UnitsPerCredit,
      minimumCredits: cents(config.x402MinimumCredits),
    },
    facilitator: openX402Facilitator({
      url,
      token: config.x402FacilitatorToken,
      timeoutMs: config.x402TimeoutSeconds * 1_000,
    }),
  }
}

function pricesIn(config: Config): Prices {
  return {
    retrievalStandardCents: cents(config.retrievalStandardCredits),
    retrievalPremiumCents: cents(config.retrievalPremiumCredits),
    citationCents: cents(config.citationCredits),
    outcomeFeeBp: config.outcomeFeeBp,
    downloadCents: cents(config.downloadPriceCredits),
    planStarterCents: cents(config.planStarterCredits),
    planProCents: cents(config.planProCredits),
  }
}
