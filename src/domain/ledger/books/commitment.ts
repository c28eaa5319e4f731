import { hash } from 'node:crypto'
import { randomBuffer } from '../../../base/random.ts'

/** What a row says of one party alone: what an account has, and what a provider sold in a month. */
export type OwnNumber = 'debitAfter' | 'creditAfter' | 'grossAfterCents'

/** Of rows of before there was none: their numbers are hashed as they are. */
export type Blinded = { readonly blind: Buffer | null }

/** What the commitments of a row are made with: whoever has it can find out all its numbers. */
export function newBlind(): Buffer {
  return randomBuffer(16)
}

/** What stands for a number of a row in its hash. */
export function hashedNumber<N extends OwnNumber>(
  row: Blinded & { readonly [name in N]: number },
  name: N,
): number | string {
  const { blind, [name]: number } = row
  return blind ? commitmentTo(number, { name, blind: blindOf(blind, name) }) : number
}

/** The part of a blind that one number is hidden with: it says nothing of the others'. */
export function blindOf(blind: Buffer, name: OwnNumber): string {
  return sha256(Buffer.concat([Buffer.from(`kontor blind 1 ${name} `), blind]))
}

/** Shows the number to nobody, and fits no other one. */
export function commitmentTo(number: number, made: { name: OwnNumber; blind: string }): string {
  return sha256(JSON.stringify(['kontor commitment 1', made.name, made.blind, number]))
}

function sha256(bytes: string | Buffer): string {
  return hash('sha256', bytes, 'hex')
}
