// What a 402 says beyond the contract's fields: how to go on.

/** With too few credits. */
export function topUpSteps({ url }: { url: string }) {
  return {
    top_up: { url: `${url}/v1/vouchers/redeem`, methods: ['voucher', 'operator'] },
    next_step: 'Redeem a voucher or ask the operator for credits, then send the request again.',
  }
}

/** With a spent search allowance. */
export const allowanceStep = {
  next_step: 'Wait until reset_at, or ask the operator for a larger plan.',
}
