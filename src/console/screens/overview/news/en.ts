import { plural } from '../../../i18n/plural.ts'

const count = plural('en')

/** What befell the house, its datasets and its files. */
export const en = {
  title: 'Off the market',
  types: {
    'object.taken_down': 'A file was taken down',
    'object.restored': 'A file is back',
    'dataset.suspended': 'A dataset was suspended',
    'dataset.resumed': 'A dataset is no longer suspended',
    'tenant.suspended': 'Your house was suspended',
    'tenant.resumed': 'Your house is no longer suspended',
  },
  more: ({ what, n, shown }: { what: string; n: number; shown: string }) =>
    count(n, { one: `${what}: 1 more`, other: `${what}: ${shown} more` }),
  read: 'I have read it',
}
