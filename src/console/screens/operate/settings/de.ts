import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Einstellungen',
  hint:
    'Wie der Server gestartet wurde. Geändert wird dort, wo er gestartet wird; Geheimes ist ' +
    'verdeckt.',
  secrets: 'Geheimnisse zum Signieren',
  find: 'Einstellung finden',
  given: 'Nur gesetzte',
  setting: 'Einstellung',
  value: 'Wert',
  from: 'Gelesen aus',
  notSet: 'nicht gesetzt',
  origins: {
    flag: 'Schalter',
    environment: 'Umgebung',
    file: 'Datei kontor.json',
    default: 'Vorgabe',
  },
  restart:
    'Eine Änderung gilt, wenn der Server neu gestartet ist. Ein Schalter geht vor der ' +
    'Umgebung, diese vor kontor.json.',
  effects: {
    vectors: 'Danach entstehen alle Vektoren neu im Hintergrund; gesucht werden kann weiter.',
    reading: 'Dateien, die da sind, werden so gelesen, wenn ihr Datensatz neu gelesen wird.',
    secrets: 'Lesen Sie zuerst die Seite über Geheimnisse im Handbuch: Versiegeltes öffnet er.',
  },
}
