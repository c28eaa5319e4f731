// What is seen is printed beside what it is held to: a machine that tests says little of those of
// people, so that times fail only at a multiple.
import * as assert from 'uvu/assert'

/** Machines that test are slow: five times is a failure. */
export const patience = 5

export type Seen = { value: number; budget: number; unit: string }

/** Prints it; a failure beyond so many times the budget, and never where none is said. */
export function report(name: string, { value, budget, unit }: Seen, most = patience): void {
  const shown = value >= 10 ? Math.round(value) : Number(value.toPrecision(2))
  console.log(`${name}: ${shown} ${unit} of ${budget}`)
  assert.ok(value <= budget * most, `${name}: ${shown} ${unit}, ${most} times ${budget} at most`)
}
