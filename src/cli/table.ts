/** Rows as lines, each column as wide as its widest cell; nothing for a table without rows. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
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
