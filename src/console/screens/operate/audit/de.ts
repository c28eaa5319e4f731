import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Audit-Protokoll',
  entries: { one: '1 Eintrag', many: (n) => `${n} Einträge` },
  none: 'Kein solcher Eintrag',
  noneHint: 'Nehmen Sie einen Filter weg, oder wählen Sie andere Tage.',
  action: 'Tat',
  actionHint: 'Wie tenant.suspended, oder tenant für alle davon',
  actor: 'Wer: Kennung',
  subject: 'Was: Kennung',
  tenant: 'Haus: Kennung',
  from: 'Von',
  to: 'Bis',
  clear: 'Ohne Filter',
  export: 'Ausgeben',
  actors: {
    user: 'Mensch',
    api_key: 'Schlüssel',
    operator: 'Wer an der Maschine sitzt',
    system: 'Der Server',
  },
  by: ({ who, when }) => `${who}, ${when}`,
  request: (id) => `Anfrage ${id}`,
  onlyActor: 'Alles, was er tat',
  onlySubject: 'Alles, was ihm geschah',
  details: 'Einzelheiten',
}
