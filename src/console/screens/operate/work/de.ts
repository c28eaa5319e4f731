import type { en } from './en.ts'

export const de: typeof en = {
  states: {
    running: 'läuft',
    done: 'in Ordnung',
    wrong: 'nicht in Ordnung',
    failed: 'nicht getan',
  },
  levels: { error: 'Fehler', warning: 'Warnung' },
  toDo: 'Was zu tun ist:',
  by: ({ who, when }) => `von ${who}, ${when}`,
  byMachine: (when) => `von der Maschine, ${when}`,
  never: 'Nicht, seit der Server läuft.',
  nothingFound: 'Alles ist in Ordnung.',
  progress: ({ done, total }) => `${done} von ${total}`,
  startedNow: (name) => `Begonnen: ${name}`,
  endedNow: (name) => `Fertig: ${name}`,
  failedNow: (name) => `Nicht getan: ${name}`,
  really: (name) => `${name}?`,
  live: 'Live',
  stopped: 'Angehalten',
  period: 'Monat',
  periodHint: 'Wie 2026-09. Der vor diesem, wenn Sie keinen anderen nennen.',
  overlap: 'Stunden Übergang',
  overlapHint: 'So lange gilt auch, was vorher unterschrieben wurde.',
  kinds: {
    doctor: {
      name: 'Den Server untersuchen',
      hint: 'Platte, Schlüssel, Uhr, Index, Dateien, Sicherungen, Einstellungen.',
      now: 'Jetzt untersuchen',
    },
    backup: {
      name: 'Eine Sicherung machen',
      hint: 'Dorthin, wo die Einstellungen sagen.',
      now: 'Jetzt machen',
    },
    backup_verify: {
      name: 'Die letzte Sicherung prüfen',
      hint: 'Liest sie ganz und öffnet ihre Datenbank.',
      now: 'Jetzt prüfen',
    },
    ledger_verify: {
      name: 'Das Hauptbuch prüfen',
      hint: 'Eintrag für Eintrag bis zum unterschriebenen Ende.',
      now: 'Jetzt prüfen',
    },
    chain_verify: {
      name: 'Die Kette prüfen',
      hint: 'Block für Block: was in die Kette dieser Maschine geschrieben wurde.',
      now: 'Jetzt prüfen',
    },
    index_verify: {
      name: 'Den Index vergleichen',
      hint: 'Ob er genau die Passagen hat, die man finden kann. Ändert nichts.',
      now: 'Jetzt vergleichen',
    },
    index_rebuild: {
      name: 'Den Index neu aufbauen',
      hint: 'Aus den Passagen der Datenbank; gesucht werden kann währenddessen.',
      now: 'Neu aufbauen',
    },
    gc: {
      name: 'Abgelaufenes entfernen',
      hint: 'Dateien, die niemand braucht und deren Zeit gekommen ist. Sie kommen nicht zurück.',
      now: 'Entfernen',
    },
    gc_count: {
      name: 'Abgelaufenes zählen',
      hint: 'Was entfernt würde. Entfernt nichts.',
      now: 'Zählen',
    },
    settle: {
      name: 'Einen Monat abrechnen',
      hint: 'Macht die Abrechnungen eines Monats, der vorbei ist.',
      now: 'Abrechnen',
    },
    settle_check: {
      name: 'Eine Abrechnung prüfen',
      hint: 'Hält die Abrechnungen eines Monats gegen die Bücher.',
      now: 'Prüfen',
    },
    settle_preview: {
      name: 'Eine Abrechnung vorab sehen',
      hint: 'Was die Abrechnungen sagen würden. Schreibt nichts.',
      now: 'Vorab sehen',
    },
    secrets_rotate: {
      name: 'Neue Schlüssel zum Unterschreiben',
      hint: 'Die alten gelten noch für die Stunden des Übergangs.',
      now: 'Neue machen',
    },
    secrets_end_overlap: {
      name: 'Den Übergang der Schlüssel beenden',
      hint: 'Beendet alle Sitzungen, die älter sind als die neuen Schlüssel, auch Ihre.',
      now: 'Beenden',
    },
    clock_confirm: {
      name: 'Die Uhr bestätigen',
      hint: 'Sagt, dass die Zeit dieser Maschine nach einem Sprung stimmt.',
      now: 'Bestätigen',
    },
    tenant_export: {
      name: 'Ein Archiv eines Hauses',
      hint: 'Alles, was dem Haus gehört, in einer Datei zum Mitnehmen.',
      now: 'Jetzt machen',
    },
    tenant_erase: {
      name: 'Ein Haus löschen',
      hint: 'Mit Leuten und Dateien. Es gibt keinen Weg zurück.',
      now: 'Löschen',
    },
  },
}
