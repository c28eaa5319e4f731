import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  title: 'Import',
  hint:
    'Dateien, die schon auf dem Server liegen, kommen ohne Umweg über Ihren Rechner in einen ' +
    'Datensatz. Was schon da ist, bleibt, wie es ist.',
  none: 'Kein Ordner des Servers steht Ihnen offen',
  noneHint:
    'Wer den Server betreibt, nennt Ordner in der Einstellung KONTOR_IMPORT_ROOTS. Dateien ' +
    'Ihres Rechners ziehen Sie unter „Uploads“ herein.',
  uploads: 'Uploads',
  noDataset: 'Es gibt noch keinen Datensatz',
  noDatasetHint: 'Dateien kommen in einen Datensatz: Legen Sie erst einen an.',
  datasets: 'Datensätze',
  choose: 'Ordner wählen',
  root: 'Offene Ordner',
  ofTenant: 'eines Hauses',
  where: 'Wo Sie sind',
  enter: (name) => `In ${name}`,
  noFolders: 'In diesem liegt kein Ordner.',
  inIt: (n, shown) =>
    count(n, { one: '1 Datei unmittelbar darin', other: `${shown} Dateien unmittelbar darin` }),
  into: 'In den Datensatz',
  remove: 'Objekte löschen, deren Dateien weg sind oder ersetzt wurden',
  preview: 'Erst ansehen',
  start: 'Jetzt übernehmen',
  watch: 'Beobachten',
  previewing: 'Der Ordner wird durchgesehen',
  started: 'Der Import hat begonnen',
  watched: 'Der Ordner wird ab jetzt beobachtet',
  imports: 'Importe',
  noImports: 'Seit dem Start des Servers wurde nichts importiert.',
  isPreview: 'Vorschau',
  states: {
    waiting: 'Wartet',
    running: 'Läuft',
    done: 'Fertig',
    failed: 'Misslungen',
    cancelled: 'Angehalten',
  },
  progress: ({ done, total }) => `${done} von ${total} Dateien`,
  reading: 'Der Ordner wird gelesen…',
  outcomes: {
    new: 'Neu',
    changed: 'Geändert',
    unchanged: 'Schon da',
    refused: 'Abgelehnt',
    missing: 'Nicht mehr im Ordner',
    deleted: 'Gelöscht',
  },
  amount: ({ files, size }) => `${files} (${size})`,
  files: 'Dateien',
  hide: 'Dateien verbergen',
  outcome: 'Was aus ihnen wurde',
  fileGone: 'Inzwischen gelöscht, der Name mit ihr',
  nothing: 'Keine solche Datei.',
  cancel: 'Anhalten',
  cancelled: 'Angehalten; was übernommen wurde, bleibt',
  take: 'Dies übernehmen',
  csv: 'Bericht (CSV)',
  jsonl: 'Bericht (JSON)',
  review: 'Was hereinkam, wartet auf die Prüfung.',
  watches: 'Beobachtete Ordner',
  noWatches: 'Kein Ordner wird beobachtet.',
  watchStates: { watching: 'Beobachtet', failing: 'Nicht lesbar', resting: 'Ruht' },
  every: (n, shown) => count(n, { one: 'jede Sekunde', other: `alle ${shown} Sekunden` }),
  looked: (when) => `zuletzt angesehen ${when}`,
  never: 'noch nicht angesehen',
  taken: (n, shown) =>
    count(n, {
      one: '1 Datei seit dem Start des Servers',
      other: `${shown} Dateien seit dem Start des Servers`,
    }),
  troubles: 'Was zuletzt nicht ging',
  all: 'Der Ordner',
  stop: 'Nicht mehr beobachten',
  stopped: 'Nicht mehr beobachtet; was übernommen wurde, bleibt',
  gone: 'Keine Einstellung nennt diesen Ordner mehr',
}
