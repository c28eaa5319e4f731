import type { ColumnProfile } from '../../base/column-profile.ts'
import { openColumnStats } from '../tables/column-stats.ts'
import type { TableWatcher } from './block-list.ts'

/** Sums up the columns of the longest of several tables, and holds no more than two at a time. */
export function watchLongestTable(): TableWatcher & { profile(): ColumnProfile | undefined } {
  let stats = openColumnStats()
  let longest: ColumnProfile | undefined
  return {
    row: (row) => stats.addCells(row),
    end() {
      const profile = stats.end()
      stats = openColumnStats()
      if (profile && profile.rowCount > (longest?.rowCount ?? 0)) longest = profile
    },
    profile: () => longest,
  }
}
