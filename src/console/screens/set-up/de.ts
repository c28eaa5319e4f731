import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Diesen Server einrichten',
  lead: 'Hier war noch niemand. Wer den Code hat, wird Administrator.',
  code: 'Einrichtungscode',
  codeHint: 'Der Server hat ihn beim Start ausgegeben; kontor init gibt ihn noch einmal aus.',
  house: 'Name Ihres Hauses',
  submit: 'Einrichten',
  back: 'Ich habe ein Konto',
  checks: 'Was von hier aus zu sehen ist',
  secure: 'Diese Seite kommt über HTTPS.',
  local: 'Diese Seite kommt von diesem Rechner: HTTPS braucht es, sobald andere kommen.',
  insecure: 'Diese Seite kommt über einfaches HTTP: Anmelden geht nur über HTTPS.',
  version: (version) => `Kontor ${version}`,
}
