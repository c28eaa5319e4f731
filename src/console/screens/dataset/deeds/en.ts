import { plural } from '../../../i18n/plural.ts'

const count = plural('en')

/** What a provider does with a whole dataset. */
export const en = {
  pause: 'Pause',
  pauseTitle: (name: string) => `Pause ${name}?`,
  pauseHint:
    'Nobody but you finds or buys its files until it is on offer again; links that are open are ' +
    'refused and cost nothing. Who bought a licence keeps it.',
  paused: 'The dataset is paused',
  offer: 'Offer again',
  offerTitle: (name: string) => `Offer ${name} again?`,
  offerHint: 'Whoever may see it finds and buys its files.',
  offered: 'The dataset is on offer',
  anew: 'Read anew',
  anewTitle: (name: string) => `Read the files of ${name} anew?`,
  anewHint:
    'What was read serves until the new text is there. It costs nothing, and nothing is ' +
    'reviewed again.',
  which: 'Which files',
  all: (n: string) => `All that were read or tried (${n})`,
  failed: (n: string) => `Those that are unreadable (${n})`,
  begun: 'The files are being read anew',
  delete: 'Delete the dataset',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteHint: (n: number, shown: string) =>
    count(n, {
      one: 'Its one file leaves every search at once. There is no way back.',
      other: `Its ${shown} files leave every search at once. There is no way back.`,
    }),
  keeps:
    'Who bought a licence may fetch its file for 30 days more. What was paid and earned stays so.',
  keepsNone: 'Of a suspended dataset nothing is kept for buyers.',
  typeName: (name: string) => `Type its name: ${name}`,
  otherName: 'That is not its name, letter by letter.',
  deleted: (name: string) => `${name} is deleted`,
  suspended:
    'Suspended by who runs the platform: nobody finds its files, and it takes no uploads. What ' +
    'is said of it can still be changed. Is that a mistake? Write to who runs the platform.',
}
