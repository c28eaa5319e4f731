import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Ein anderes Passwort',
  ask: 'Wir schicken einen Code an Ihre Adresse. Er gilt eine Stunde.',
  email: 'E-Mail',
  submitAsk: 'Code schicken',
  sent: 'Wenn es ein Konto mit dieser Adresse gibt, ist ein Brief unterwegs.',
  change: 'Mit dem Code aus dem Brief oder von der Verwaltung wählen Sie ein anderes Passwort.',
  code: 'Code',
  password: 'Neues Passwort',
  passwordHint: 'Mindestens 12 Zeichen; mehrere Wörter sind gut.',
  submitChange: 'Passwort ändern',
  done: 'Das Passwort ist geändert. Melden Sie sich damit an.',
  haveCode: 'Ich habe einen Code',
  back: 'Anmelden',
}
