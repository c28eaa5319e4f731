// What a mutant is made by.
export type Kind =
  | ('operator' | 'not' | 'boolean' | 'text' | 'default' | 'decided' | 'returned')
  | ('removed' | 'condition' | 'list' | 'method' | 'sql' | 'sql term')

/** What stands in the source from `start` on, and what would stand there instead. */
export type Change = { kind: Kind; start: number; end: number; text: string }
