import type { Messages } from './en.ts'

export const de: Messages = {
  shell: {
    skip: 'Zum Inhalt',
    menu: 'Menü',
    home: 'Kontor: zur Übersicht',
    balance: 'Verbleibendes Guthaben',
    accountOf: (name) => `Konto von ${name}`,
    theme: 'Farben',
    language: 'Sprache',
    logOut: 'Abmelden',
    logIn: 'Anmelden',
    sessionEnded: 'Bitte neu anmelden',
  },
  groups: { home: 'Start', buy: 'Kaufen', sell: 'Verkaufen', operate: 'Betreiben', self: 'Sie' },
  places: {
    overview: 'Übersicht',
    search: 'Suche',
    catalog: 'Katalog',
    purchases: 'Käufe',
    verify: 'Beleg prüfen',
    datasets: 'Datensätze',
    uploads: 'Uploads',
    review: 'Prüfung',
    account: 'Konto',
  },
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  palette: {
    title: 'Gehe zu…',
    search: (asked) => `Nach „${asked}“ suchen`,
  },
  shortcuts: { title: 'Tasten' },
  buttons: {
    close: 'Schließen',
    cancel: 'Abbrechen',
    save: 'Speichern',
    copy: 'Kopieren',
    copied: 'Kopiert',
    more: 'Mehr zeigen',
  },
  states: {
    loading: 'Wird geladen…',
    working: 'Einen Augenblick…',
    failed: 'Das hat nicht geklappt',
    again: 'Noch einmal',
    request: (id) => `Anfrage ${id}`,
    offline: 'Keine Verbindung',
    offlineHint:
      'Der Server ist nicht zu erreichen. Was Sie sehen, bleibt; versuchen Sie es gleich neu.',
    offlineBar: 'Keine Verbindung: Was Sie sehen, kann veraltet sein.',
  },
  chart: { asTable: 'Als Tabelle zeigen', asChart: 'Als Diagramm zeigen', day: 'Tag' },
}
