/** What is taken off the market, whosever it is, and put back. */
export const en = {
  file: {
    off: 'Take down',
    offTitle: (name: string) => `Take ${name} down?`,
    offHint:
      'At once nobody finds, reads or buys it, and links that are open are refused. Who bought a ' +
      'licence cannot fetch it while it is down. What was paid stays paid; it is given back ' +
      'under Money.',
    isOff: 'It is taken down',
    on: 'Put back',
    onTitle: (name: string) => `Put ${name} back?`,
    onHint: 'It is found, read and sold again as before.',
    isOn: 'It is on show again',
  },
  dataset: {
    off: 'Suspend the dataset',
    offTitle: (name: string) => `Suspend ${name}?`,
    offHint:
      'At once nobody finds any of its files, its owner included, and it takes no uploads. Who ' +
      'bought a licence cannot fetch its file meanwhile. What was paid stays paid.',
    isOff: 'The dataset is suspended',
    on: 'Lift the suspension',
    onTitle: (name: string) => `Open ${name} again?`,
    onHint: 'It is what it was before: on offer, paused or a draft.',
    isOn: 'The suspension is lifted',
  },
  reason: 'Reason',
  reasonHint: 'The provider reads it.',
  downSince: ({ when, why }: { when: string; why: string }) => `Taken down ${when}: ${why}`,
  note: 'Note',
  noteHint: 'It stands in the log.',
  asReviewer: 'You run the platform, so you see this dataset of another house.',
  tenant: 'Tenant',
  visibility: 'Who finds it',
  holds: 'Holds',
  indexed: 'Of them indexed',
  down: 'Of them taken down',
  made: 'Made',
  toDataset: 'Its dataset',
  queue: 'What waits for review',
  log: 'What befell it',
  datasets: (n: string) => `Datasets (${n})`,
  none: 'No dataset yet',
  contest:
    'Nobody finds, reads or buys it. Is that a mistake? Write to who runs the platform: they can ' +
    'put it back.',
  downs: (n: string) => `Taken down (${n})`,
  noDowns: 'Nothing is taken down',
  noDownsHint: 'A file is taken down on its page: its id opens it (Ctrl K).',
  toDowns: 'What is taken down',
  ofOne: 'Of one house or dataset.',
  ofAll: 'Show all',
  kept: (when: string) => `Deleted by its owner, kept for who bought it until ${when}.`,
}
