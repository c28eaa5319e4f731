// What things are called, what stands in them, and where a URL leads.

export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

export function wordOf(number: number): string {
  const letters = [...String(number)].map((digit) => 'bcdfghjkmp'[Number(digit)])
  return `quay${letters.join('')}x`
}

export function textOf(word: string): string {
  return `On the visit to ${word} the inspector found every valve in good order.`
}
