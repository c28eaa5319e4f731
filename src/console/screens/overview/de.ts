import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  earned: 'Verdient',
  spent: 'Ausgegeben',
  thirty: 'in 30 Tagen',
  found: 'Gefundene Stellen',
  downloads: 'Downloads',
  stored: 'Gespeichert',
  forSale: 'Im Angebot',
  waiting: 'In Prüfung',
  left: 'Guthaben',
  searches: 'Suchen in diesem Monat',
  thisMonth: 'in diesem Monat',
  of: ({ part, all }) => `${part} von ${all}`,
  perDay: 'pro Tag',
  byDataset: 'Nach Datensatz',
  nothing: 'Nichts in diesen 30 Tagen.',
  todo: 'Für Sie zu tun',
  done: 'Nichts wartet auf Sie.',
  account: 'Sagen Sie, wohin Ihr Geld gehen soll',
  inReview: (n, shown) =>
    count(n, { one: '1 Datei wird geprüft', other: `${shown} Dateien werden geprüft` }),
  soon: (n, shown) =>
    count(n, {
      one: '1 davon verfällt binnen 12 Stunden',
      other: `${shown} davon verfallen binnen 12 Stunden`,
    }),
  unread: (n, shown) =>
    count(n, { one: '1 Datei war nicht zu lesen', other: `${shown} Dateien waren nicht zu lesen` }),
  stuck: {
    rejected: ({ n, shown, name }) =>
      count(n, {
        one: `1 Datei aus ${name} ist abgelehnt`,
        other: `${shown} Dateien aus ${name} sind abgelehnt`,
      }),
    failed: ({ n, shown, name }) =>
      count(n, {
        one: `1 Datei aus ${name} war nicht zu lesen`,
        other: `${shown} Dateien aus ${name} waren nicht zu lesen`,
      }),
    expired: ({ n, shown, name }) =>
      count(n, {
        one: `1 Datei aus ${name} wurde nicht rechtzeitig geprüft`,
        other: `${shown} Dateien aus ${name} wurden nicht rechtzeitig geprüft`,
      }),
  },
  toReview: (n, shown) =>
    count(n, {
      one: '1 Datei wartet auf Ihre Prüfung',
      other: `${shown} Dateien warten auf Ihre Prüfung`,
    }),
  noFigures: 'Was das Haus verdient und ausgibt, sehen andere darin. Hierher dürfen Sie:',
  upload: 'Laden Sie Ihre ersten Dateien hoch',
  search: 'Stellen Sie Ihre erste Frage',
  asked: 'Wonach Käufer fragten',
  askedHint: 'Wörter stehen hier, sobald drei Häuser danach gefragt haben.',
}
