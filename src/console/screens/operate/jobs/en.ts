import { plural } from '../../../i18n/plural.ts'

const count = plural('en')

export const en = {
  title: 'Jobs',
  state: 'State',
  states: { failed: 'Given up', queued: 'Waiting', running: 'Running', done: 'Done' },
  kind: 'Kind',
  anyKind: 'Any kind',
  kinds: {
    'inspect-object': 'Look at an upload',
    'ingest-object': 'Read a file',
    'reprocess-object': 'Read a file anew',
    'reprocess-dataset': 'Read a dataset anew',
    'remove-passages': 'Take passages out of the search',
    'purge-blob': 'Remove bytes',
    'delete-dataset': 'Delete a dataset',
    'erase-person': 'Erase a person',
    'erase-tenant': 'Erase a house',
    'advance-submission': 'Follow a licence on the chain',
    'describe-asset': 'Describe a file',
    'send-mail': 'Send a letter',
  },
  jobs: (n: number, shown: string) => count(n, { one: '1 job', other: `${shown} jobs` }),
  tries: (n: number, shown: string) => count(n, { one: '1 attempt', other: `${shown} attempts` }),
  made: (when: string) => `since ${when}`,
  begun: (when: string) => `began ${when}`,
  ended: (when: string) => `ended ${when}`,
  next: (when: string) => `next attempt ${when}`,
  retry: 'Try now',
  retried: 'It is tried again',
  cancel: 'Give up',
  cancelled: 'It is given up as soon as it is taken',
  none: 'No such job',
  noneHint: 'What has ended is kept for 30 days.',
  noneFailed: 'Nothing was given up',
  noneFailedHint: 'What fails is tried again by itself, later and later.',
}
