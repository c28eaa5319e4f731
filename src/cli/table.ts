/** They could move the cursor of whoever reads it, or turn the direction of what follows. */
const steering = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * Rows as lines, each column as wide as its widest cell; nothing for a table without rows. Names of
 * files are anybody's: what steers a terminal is replaced.
 */
export function tableOf(head: readonly string[], given: readonly (readonly string[])[]): string[] {
  if (given.length === 0) return []
  const rows = given.map((row) => row.map((cell) => cell.replace(steering, '\ufffd')))
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => wide(row[i]))))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === cells.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
}

function wide(cell: string | undefined): number {
  return cell?.length ?? 0
}
