/**
 * A row of a table as a sentence that can be searched and read alone: `city: Riga; year: 1201`.
 * Empty cells are left out; cells beyond the header come without a name.
 */
export function renderRow({ header, cells }: { header: string[]; cells: string[] }): string {
  const parts: string[] = []
  cells.forEach((cell, i) => {
    const value = cell.trim()
    const name = header[i]?.trim()
    if (value !== '') parts.push(name ? `${name}: ${value}` : value)
  })
  return parts.join('; ')
}

/** The cells of a row by the name of their column, or by its number where it has none. */
export function* namedCells(
  header: readonly string[],
  cells: readonly unknown[],
): Generator<[string, unknown]> {
  for (const [i, cell] of cells.entries()) yield [header[i] ?? `column ${i + 1}`, cell]
}
