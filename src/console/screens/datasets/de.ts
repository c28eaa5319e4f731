import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  title: 'Datensätze',
  make: 'Neuer Datensatz',
  prices: 'Preise…',
  empty: 'Noch kein Datensatz',
  emptyHint: 'Ein Datensatz ist, was Käufer finden und anfragen. Dateien liegen in einem.',
  name: 'Name',
  description: 'Was darin ist',
  descriptionHint: 'Käufer lesen das, bevor sie suchen.',
  visibility: 'Wer ihn findet',
  visibilities: {
    private: 'Niemand sonst',
    restricted: 'Wen Sie einlassen',
    listed: 'Alle',
  },
  statuses: {
    draft: 'Entwurf',
    ingesting: 'Erste Dateien werden gelesen',
    active: 'Im Angebot',
    paused: 'Angehalten',
    archived: 'Archiviert',
    suspended: 'Gesperrt',
    pending_deletion: 'Wird gelöscht',
    deleted: 'Gelöscht',
  },
  price: 'Preis einer Datei',
  priceHint: 'In Euro. Leer: der Preis des Hauses.',
  license: 'Lizenz',
  licenseHint: 'Eine Adresse. Sie sagt Käufern und Suchmaschinen, was erlaubt ist.',
  housePrice: 'Preis des Hauses',
  perFile: (price) => `${price} je Datei`,
  files: (n, shown) => count(n, { one: '1 Datei', other: `${shown} Dateien` }),
  inReview: (n) => `${n} in Prüfung`,
  failed: (n) => `${n} nicht lesbar`,
  own: 'Nur Ihr Haus',
  keptBack: {
    empty: 'Nichts im Angebot: Er hat noch keine Dateien.',
    arriving: 'Nichts im Angebot: Keine Datei ist ganz angekommen. Senden Sie den Rest.',
    review: 'Noch nichts im Angebot: Jede Datei sieht erst ein Mensch an; Sie hören davon.',
    reading: 'Noch nichts im Angebot: Die Dateien werden gelesen.',
    unusable:
      'Nichts im Angebot: Die Dateien wurden abgelehnt, sind verfallen oder waren nicht lesbar.',
    down: 'Nichts im Angebot: Der Betreiber hat die Dateien gesperrt.',
    draft: 'Nichts im Angebot: Er ist ein Entwurf. Bieten Sie ihn an, damit man ihn findet.',
    aside: 'Nichts im Angebot: Er ist zurückgestellt. Bieten Sie ihn wieder an.',
    hidden: 'Nur Ihr Haus findet ihn. Ändern Sie, wer ihn findet, und er ist im Angebot.',
  },
  asBuyers: 'Wie Käufer ihn sehen',
  made: (name) => `${name} ist angelegt`,
  which: 'Datensätze, die diesen Preis bekommen',
  setPrice: 'Preis setzen',
  priced: (n) => `Mit neuem Preis: ${n}`,
  choose: 'Wählen Sie mindestens einen Datensatz.',
}
