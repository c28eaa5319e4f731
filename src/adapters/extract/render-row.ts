/**
 * A row of a table as a sentence that can be searched and read alone: `city: Riga; year: 1201`.
 * Empty cells are left out; cells beyond the header come without a name.
 */
export function renderRow({ header, cells }: { header: string[]; cells: string[] }): string {
  const parts: string[] = []
  for (let i = 0; i < cells.length; i++) {
    const value = (cells[i] as string).trim()
    if (value === '') continue
    const name = header[i]?.trim()
    parts.push(name ? `${name}: ${value}` : value)
  }
  return parts.join('; ')
}

/** The cells of a row by the name of their column, or by its number where it has none. */
export function* namedCells(
  header: readonly string[],
  cells: readonly unknown[],
): Generator<[string, unknown]> {
  for (const [i, cell] of cells.entries()) yield [nameAt(header, i), cell]
}

export function nameAt(header: readonly string[], i: number): string {
  return header[i] ?? `column ${i + 1}`
}
