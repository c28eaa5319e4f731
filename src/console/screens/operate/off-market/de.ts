import type { en } from './en.ts'

export const de: typeof en = {
  takeDown: 'Sperren',
  takeDownTitle: (name) => `${name} sperren?`,
  takeDownHint:
    'Sofort findet, liest und kauft sie niemand, und offene Links werden abgewiesen. Wer eine ' +
    'Lizenz gekauft hat, kann sie nicht holen, solange sie gesperrt ist. Was bezahlt wurde, ' +
    'bleibt bezahlt; zurückgegeben wird es unter Geld.',
  reason: 'Grund',
  reasonHint: 'Der Anbieter liest ihn.',
  isDown: 'Sie ist gesperrt',
  downSince: ({ when, why }) => `Gesperrt ${when}: ${why}`,
  restore: 'Wieder freigeben',
  restoreTitle: (name) => `${name} wieder freigeben?`,
  restoreHint: 'Sie wird gefunden, gelesen und verkauft wie zuvor.',
  isBack: 'Sie ist wieder zu sehen',
  note: 'Notiz',
  noteHint: 'Sie steht im Protokoll.',
  suspend: 'Datensatz sperren',
  suspendTitle: (name) => `${name} sperren?`,
  suspendHint:
    'Sofort findet niemand eine seiner Dateien, auch sein Inhaber nicht, und er nimmt nichts ' +
    'mehr an. Wer eine Lizenz gekauft hat, kann seine Datei so lange nicht holen. Was bezahlt ' +
    'wurde, bleibt bezahlt.',
  isShut: 'Der Datensatz ist gesperrt',
  resume: 'Sperre aufheben',
  resumeTitle: (name) => `${name} wieder öffnen?`,
  resumeHint: 'Er ist, was er zuvor war: im Angebot, angehalten oder ein Entwurf.',
  isOpen: 'Die Sperre ist aufgehoben',
  asReviewer: 'Sie betreiben die Plattform und sehen darum diesen Datensatz eines anderen Hauses.',
  tenant: 'Haus',
  visibility: 'Wer ihn findet',
  holds: 'Enthält',
  indexed: 'Davon aufgenommen',
  down: 'Davon gesperrt',
  made: 'Angelegt',
  dataset: 'Ihr Datensatz',
  queue: 'Was auf Prüfung wartet',
  log: 'Was ihm geschah',
  datasets: (n) => `Datensätze (${n})`,
  none: 'Noch kein Datensatz',
}
