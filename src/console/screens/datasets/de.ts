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
  made: (name) => `${name} ist angelegt`,
  which: 'Datensätze, die diesen Preis bekommen',
  setPrice: 'Preis setzen',
  priced: (n) => `Mit neuem Preis: ${n}`,
  choose: 'Wählen Sie mindestens einen Datensatz.',
}
