import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Käufe',
  what: 'Was',
  who: 'Durch',
  when: 'Wann',
  paid: 'Bezahlt',
  proof: 'Beleg',
  check: 'Prüfen',
  moment: (range) => `Augenblick ${range}`,
  erased: 'nicht mehr da',
  refunded: (money) => `${money} erstattet`,
  failed: 'wurde nicht ausgeliefert',
  aborted: 'abgebrochen',
  again: 'Noch einmal holen, kostenlos',
  fetched: 'Auf dem Weg zu Ihnen.',
  offMarket: 'nicht mehr im Angebot',
  ends: {
    sent: 'Übergeben. Der Link galt für dieses eine Mal und führt niemanden mehr zu der Datei.',
    aborted: 'Der Empfänger hat abgebrochen, bevor alles da war; bezahlt wurde es.',
    failed: 'Nicht übergeben, ohne Ihr Verschulden.',
    givenBack: (money) => `Nicht übergeben: ${money} wurden erstattet.`,
    unknown: 'Noch unterwegs, oder der Server hielt an, bevor er vermerken konnte, wie es endete.',
  },
  next: {
    free: (when) => `Bis ${when} gibt es dasselbe noch einmal umsonst.`,
    once: 'Wer es noch einmal will, kauft es noch einmal: Der heutige Preis steht vor dem Kauf da.',
    offMarket:
      'Nicht mehr im Angebot: gesperrt, gelöscht, vom Anbieter zurückgestellt oder für Sie nicht ' +
      'mehr offen. Es lässt sich nicht noch einmal holen; der Beleg bleibt gültig.',
  },
  buyAgain: 'Noch einmal kaufen …',
  empty: 'Noch nichts gekauft',
  emptyHint: 'Suchen Sie eine Stelle und kaufen Sie ihre Datei oder einen Augenblick davon.',
  search: 'Suchen',
  table: 'Käufe',
}
