import type { FileMetaData } from 'hyparquet'

export type Slice = { rowStart: number; rowEnd: number }

/** The first is soon there, for whoever looks at the beginning alone. */
const firstRows = 2_000
const cellsAtOnce = 1_000_000
const bytesAtOnce = 32 * 1024 * 1024

/**
 * Rows that are read together, group by group: for each slice of a group the library unpacks
 * dictionaries anew, and of lists the whole group. So there are few of them, of a bounded size.
 * Throws where a column has fewer values than the group has rows.
 */
export function* slicesOf({ row_groups }: FileMetaData): Generator<Slice> {
  let start = 0
  for (const group of row_groups) {
    const rows = Number(group.num_rows)
    const columns = group.columns.map(({ meta_data }) => Number(meta_data?.num_values ?? 0))
    if (columns.some((values) => values < rows))
      throw new Error('a group has fewer rows than it says')
    const each = Math.max(1, Number(group.total_byte_size) / Math.max(1, rows))
    const most = Math.min(cellsAtOnce / Math.max(1, columns.length), bytesAtOnce / each)
    const end = start + rows
    while (start < end) {
      const rowEnd = Math.min(
        end,
        start + (start === 0 ? firstRows : Math.max(1, Math.floor(most))),
      )
      yield { rowStart: start, rowEnd }
      start = rowEnd
    }
  }
}
