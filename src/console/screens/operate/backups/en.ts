/** Backups: that there are some, that they are whole, and what one would give back. */
export const en = {
  title: 'Backups',
  works: 'Make and check',
  last: 'Last one',
  none: 'none',
  verified: (when: string) => `verified ${when}`,
  notVerified: 'not verified yet',
  next: 'Next one',
  every: (hours: string) => `every ${hours} hours`,
  notPlanned: 'not planned',
  kept: 'Kept',
  all: 'all',
  older: 'older ones are removed',
  place: 'Place',
  noPlace: 'The settings name no folder for backups',
  noPlaceHint:
    'Start the server with --backup-dir and a folder on another disk. Then it makes them by ' +
    'itself.',
  sets: { one: '1 backup', many: (n: string) => `${n} backups` },
  noSets: 'None yet',
  noSetsHint: 'Make one now, and verify it.',
  files: { one: '1 file', many: (n: string) => `${n} files` },
  encrypted: 'Encrypted',
  problems: 'Not in order',
  whole: 'Verified',
  look: 'What a restore would give',
  of: (when: string) => `The backup of ${when}`,
  gives: {
    tenants: 'Tenants',
    users: 'People',
    datasets: 'Datasets',
    objects: 'Files',
    passages: 'Passages',
    transfers: 'Entries of the ledger',
  },
  bytes: 'To be read',
  version: 'Made by version',
  head: 'Head of the ledger',
  since:
    'What happened after that moment is not in it: what was ended, redeemed or used since works ' +
    'again, and so do passwords and roles of then.',
  guide: 'How it is put back',
  guideHint: 'At the machine, into an empty folder, while no server runs on it:',
  needsKey: 'It is encrypted: have the age key file at hand.',
  needsMaster: 'The master key is not in it: it was given from outside.',
  needsModel: (model: string) => `The embedding model ${model} is not in it.`,
  howSet: 'How the schedule is set',
  howSetHint:
    'Where the server is started, and nowhere else: no page can say where copies of ' +
    'everything go, or that there are none.',
  settings: {
    backupDir: 'Folder',
    backupHours: 'Hours from one to the next',
    backupKeep: 'How many are kept',
    backupRecipient: 'Encrypted for',
  },
  notSet: 'not set',
  setBy: ({ value, origin }: { value: string; origin: string }) => `${value} (${origin})`,
  origins: {
    flag: 'by a flag',
    environment: 'by the environment',
    file: 'by kontor.json',
    default: 'as usual',
  },
  environmentHint:
    'To change it, write this into the environment of the server, and start it again:',
  otherWays: (flags: string) => `In kontor.json or by flags it is the same: ${flags}`,
}
