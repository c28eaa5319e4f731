import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Geheimnisse zum Signieren',
  back: 'Alle Einstellungen',
  hint:
    'Mit ihnen sind Links, Sitzungen und Codes signiert. Nur Nummern und Zeiten: Ein Geheimnis ' +
    'wird nirgends gezeigt.',
  generations: 'Generationen',
  generation: (n) => `Generation Nr. ${n}`,
  signs: 'Signiert',
  taken: (when) => `Angenommen bis ${when}`,
  made: (when) => `entstanden ${when}`,
  first: 'kam mit dem Datenordner',
  masters: 'Geöffnet mit',
  mastersHint: 'Fingerabdrücke der Hauptschlüssel; der erste ist der, der in Gebrauch ist.',
  works: 'Neue Geheimnisse',
}
