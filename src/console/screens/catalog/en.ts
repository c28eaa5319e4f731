import { plural } from '../../i18n/plural.ts'

const count = plural('en')

export const en = {
  title: 'Catalogue',
  filter: 'Words in name, description or tags',
  by: (provider: string) => `by ${provider}`,
  objects: (n: number, shown: string) => count(n, { one: '1 file', other: `${shown} files` }),
  passages: (n: number, shown: string) =>
    count(n, { one: '1 passage', other: `${shown} passages` }),
  filePrice: (money: string) => `file ${money}`,
  passagePrice: (money: string) => `passage ${money}`,
  access: { own: 'yours', open: 'open', granted: 'granted', by_request: 'by request' },
  requests: { pending: 'asked for', approved: 'granted', rejected: 'refused' },
  none: 'Nothing of that kind',
  noneHint: 'Other words may find something.',
  empty: 'Nothing is on offer yet',
  emptyHint: 'Datasets appear here once providers list them.',
  samples: 'Samples',
  columns: 'Columns',
  column: 'Column',
  type: 'Type',
  range: 'From – to',
  ask: 'Ask for access',
  message: 'What do you need it for?',
  messageHint: 'The provider reads this.',
  send: 'Ask',
  sent: 'The provider has been asked. You will find the answer here.',
  searchIn: 'Search in it',
  back: 'All datasets',
  languages: 'Languages',
  rows: (n: number, shown: string) => count(n, { one: '1 row', other: `${shown} rows` }),
  updated: (when: string) => `changed on ${when}`,
  license: 'Licence',
  page: (n: string) => `page ${n}`,
}
