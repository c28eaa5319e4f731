import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Ist das Ihre Adresse?',
  ask: 'Mit dem Code aus dem Brief zeigen Sie, dass Sie die Post dieser Adresse lesen.',
  code: 'Code',
  submit: 'Ja, das ist meine',
  done: (email: string) => `${email} ist bestätigt.`,
  go: 'Zur Konsole',
}
