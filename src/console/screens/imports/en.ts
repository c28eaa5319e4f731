import { plural } from '../../i18n/plural.ts'

const count = plural('en')

export const en = {
  title: 'Import',
  hint:
    'Files that lie on the server already come into a dataset without a detour over your ' +
    'computer. What is there already is left alone.',
  none: 'No folder of the server is open to you',
  noneHint:
    'Whoever runs the server names folders in the setting KONTOR_IMPORT_ROOTS. Files of your ' +
    'computer are dragged in under Uploads.',
  uploads: 'Uploads',
  noDataset: 'There is no dataset yet',
  noDatasetHint: 'Files go into a dataset: make one first.',
  datasets: 'Datasets',
  choose: 'Choose a folder',
  root: 'Open folders',
  ofTenant: 'of a tenant',
  where: 'Where you are',
  enter: (name: string) => `Into ${name}`,
  noFolders: 'No folder lies in this one.',
  inIt: (n: number, shown: string) =>
    count(n, { one: '1 file directly in it', other: `${shown} files directly in it` }),
  into: 'Into the dataset',
  remove: 'Delete objects whose files are gone or were replaced',
  preview: 'Look first',
  start: 'Import now',
  watch: 'Keep watching',
  previewing: 'The folder is looked through',
  started: 'The import has begun',
  watched: 'The folder is watched from now on',
  imports: 'Imports',
  noImports: 'Nothing was imported since the server started.',
  isPreview: 'Preview',
  states: {
    waiting: 'Waiting',
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    cancelled: 'Stopped',
  },
  progress: ({ done, total }: { done: string; total: string }) => `${done} of ${total} files`,
  reading: 'The folder is being read…',
  outcomes: {
    new: 'New',
    changed: 'Changed',
    unchanged: 'There already',
    refused: 'Refused',
    missing: 'Gone from the folder',
    deleted: 'Deleted',
  },
  amount: ({ files, size }: { files: string; size: string }) => `${files} (${size})`,
  files: 'Files',
  hide: 'Hide files',
  outcome: 'What became of them',
  fileGone: 'Deleted since: its name went with it',
  nothing: 'No such file.',
  cancel: 'Stop',
  cancelled: 'Stopped; what was taken stays',
  take: 'Import this',
  csv: 'Report (CSV)',
  jsonl: 'Report (JSON)',
  review: 'What came in waits for review.',
  watches: 'Watched folders',
  noWatches: 'No folder is watched.',
  watchStates: { watching: 'Watched', failing: 'Cannot be read', resting: 'Resting' },
  every: (n: number, shown: string) =>
    count(n, { one: 'every second', other: `every ${shown} seconds` }),
  looked: (when: string) => `last look ${when}`,
  never: 'not looked at yet',
  taken: (n: number, shown: string) =>
    count(n, {
      one: '1 file since the server started',
      other: `${shown} files since the server started`,
    }),
  troubles: 'What went wrong lately',
  all: 'The folder',
  stop: 'Stop watching',
  stopped: 'No longer watched; what was taken stays',
  gone: 'No setting names this folder any more',
}
