import * as z from 'zod'
import { boundsValuesMin, type ColumnProfile, columnKinds } from '../../../base/column-profile.ts'

const bound = z.union([z.number(), z.string()]).nullable()

const Column = z
  .object({
    name: z.string(),
    type: z.enum(columnKinds),
    empty_share: z.number().meta({ description: 'Of the rows, 0 to 1' }),
    distinct_estimate: z.int().meta({ description: 'Different values, exact while they are few' }),
    min: bound.meta({
      description: `Of numbers, and of dates as 2026-11-20; null below ${boundsValuesMin} values`,
    }),
    max: bound,
  })
  .meta({ id: 'Column' })

/** Our choice for "column profile": it tells what a table is like and shows none of its rows. */
export const ColumnProfileReply = z
  .object({ row_count: z.int(), columns: z.array(Column) })
  .meta({ id: 'ColumnProfile' })

export function presentColumns(profile: ColumnProfile | null) {
  return (
    profile && {
      row_count: profile.rowCount,
      columns: profile.columns.map((column) => ({
        name: column.name,
        type: column.kind,
        empty_share: column.emptyShare,
        distinct_estimate: column.distinctEstimate,
        min: column.min,
        max: column.max,
      })),
    }
  )
}
