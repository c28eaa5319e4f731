import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Speicher',
  free: 'Frei auf der Platte',
  used: 'Von der Platte sind belegt',
  of: (all) => `von ${all}`,
  stored: 'Dateien der Häuser',
  files: (n) => `Dateien: ${n}`,
  database: 'Datenbank',
  andLog: (size) => `und ${size} ihres Logs`,
  previews: 'Vorschaubilder',
  removals: 'Warten auf das Entfernen',
  next: (when) => `der nächste ${when}`,
  kinds: 'Nach Art und Stand',
  kind: 'Art',
  count: 'Anzahl',
  size: 'Größe',
  tenants: (n) => `Nach Haus, von ${n}`,
  part: ({ size, quota }) => `${size} von ${quota}`,
  works: 'Was weg kann',
}
