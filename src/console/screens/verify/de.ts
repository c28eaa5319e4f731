import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Beleg prüfen',
  lead:
    'Jeder kann hier einen Beleg dieses Marktplatzes prüfen. Die Datei bleibt in Ihrem ' +
    'Browser.',
  drop: 'Beleg hier ablegen',
  choose: 'Datei wählen',
  paste: 'Oder den Text einfügen',
  check: 'Prüfen',
  notAReceipt: 'Das ist kein Beleg eines Kontors: Ein Beleg ist JSON mit Kopf und Zeilen.',
  genuine: 'Dieser Beleg ist echt',
  forged: 'Dieser Beleg ist nicht echt',
  checked: 'In Ihrem Browser geprüft, mit dem öffentlichen Schlüssel dieses Marktplatzes.',
  steps: {
    signature: 'Der Kopf des Hauptbuchs ist mit dem Schlüssel dieses Marktplatzes unterschrieben',
    included: 'Jede Zeile steht in dem Hauptbuch, das der Kopf beschreibt',
    about: 'Jede Zeile gehört zu diesem Kauf',
    sums: 'Was die Seiten bekamen, ist, was berechnet wurde',
  },
  failed: 'trifft nicht zu',
  house: 'Dieser Marktplatz',
  provider: 'Der Anbieter',
  facts: { what: 'Was', when: 'Wann', buyer: 'Käufer', id: 'Beleg' },
  charged: 'Berechnet',
  head: ({ rows, when }) => `${rows} Zeilen, unterschrieben am ${when} mit dem Schlüssel`,
  save: 'Beleg sichern',
  print: 'Drucken',
  another: 'Einen anderen prüfen',
}
