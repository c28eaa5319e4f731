/** How much of a file was read, where that is not all of it; `of` is null where nobody knows. */
export type PartRead = {
  readonly unit: 'pages' | 'seconds' | 'characters'
  readonly read: number
  readonly of: number | null
}
