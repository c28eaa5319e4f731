import type { en } from './en.ts'

export const de: typeof en = {
  file: {
    off: 'Sperren',
    offTitle: (name) => `${name} sperren?`,
    offHint:
      'Sofort findet, liest und kauft sie niemand, und offene Links werden abgewiesen. Wer eine ' +
      'Lizenz gekauft hat, kann sie nicht holen, solange sie gesperrt ist. Was bezahlt wurde, ' +
      'bleibt bezahlt; zurückgegeben wird es unter Geld.',
    isOff: 'Sie ist gesperrt',
    on: 'Wieder freigeben',
    onTitle: (name) => `${name} wieder freigeben?`,
    onHint: 'Sie wird gefunden, gelesen und verkauft wie zuvor.',
    isOn: 'Sie ist wieder zu sehen',
  },
  dataset: {
    off: 'Datensatz sperren',
    offTitle: (name) => `${name} sperren?`,
    offHint:
      'Sofort findet niemand eine seiner Dateien, auch sein Inhaber nicht, und er nimmt nichts ' +
      'mehr an. Wer eine Lizenz gekauft hat, kann seine Datei so lange nicht holen. Was bezahlt ' +
      'wurde, bleibt bezahlt.',
    isOff: 'Der Datensatz ist gesperrt',
    on: 'Sperre aufheben',
    onTitle: (name) => `${name} wieder öffnen?`,
    onHint: 'Er ist, was er zuvor war: im Angebot, angehalten oder ein Entwurf.',
    isOn: 'Die Sperre ist aufgehoben',
  },
  reason: 'Grund',
  reasonHint: 'Der Anbieter liest ihn.',
  downSince: ({ when, why }) => `Gesperrt ${when}: ${why}`,
  note: 'Notiz',
  noteHint: 'Sie steht im Protokoll.',
  asReviewer: 'Sie betreiben die Plattform und sehen darum diesen Datensatz eines anderen Hauses.',
  tenant: 'Haus',
  visibility: 'Wer ihn findet',
  holds: 'Enthält',
  indexed: 'Davon aufgenommen',
  down: 'Davon gesperrt',
  made: 'Angelegt',
  toDataset: 'Ihr Datensatz',
  queue: 'Was auf Prüfung wartet',
  log: 'Was ihm geschah',
  datasets: (n) => `Datensätze (${n})`,
  none: 'Noch kein Datensatz',
  contest:
    'Niemand findet, liest oder kauft sie. Ist das ein Irrtum? Schreiben Sie dem Betreiber: Er ' +
    'kann sie freigeben.',
  downs: (n) => `Gesperrte Dateien (${n})`,
  noDowns: 'Keine Datei ist gesperrt',
  noDownsHint: 'Gesperrt wird eine Datei auf ihrer Seite: Ihre Kennung öffnet sie (Strg K).',
  toDowns: 'Gesperrte Dateien',
  ofOne: 'Von einem Haus oder Datensatz.',
  ofAll: 'Alle zeigen',
  kept: (when) => `Vom Anbieter gelöscht, für Käufer aufgehoben bis ${when}.`,
}
