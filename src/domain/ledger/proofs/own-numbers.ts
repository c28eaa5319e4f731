import {
  type Blinded,
  blindOf,
  commitmentTo,
  hashedNumber,
  type OwnNumber,
} from '../books/commitment.ts'

/** How a number was hashed: with the blind whoever is shown the number makes the commitment. */
export type Side = { blind: string } | { commitment: string }

/** Of the numbers that a row says of one party alone; rows of before have none. */
export type Commitments<N extends OwnNumber> = { commitments?: { [name in N]: Side } }

/** A number as it is for whom it is about; for others 0, and what it is committed to with. */
export function showNumber<N extends OwnNumber>(
  row: Blinded & { readonly [name in N]: number },
  { name, isOwn }: { name: N; isOwn: boolean },
): { number: number; side?: Side } {
  const { blind, [name]: number } = row
  if (!blind) return { number }
  if (isOwn) return { number, side: { blind: blindOf(blind, name) } }
  return { number: 0, side: { commitment: `${hashedNumber(row, name)}` } }
}

/** What went into the hash. With another's commitment a number but 0 is a claim that fits none. */
export function hashedOf(
  shown: { number: number; side: Side | undefined },
  name: OwnNumber,
): number | string {
  const { number, side } = shown
  if (!side) return number
  if ('blind' in side) return commitmentTo(number, { name, blind: side.blind })
  return number || side.commitment
}
