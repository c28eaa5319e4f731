import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  title: 'Zustellungen der Webhooks',
  hint:
    'Wie es ging, nicht was gesendet wurde: Das, die ganze Adresse und das Geheimnis gehören ' +
    'dem Haus.',
  state: 'Stand',
  states: { failed: 'Misslungen', waiting: 'Wartend', delivered: 'Angenommen', all: 'Alle' },
  deliveries: { failed: 'misslungen', waiting: 'wartet', delivered: 'angenommen' },
  sent: 'Was gesendet wurde',
  none: 'Nichts davon',
  noneHint: 'Was vorbei ist, bleibt einige Tage.',
  noneFailed: 'Nichts ist misslungen',
  noneFailedHint: 'Was nicht angenommen wird, wird drei Tage lang wieder versucht, immer seltener.',
  tries: (n, shown) => count(n, { one: '1 Versuch', other: `${shown} Versuche` }),
  answered: (status) => `Antwort ${status}`,
  next: (when) => `nächster ${when}`,
  again: 'Noch einmal senden',
  sentAgain: 'Es wird noch einmal gesendet',
  webhooks: (n, shown) => count(n, { one: '1 Webhook', other: `${shown} Webhooks` }),
  which: 'Welche Webhooks',
  hooks: { all: 'Alle', active: 'Sendend', paused: 'Angehalten', disabled: 'Aufgegeben' },
  hookStates: { active: 'sendet', paused: 'angehalten', disabled: 'aufgegeben' },
  noWebhooks: 'Kein solcher Webhook',
  noWebhooksHint: 'Häuser legen sie für ihre Programme an.',
  reasons: {
    gone: 'Er hat geantwortet, dass es ihn nicht mehr gibt.',
    not_answering: 'Er hat drei Tage lang nicht geantwortet.',
    operator: 'Wer die Plattform betreibt, hat ihn angehalten.',
    maker_lost_rights: 'Wer ihn angelegt hat, ist nicht mehr da oder darf keine mehr anlegen.',
  },
  hears: {
    all: 'hört von allem',
    some: (n, shown) => count(n, { one: 'hört von 1 Art', other: `hört von ${shown} Arten` }),
  },
  since: (when) => `seit ${when}`,
  its: 'Was er bekam',
  pause: 'Anhalten',
  pauseTitle: (name) => `Den Webhook von ${name} anhalten?`,
  pauseHint:
    'Nichts wird an ihn gesendet. Einige Tage lang geht auch nichts verloren. Das Haus sieht es ' +
    'in seinem Protokoll und kann selbst weitermachen.',
  paused: 'Der Webhook ist angehalten',
  goOn: 'Weiter',
  goneOn: 'Es geht weiter, wo es aufhörte',
  onlyTenant: (name) => `Nur von ${name}`,
  onlyWebhook: 'Nur von einem Webhook',
  everyone: 'Von allen Häusern',
}
