import { plural } from '../../i18n/plural.ts'

const count = plural('en')

export const en = {
  upload: 'Upload files',
  prices: 'Try prices',
  change: 'Change',
  changed: 'Changed',
  meanwhile: (fields: string) =>
    `Somebody else changed this meanwhile: ${fields}. Save again to put yours in its place.`,
  save: 'Save',
  find: 'Find a name',
  sort: 'Order',
  sorts: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    name: 'Name, A to Z',
    name_desc: 'Name, Z to A',
    largest: 'Largest first',
    smallest: 'Smallest first',
  },
  show: 'Which files',
  states: {
    all: 'All',
    open: 'Not sent whole',
    review: 'In review',
    reading: 'Being read',
    sale: 'For sale',
    failed: 'Unreadable',
    rejected: 'Rejected',
    expired: 'Review expired',
    down: 'Taken down',
  },
  ready: 'Ready',
  withCount: ({ name, n }: { name: string; n: string }) => `${name} (${n})`,
  files: 'Files',
  columns: { chosen: '✓', name: 'Name', state: 'State', size: 'Size', when: 'Uploaded' },
  choose: (name: string) => `Choose ${name}`,
  chosen: (n: number, shown: string) => count(n, { one: '1 chosen', other: `${shown} chosen` }),
  chooseAll: (n: string) => `Choose all ${n}`,
  chooseNone: 'Choose none',
  delete: 'Delete',
  resubmit: 'Send to review again',
  deleteTitle: (n: number, shown: string) =>
    count(n, { one: 'Delete 1 file?', other: `Delete ${shown} files?` }),
  deleteHint: 'They leave every search at once. What was bought of them stays bought.',
  deleted: (n: number, shown: string) =>
    count(n, { one: '1 file is deleted', other: `${shown} files are deleted` }),
  resubmitted: (n: number, shown: string) =>
    count(n, { one: '1 file waits again', other: `${shown} files wait again` }),
  refused: ({ n, shown, why }: { n: number; shown: string; why: string }) =>
    count(n, { one: `1 stays as it is: ${why}`, other: `${shown} stay as they are: ${why}` }),
  empty: 'No files yet',
  emptyHint: 'Upload some: each is looked at by a person before anybody can find it.',
  none: 'No such files',
  noneHint: 'Nothing here has that name and state.',
  showAll: 'Show all',
  shown: (n: number, shown: string) =>
    count(n, { one: '1 file shown', other: `${shown} files shown` }),
}
