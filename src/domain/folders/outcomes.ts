/** What an import can come to for a file. */
export const fileOutcomes = [
  'new',
  'changed',
  'unchanged',
  'refused',
  'missing',
  'deleted',
] as const
export type FileOutcome = (typeof fileOutcomes)[number]

export type Sum = { readonly files: number; readonly bytes: number }
