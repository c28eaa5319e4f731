import { InvalidInput } from './errors.ts'

/** A time that somebody asks about, open where an end is left out. */
export type PeriodRequest = {
  readonly fromMs?: number | undefined
  /** The first moment that does not count any more. */
  readonly toMs?: number | undefined
}

/** Throws InvalidInput for a time that ends before it begins, and for an empty one. */
export function requireOrder({ fromMs, toMs }: PeriodRequest): void {
  if (fromMs === undefined || toMs === undefined || fromMs < toMs) return
  throw new InvalidInput({
    field: 'from',
    reason: 'not_before_to',
    message: 'from must lie before to.',
  })
}
