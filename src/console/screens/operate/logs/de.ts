import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Protokoll',
  request: 'Kennung einer Anfrage',
  level: 'Stufe',
  levels: {
    debug: 'Alles',
    info: 'Was geschieht',
    warn: 'Warnungen und Fehler',
    error: 'Fehler',
  },
  slow: 'Wie lange es dauerte',
  anySpeed: 'Egal wie lange',
  slower: {
    100: '0,1 Sekunden oder mehr',
    1000: '1 Sekunde oder mehr',
    10000: '10 Sekunden oder mehr',
  },
  since: (when) =>
    `Gemerkt seit ${when}. Älteres steht dort, wohin der Server sein Protokoll schreibt.`,
  nothingYet: 'Noch wurde nichts geschrieben.',
  none: 'Keine solche Zeile',
  noneHint: 'Zeilen unter der Stufe, die der Server eingestellt hat, werden gar nicht geschrieben.',
}
