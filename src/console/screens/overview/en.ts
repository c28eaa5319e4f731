import { plural } from '../../i18n/plural.ts'

const count = plural('en')

type Stuck = { n: number; shown: string; name: string }

export const en = {
  earned: 'Earned',
  spent: 'Spent',
  thirty: 'in 30 days',
  found: 'Passages found',
  downloads: 'Downloads',
  stored: 'Stored',
  forSale: 'For sale',
  waiting: 'In review',
  left: 'Credits left',
  searches: 'Searches this month',
  thisMonth: 'this month',
  of: ({ part, all }: { part: string; all: string }) => `${part} of ${all}`,
  perDay: 'per day',
  byDataset: 'By dataset',
  nothing: 'Nothing in these 30 days.',
  todo: 'For you to do',
  done: 'Nothing waits for you.',
  account: 'Say where you want to be paid',
  inReview: (n: number, shown: string) =>
    count(n, { one: '1 file is in review', other: `${shown} files are in review` }),
  soon: (n: number, shown: string) =>
    count(n, {
      one: '1 of them expires within 12 hours',
      other: `${shown} of them expire within 12 hours`,
    }),
  unread: (n: number, shown: string) =>
    count(n, { one: '1 file could not be read', other: `${shown} files could not be read` }),
  stuck: {
    rejected: ({ n, shown, name }: Stuck) =>
      count(n, {
        one: `1 file of ${name} was rejected`,
        other: `${shown} files of ${name} were rejected`,
      }),
    failed: ({ n, shown, name }: Stuck) =>
      count(n, {
        one: `1 file of ${name} could not be read`,
        other: `${shown} files of ${name} could not be read`,
      }),
    expired: ({ n, shown, name }: Stuck) =>
      count(n, {
        one: `1 file of ${name} was not reviewed in time`,
        other: `${shown} files of ${name} were not reviewed in time`,
      }),
  },
  toReview: (n: number, shown: string) =>
    count(n, { one: '1 file waits for your review', other: `${shown} files wait for your review` }),
  noFigures: 'What the house earns and spends is for others of it. Here you may go:',
  upload: 'Upload your first files',
  search: 'Ask your first question',
  asked: 'What buyers asked for',
  askedHint: 'Words are shown once three houses have asked for them.',
}
