/** What is taken off the market, whosever it is, and put back. */
export const en = {
  takeDown: 'Take down',
  takeDownTitle: (name: string) => `Take ${name} down?`,
  takeDownHint:
    'At once nobody finds, reads or buys it, and links that are open are refused. Who bought a ' +
    'licence cannot fetch it while it is down. What was paid stays paid; it is given back under ' +
    'Money.',
  reason: 'Reason',
  reasonHint: 'The provider reads it.',
  isDown: 'It is taken down',
  downSince: ({ when, why }: { when: string; why: string }) => `Taken down ${when}: ${why}`,
  restore: 'Put back',
  restoreTitle: (name: string) => `Put ${name} back?`,
  restoreHint: 'It is found, read and sold again as before.',
  isBack: 'It is on show again',
  note: 'Note',
  noteHint: 'It stands in the log.',
  suspend: 'Suspend the dataset',
  suspendTitle: (name: string) => `Suspend ${name}?`,
  suspendHint:
    'At once nobody finds any of its files, its owner included, and it takes no uploads. Who ' +
    'bought a licence cannot fetch its file meanwhile. What was paid stays paid.',
  isShut: 'The dataset is suspended',
  resume: 'Lift the suspension',
  resumeTitle: (name: string) => `Open ${name} again?`,
  resumeHint: 'It is what it was before: on offer, paused or a draft.',
  isOpen: 'The suspension is lifted',
  asReviewer: 'You run the platform, so you see this dataset of another house.',
  tenant: 'Tenant',
  visibility: 'Who finds it',
  holds: 'Holds',
  indexed: 'Of them indexed',
  down: 'Of them taken down',
  made: 'Made',
  dataset: 'Its dataset',
  queue: 'What waits for review',
  log: 'What befell it',
  datasets: (n: string) => `Datasets (${n})`,
  none: 'No dataset yet',
}
