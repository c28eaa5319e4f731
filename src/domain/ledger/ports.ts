/**
 * Who checks payments that come with a request (x402) and carries them out on a chain. It is a
 * service of somebody else's: what it answers is looked at like anything else from outside.
 */
export type Facilitator = {
  /** Whether a payment would go through; nothing moves. Throws FacilitatorSilent. */
  verify(request: FacilitatorRequest): Promise<unknown>
  /** Moves the money. Throws FacilitatorSilent, and then it may have moved or not. */
  settle(request: FacilitatorRequest): Promise<unknown>
}

export type FacilitatorRequest = {
  readonly x402Version: 2
  readonly paymentPayload: object
  readonly paymentRequirements: object
}

/** No answer that could be one: no connection, out of time, not JSON, too long. */
export class FacilitatorSilent extends Error {
  override readonly name = 'FacilitatorSilent'
}
