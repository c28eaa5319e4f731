import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  pause: 'Anhalten',
  pauseTitle: (name) => `${name} anhalten?`,
  pauseHint:
    'Niemand außer Ihnen findet oder kauft seine Dateien, bis er wieder angeboten wird; offene ' +
    'Links werden abgewiesen und kosten nichts. Wer eine Lizenz gekauft hat, behält sie.',
  paused: 'Der Datensatz ist angehalten',
  offer: 'Wieder anbieten',
  offerTitle: (name) => `${name} wieder anbieten?`,
  offerHint: 'Wer ihn sehen darf, findet und kauft seine Dateien.',
  offered: 'Der Datensatz ist im Angebot',
  anew: 'Neu lesen',
  anewTitle: (name) => `Die Dateien von ${name} neu lesen?`,
  anewHint:
    'Was gelesen wurde, dient weiter, bis der neue Text da ist. Es kostet nichts, und nichts ' +
    'wird noch einmal geprüft.',
  which: 'Welche Dateien',
  all: (n) => `Alle, die gelesen oder versucht wurden (${n})`,
  failed: (n) => `Die nicht lesbaren (${n})`,
  begun: 'Die Dateien werden neu gelesen',
  delete: 'Datensatz löschen',
  deleteTitle: (name) => `${name} löschen?`,
  deleteHint: (n, shown) =>
    count(n, {
      one: 'Seine eine Datei verschwindet sofort aus jeder Suche. Es gibt keinen Weg zurück.',
      other: `Seine ${shown} Dateien verschwinden sofort aus jeder Suche, ohne Weg zurück.`,
    }),
  keeps:
    'Wer eine Lizenz gekauft hat, kann seine Datei noch 30 Tage holen. Was bezahlt und verdient ' +
    'wurde, bleibt es.',
  keepsNone: 'Von einem gesperrten Datensatz wird nichts für Käufer behalten.',
  typeName: (name) => `Tippen Sie seinen Namen: ${name}`,
  otherName: 'Das ist nicht Buchstabe für Buchstabe sein Name.',
  deleted: (name) => `${name} ist gelöscht`,
  suspended:
    'Vom Betreiber der Plattform gesperrt: Niemand findet seine Dateien, und er nimmt ' +
    'nichts an. Seine Angaben lassen sich noch ändern. Ist das ein Irrtum? Schreiben Sie dem ' +
    'Betreiber.',
}
