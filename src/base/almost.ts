/** One letter more, less, other, or two in the other order. */
export function isAlmost({ known, typed }: { known: string; typed: string }): boolean {
  if (known === typed || Math.abs(known.length - typed.length) > 1) return false
  let start = 0
  while (start < typed.length && known[start] === typed[start]) start++
  const [left, right] = [known.slice(start), typed.slice(start)]
  const swapped = `${right[1] ?? ''}${right[0] ?? ''}${right.slice(2)}`
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    left === swapped
  )
}
