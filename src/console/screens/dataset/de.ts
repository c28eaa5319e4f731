import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  upload: 'Dateien hochladen',
  prices: 'Preise versuchen',
  change: 'Ändern',
  changed: 'Geändert',
  meanwhile: (fields) =>
    `Jemand anderes hat das inzwischen geändert: ${fields}. Noch einmal speichern ersetzt es.`,
  save: 'Speichern',
  find: 'Namen suchen',
  sort: 'Reihenfolge',
  sorts: {
    newest: 'Neueste zuerst',
    oldest: 'Älteste zuerst',
    name: 'Name, A bis Z',
    name_desc: 'Name, Z bis A',
    largest: 'Größte zuerst',
    smallest: 'Kleinste zuerst',
  },
  show: 'Welche Dateien',
  states: {
    all: 'Alle',
    open: 'Nicht ganz gesendet',
    review: 'In Prüfung',
    reading: 'Wird gelesen',
    sale: 'Im Verkauf',
    failed: 'Nicht lesbar',
    rejected: 'Abgelehnt',
    expired: 'Prüfung abgelaufen',
    down: 'Aus dem Verkehr',
  },
  ready: 'Bereit',
  withCount: ({ name, n }) => `${name} (${n})`,
  files: 'Dateien',
  columns: { chosen: '✓', name: 'Name', state: 'Stand', size: 'Größe', when: 'Hochgeladen' },
  choose: (name) => `${name} wählen`,
  chosen: (_, shown) => `${shown} gewählt`,
  chooseAll: (n) => `Alle ${n} wählen`,
  chooseNone: 'Keine wählen',
  delete: 'Löschen',
  resubmit: 'Erneut zur Prüfung',
  deleteTitle: (n, shown) =>
    count(n, { one: '1 Datei löschen?', other: `${shown} Dateien löschen?` }),
  deleteHint: 'Sie verschwinden sofort aus jeder Suche. Was davon gekauft wurde, bleibt gekauft.',
  deleted: (n, shown) =>
    count(n, { one: '1 Datei ist gelöscht', other: `${shown} Dateien sind gelöscht` }),
  resubmitted: (n, shown) =>
    count(n, { one: '1 Datei wartet wieder', other: `${shown} Dateien warten wieder` }),
  refused: ({ n, shown, why }) =>
    count(n, {
      one: `1 bleibt, wie sie ist: ${why}`,
      other: `${shown} bleiben, wie sie sind: ${why}`,
    }),
  empty: 'Noch keine Dateien',
  emptyHint: 'Laden Sie welche hoch: Jede sieht ein Mensch an, bevor jemand sie finden kann.',
  none: 'Keine solchen Dateien',
  noneHint: 'Nichts hier hat diesen Namen und Stand.',
  showAll: 'Alle zeigen',
  shown: (n, shown) =>
    count(n, { one: '1 Datei wird gezeigt', other: `${shown} Dateien werden gezeigt` }),
}
