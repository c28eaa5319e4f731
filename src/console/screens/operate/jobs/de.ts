import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  title: 'Aufträge',
  state: 'Stand',
  states: { failed: 'Aufgegeben', queued: 'Wartend', running: 'In Arbeit', done: 'Erledigt' },
  kind: 'Art',
  anyKind: 'Jede Art',
  kinds: {
    'inspect-object': 'Einen Upload ansehen',
    'ingest-object': 'Eine Datei lesen',
    'reprocess-object': 'Eine Datei neu lesen',
    'reprocess-dataset': 'Einen Datensatz neu lesen',
    'remove-passages': 'Passagen aus der Suche nehmen',
    'purge-blob': 'Bytes entfernen',
    'delete-dataset': 'Einen Datensatz löschen',
    'erase-person': 'Einen Menschen löschen',
    'erase-tenant': 'Ein Haus löschen',
    'advance-submission': 'Einer Lizenz auf der Kette folgen',
    'describe-asset': 'Eine Datei beschreiben',
    'send-mail': 'Einen Brief senden',
  },
  jobs: (n, shown) => count(n, { one: '1 Auftrag', other: `${shown} Aufträge` }),
  tries: (n, shown) => count(n, { one: '1 Versuch', other: `${shown} Versuche` }),
  made: (when) => `seit ${when}`,
  begun: (when) => `begonnen ${when}`,
  ended: (when) => `beendet ${when}`,
  next: (when) => `nächster Versuch ${when}`,
  retry: 'Jetzt versuchen',
  retried: 'Es wird noch einmal versucht',
  cancel: 'Aufgeben',
  cancelled: 'Er wird aufgegeben, sobald er an der Reihe ist',
  none: 'Kein solcher Auftrag',
  noneHint: 'Was beendet ist, bleibt 30 Tage.',
  noneFailed: 'Nichts wurde aufgegeben',
  noneFailedHint: 'Was misslingt, wird von selbst wieder versucht, immer später.',
}
