/** Pages of plain sentences, each document with words of its own. */
export function reportPages(count: number, { seed = 0 } = {}): string[] {
  return Array.from({ length: count }, (_, page) => {
    const sentence = `Report ${seed}, page ${page}: the supply was measured at 55 degrees.`
    return Array.from({ length: 24 }, (_, i) => `${sentence} Reading ${i} is in order.`).join(' ')
  })
}
