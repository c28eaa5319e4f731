let count = 0

/**
 * A name under which nobody of this process has signed up: for facts that share an application and
 * have a house each. In letters alone, since addresses are made of those.
 */
export function newName(): string {
  count++
  const letters = count
    .toString(26)
    .replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'[parseInt(digit, 26)] ?? '')
  return `Anna ${letters}`
}
