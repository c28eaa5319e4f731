import { plural } from '../../i18n/plural.ts'

const count = plural('en')

export const en = {
  title: 'Uploads',
  into: 'Into',
  drop: 'Drop files or folders here',
  over: 'Let go to upload',
  choose: 'Choose files',
  folder: 'Choose a folder',
  hint: 'You may close this page: drop the same files again, and only what is missing is sent.',
  noDataset: 'Make a dataset first',
  noDatasetHint: 'Files go into a dataset, which says what they cost and who finds them.',
  datasets: 'To the datasets',
  list: 'Files on their way',
  columns: { name: 'Name', state: 'State', size: 'Size' },
  states: {
    waiting: 'Waits',
    looking: 'Is compared',
    sending: 'Is sent',
    done: 'Sent, in review',
    known: 'There already',
    failed: 'Failed',
    paused: 'Paused',
  },
  progress: ({ n, done, all }: { n: number; done: string; all: string }) =>
    count(n, { one: `${done} of 1 file`, other: `${done} of ${all} files` }),
  amount: ({ sent, all }: { sent: string; all: string }) => `${sent} of ${all}`,
  known: (n: string) => `${n} there already`,
  failed: (n: string) => `${n} failed`,
  pause: 'Pause',
  resume: 'Go on',
  retry: 'Try the failed ones again',
  clear: 'Clear the list',
  resumed: 'goes on where it stopped',
  nothing: 'The file is empty.',
  altered: 'Other bytes arrived than were sent. Try again.',
  leftOut: ({ n, all, first }: { n: number; all: string; first: string }) =>
    count(n, {
      one: `${first} cannot be read and was left out.`,
      other: `${all} files or folders cannot be read and were left out, ${first} among them.`,
    }),
  see: (name: string) => `See ${name}`,
  finished: 'All files are sent. They wait for their review.',
}
