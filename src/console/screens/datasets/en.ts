import { plural } from '../../i18n/plural.ts'

const count = plural('en')

export const en = {
  title: 'Datasets',
  make: 'New dataset',
  prices: 'Prices…',
  empty: 'No dataset yet',
  emptyHint: 'A dataset is what buyers find and ask for. Files go into one.',
  name: 'Name',
  description: 'What is in it',
  descriptionHint: 'Buyers read this before they search.',
  visibility: 'Who finds it',
  visibilities: {
    private: 'Nobody else',
    restricted: 'Whoever you let in',
    listed: 'Everybody',
  },
  statuses: {
    draft: 'Draft',
    ingesting: 'First files are read',
    active: 'On offer',
    paused: 'Paused',
    archived: 'Archived',
    suspended: 'Suspended',
    pending_deletion: 'Being deleted',
    deleted: 'Deleted',
  },
  price: 'Price of a file',
  priceHint: 'In euros. Empty: the price of the house.',
  license: 'Licence',
  licenseHint: 'An address. It tells buyers and search engines what may be done.',
  housePrice: 'Price of the house',
  perFile: (price: string) => `${price} a file`,
  files: (n: number, shown: string) => count(n, { one: '1 file', other: `${shown} files` }),
  inReview: (n: string) => `${n} in review`,
  failed: (n: string) => `${n} could not be read`,
  made: (name: string) => `${name} is there`,
  which: 'Datasets that get this price',
  setPrice: 'Set the price',
  priced: (n: string) => `Priced: ${n}`,
  choose: 'Choose at least one dataset.',
}
