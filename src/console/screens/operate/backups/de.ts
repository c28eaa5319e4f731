import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Sicherungen',
  works: 'Machen und prüfen',
  last: 'Letzte',
  none: 'keine',
  verified: (when) => `geprüft ${when}`,
  notVerified: 'noch nicht geprüft',
  next: 'Nächste',
  every: (hours) => `alle ${hours} Stunden`,
  notPlanned: 'nicht geplant',
  kept: 'Behalten',
  all: 'alle',
  older: 'ältere werden entfernt',
  place: 'Ort',
  noPlace: 'Die Einstellungen nennen keinen Ordner für Sicherungen',
  noPlaceHint:
    'Starten Sie den Server mit --backup-dir und einem Ordner auf einer anderen Platte. Dann ' +
    'macht er sie von selbst.',
  sets: { one: '1 Sicherung', many: (n) => `${n} Sicherungen` },
  noSets: 'Noch keine',
  noSetsHint: 'Machen Sie jetzt eine, und prüfen Sie sie.',
  files: { one: '1 Datei', many: (n) => `${n} Dateien` },
  encrypted: 'Verschlüsselt',
  problems: 'Nicht in Ordnung',
  whole: 'Geprüft',
  look: 'Was sie zurückgäbe',
  of: (when) => `Die Sicherung von ${when}`,
  gives: {
    tenants: 'Häuser',
    users: 'Leute',
    datasets: 'Datensätze',
    objects: 'Dateien',
    passages: 'Passagen',
    transfers: 'Einträge im Hauptbuch',
  },
  bytes: 'Zu lesen',
  version: 'Gemacht von Version',
  head: 'Ende des Hauptbuchs',
  since:
    'Was nach diesem Augenblick geschah, ist nicht darin: Was seither beendet, eingelöst oder ' +
    'benutzt wurde, gilt wieder, und ebenso Passwörter und Rollen von damals.',
  guide: 'Wie sie zurückgespielt wird',
  guideHint: 'An der Maschine, in einen leeren Ordner, während kein Server darauf läuft:',
  needsKey: 'Sie ist verschlüsselt: Halten Sie die age-Schlüsseldatei bereit.',
  needsMaster: 'Der Hauptschlüssel ist nicht darin: Er wurde von außen gegeben.',
  needsModel: (model) => `Das Modell ${model} ist nicht darin.`,
  howSet: 'Wie der Plan gesetzt wird',
  howSetHint:
    'Wo der Server gestartet wird, und nirgends sonst: Keine Seite kann sagen, wohin Kopien ' +
    'von allem gehen, oder dass es keine gibt.',
  settings: {
    backupDir: 'Ordner',
    backupHours: 'Stunden von einer zur nächsten',
    backupKeep: 'Wie viele bleiben',
    backupRecipient: 'Verschlüsselt für',
  },
  notSet: 'nicht gesetzt',
  setBy: ({ value, origin }) => `${value} (${origin})`,
  origins: {
    flag: 'durch eine Option',
    environment: 'durch die Umgebung',
    file: 'durch kontor.json',
    default: 'wie üblich',
  },
  environmentHint:
    'Um ihn zu ändern, schreiben Sie dies in die Umgebung des Servers und starten ihn neu:',
  otherWays: (flags) => `In kontor.json oder durch Optionen geht es ebenso: ${flags}`,
}
