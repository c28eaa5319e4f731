/**
 * What the columns of a table are like, without its rows. `mixed` has values of several kinds,
 * `list` and `object` are values of JSON.
 */
export const columnKinds = [
  'integer',
  'number',
  'boolean',
  'date',
  'text',
  'list',
  'object',
  'mixed',
] as const
export type ColumnKind = (typeof columnKinds)[number]

export type Column = {
  readonly name: string
  readonly kind: ColumnKind
  /** Of the rows, 0 to 1. */
  readonly emptyShare: number
  /** Exact while there are few different values. */
  readonly distinctEstimate: number
  /** Of numbers and dates alone, and only where there are enough values to hide one among. */
  readonly min: number | string | null
  readonly max: number | string | null
}

export type ColumnProfile = { readonly rowCount: number; readonly columns: readonly Column[] }

/** A table with more columns is described by its first. */
export const columnsMax = 200
export const columnNameMaxLength = 100
/** A bound of fewer values would be somebody's value. */
export const boundsValuesMin = 20

/**
 * Several tables as one: columns of the same name are taken together. Different values are not
 * counted twice, so that the estimate is at least what the table with the most of them has.
 */
export function mergeProfiles(profiles: readonly ColumnProfile[]): ColumnProfile | null {
  if (profiles.length === 0) return null
  const merged = new Map<string, { column: Column; rowCount: number }>()
  for (const { rowCount, columns } of profiles) {
    for (const column of columns) {
      const before = merged.get(column.name)
      if (before === undefined && merged.size >= columnsMax) continue
      const added = { column, rowCount }
      merged.set(column.name, before === undefined ? added : mergeColumns(before, added))
    }
  }
  return {
    rowCount: profiles.reduce((sum, { rowCount }) => sum + rowCount, 0),
    columns: [...merged.values()].map(({ column }) => column),
  }
}

type Weighed = { column: Column; rowCount: number }

function mergeColumns(one: Weighed, other: Weighed): Weighed {
  const rowCount = one.rowCount + other.rowCount
  const kind = commonKind(one.column.kind, other.column.kind)
  const empty = ({ column, rowCount: rows }: Weighed) => column.emptyShare * rows
  const bounds = kind === 'mixed' ? noBounds : boundsOf([one.column, other.column])
  const distinct = [one.column.distinctEstimate, other.column.distinctEstimate]
  return {
    rowCount,
    column: {
      name: one.column.name,
      kind,
      ...bounds,
      emptyShare: rowCount === 0 ? 0 : (empty(one) + empty(other)) / rowCount,
      distinctEstimate: Math.max(...distinct),
    },
  }
}

/** What two kinds have in common: whole numbers are numbers. */
export function commonKind(one: ColumnKind, other: ColumnKind): ColumnKind {
  if (one === other) return one
  const numeric = [one, other].every((kind) => kind === 'integer' || kind === 'number')
  return numeric ? 'number' : 'mixed'
}

type Bounds = Pick<Column, 'min' | 'max'>

const noBounds: Bounds = { min: null, max: null }

/** Of numbers among themselves, or of dates among themselves: these compare as texts. */
function boundsOf(columns: readonly Column[]): Bounds {
  const known = columns.filter(({ min }) => min !== null)
  const [first, ...rest] = known
  return rest.reduce<Bounds>(
    ({ min, max }, column) => ({
      min: least(min, column.min),
      max: most(max, column.max),
    }),
    first ?? noBounds,
  )
}

type Bound = Column['min']

function least(one: Bound, other: Bound): Bound {
  return one !== null && other !== null && other < one ? other : one
}

function most(one: Bound, other: Bound): Bound {
  return one !== null && other !== null && other > one ? other : one
}
