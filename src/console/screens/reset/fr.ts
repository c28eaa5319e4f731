import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Un autre mot de passe',
  ask: 'Nous envoyons un code à votre adresse. Il vaut une heure.',
  email: 'Adresse e-mail',
  submitAsk: 'M’envoyer le code',
  sent: 'Si un compte a cette adresse, un message est en route.',
  change: 'Avec le code du message, ou d’un administrateur, vous choisissez un autre mot de passe.',
  code: 'Code',
  password: 'Nouveau mot de passe',
  passwordHint: 'Au moins 12 caractères ; plusieurs mots conviennent bien.',
  submitChange: 'Changer le mot de passe',
  done: 'Le mot de passe est changé. Connectez-vous avec lui.',
  haveCode: 'J’ai un code',
  back: 'Se connecter',
}
