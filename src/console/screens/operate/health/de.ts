import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Zustand',
  up: 'Läuft seit',
  version: (version) => `Version ${version}`,
  memory: 'Arbeitsspeicher',
  disk: 'Frei auf der Platte',
  diskUsed: 'Von der Platte sind belegt',
  of: (all) => `von ${all}`,
  waiting: 'Wartende Aufträge',
  running: (n) => `${n} in Arbeit`,
  backup: 'Letzte Sicherung',
  none: 'keine',
  verified: (when) => `geprüft ${when}`,
  notVerified: 'noch nicht geprüft',
  doctor: 'Was der Doktor sagt',
  notYet: 'Nicht untersucht, seit der Server läuft',
  notYetHint: 'Eine Untersuchung dauert einige Sekunden und stört niemanden.',
  well: 'Alles ist in Ordnung.',
  checks: 'Prüfungen',
  units: {
    days: (n) => `${n} T`,
    hours: (n) => `${n} h`,
    minutes: (n) => `${n} min`,
  },
}
