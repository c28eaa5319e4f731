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
  empty: 'Noch nichts gekauft',
  emptyHint: 'Suchen Sie eine Stelle und kaufen Sie ihre Datei oder einen Augenblick davon.',
  search: 'Suchen',
  table: 'Käufe',
}
