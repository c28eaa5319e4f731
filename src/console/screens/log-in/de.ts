import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Anmelden',
  lead: 'Ein Handelshaus für Daten.',
  points: [
    'Alles, was zum Verkauf steht, hat ein Mensch angesehen.',
    'Jede Fundstelle sagt, wo sie steht: Seite oder Augenblick.',
    'Zu jedem Cent gibt es einen Beleg, den Ihr Browser selbst prüft.',
  ],
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
  secondStep: 'Das Passwort stimmt. Zeigen Sie nun Ihren zweiten Faktor.',
  code: 'Code',
  codeHint: 'Sechs Ziffern aus Ihrer App oder einer Ihrer Ersatzcodes.',
  passkey: 'Passkey benutzen',
  by: (name) => `Mit ${name} anmelden`,
  or: 'oder',
  join: 'Ich habe eine Einladung',
  lost: 'Ich habe mein Passwort verloren',
  signUp: 'Konto eröffnen',
  confirm: 'Bestätigen',
  confirmHint: 'Was Sie vorhaben, hat Folgen, und zehn Minuten sind vergangen.',
  again: 'Ihre Sitzung ist zu Ende. Melden Sie sich neu an: Was Sie taten, ist noch da.',
  suspended:
    'Ihr Haus ist gesperrt: Was es hat, bleibt, wie es ist, und niemand daraus wird eingelassen. ' +
    'Fragen Sie den Betreiber dieses Marktplatzes.',
}
