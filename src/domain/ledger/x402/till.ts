import type { Facilitator } from '../ports.ts'
import type { Settlement } from './settlement.ts'
import type { X402Terms } from './terms.ts'

/** Where the operator takes payments in, and those that are under way. */
export type Till = {
  readonly terms: X402Terms
  readonly facilitator: Facilitator
  readonly underWay: Map<string, Promise<Settlement>>
}

export type TillDeps = Omit<Till, 'underWay'>
