import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Est-ce votre adresse ?',
  ask: 'Avec le code du message, vous montrez que vous lisez le courrier de cette adresse.',
  code: 'Code',
  submit: 'Oui, c’est la mienne',
  done: (email) => `${email} est vérifiée.`,
  go: 'Aller à la console',
}
