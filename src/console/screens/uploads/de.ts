import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  title: 'Uploads',
  into: 'In',
  drop: 'Dateien oder Ordner hierher ziehen',
  over: 'Zum Hochladen loslassen',
  choose: 'Dateien wählen',
  folder: 'Ordner wählen',
  hint: 'Sie dürfen die Seite schließen: Ziehen Sie dasselbe noch einmal hierher, es geht weiter.',
  noDataset: 'Legen Sie zuerst einen Datensatz an',
  noDatasetHint: 'Dateien liegen in einem Datensatz, der sagt, was sie kosten und wer sie findet.',
  datasets: 'Zu den Datensätzen',
  list: 'Dateien unterwegs',
  columns: { name: 'Name', state: 'Stand', size: 'Größe' },
  states: {
    waiting: 'Wartet',
    looking: 'Wird verglichen',
    sending: 'Wird gesendet',
    done: 'Gesendet, in Prüfung',
    known: 'Schon da',
    failed: 'Gescheitert',
    paused: 'Angehalten',
  },
  progress: ({ n, done, all }) =>
    count(n, { one: `${done} von 1 Datei`, other: `${done} von ${all} Dateien` }),
  amount: ({ sent, all }) => `${sent} von ${all}`,
  known: (n) => `${n} schon da`,
  failed: (n) => `${n} gescheitert`,
  pause: 'Anhalten',
  resume: 'Weiter',
  retry: 'Gescheiterte noch einmal',
  clear: 'Liste leeren',
  resumed: 'geht weiter, wo sie stehen blieb',
  nothing: 'Die Datei ist leer.',
  altered: 'Es kamen andere Bytes an, als gesendet wurden. Versuchen Sie es noch einmal.',
  leftOut: ({ n, all, first }) =>
    count(n, {
      one: `${first} ist nicht lesbar und wurde ausgelassen.`,
      other: `${all} Dateien oder Ordner sind nicht lesbar und fehlen, darunter ${first}.`,
    }),
  see: (name) => `${name} ansehen`,
  finished: 'Alle Dateien sind gesendet. Sie warten auf ihre Prüfung.',
}
