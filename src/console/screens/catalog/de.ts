import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  title: 'Katalog',
  filter: 'Wörter in Name, Beschreibung oder Schlagwörtern',
  by: (provider) => `von ${provider}`,
  objects: (n, shown) => count(n, { one: '1 Datei', other: `${shown} Dateien` }),
  passages: (n, shown) => count(n, { one: '1 Stelle', other: `${shown} Stellen` }),
  filePrice: (money) => `Datei ${money}`,
  passagePrice: (money) => `Stelle ${money}`,
  access: { own: 'Ihr eigener', open: 'offen', granted: 'gewährt', by_request: 'auf Anfrage' },
  requests: { pending: 'angefragt', approved: 'gewährt', rejected: 'abgelehnt' },
  none: 'Nichts dergleichen',
  noneHint: 'Andere Wörter finden vielleicht etwas.',
  empty: 'Noch ist nichts im Angebot',
  emptyHint: 'Datensätze stehen hier, sobald Anbieter sie aufführen.',
  samples: 'Proben',
  columns: 'Spalten',
  column: 'Spalte',
  type: 'Art',
  range: 'Von – bis',
  ask: 'Zugang erbitten',
  message: 'Wofür brauchen Sie ihn?',
  messageHint: 'Der Anbieter liest das.',
  send: 'Anfragen',
  sent: 'Der Anbieter ist gefragt. Seine Antwort finden Sie hier.',
  searchIn: 'Darin suchen',
  back: 'Alle Datensätze',
  languages: 'Sprachen',
  rows: (n, shown) => count(n, { one: '1 Zeile', other: `${shown} Zeilen` }),
  updated: (when) => `geändert am ${when}`,
  license: 'Lizenz',
  page: (n) => `Seite ${n}`,
}
