import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  title: 'Hilfe leisten',
  request: 'Kennung einer Anfrage, req_…',
  start: 'Fügen Sie die Kennung einer Anfrage ein',
  startHint: 'Jede Ablehnung zeigt eine. Hier steht, was Protokoll und Prüfpfad davon wissen.',
  asked: 'Die Anfrage',
  what: 'Was',
  status: 'Antwort',
  took: 'Dauerte',
  ms: (n) => `${n} ms`,
  ended: 'Zu Ende',
  trace: 'Spur',
  noTrace: 'keine: KONTOR_TRACE_URL ist nicht gesetzt',
  forgotten: 'keine: sie wird nicht mehr erinnert',
  spans: (n, shown) => count(n, { one: '1 Anfrage', other: `${shown} Anfragen` }),
  lines: 'Zeilen des Protokolls',
  noLines: 'Keine ist gemerkt: vielleicht ist sie älter als der Start des Servers.',
  deeds: 'Was sie geändert hat',
  noDeeds: 'Nichts, was der Prüfpfad festhält.',
}
