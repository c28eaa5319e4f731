import type { en } from './en.ts'

export const fr: typeof en = {
  join: 'Rejoindre sur invitation',
  signUp: 'Ouvrir un compte',
  invited:
    'Quelqu’un de votre organisation vous a invité. Le code est dans le lien ou dans son message.',
  open: 'Avec une invitation, vous rejoignez une organisation ; sans elle, vous fondez la vôtre.',
  closed: 'Ici, les comptes s’ouvrent sur invitation. Demandez-en une dans votre organisation.',
  code: 'Code d’invitation',
  codeHint: 'Laissez vide pour fonder votre propre organisation.',
  house: 'Nom de votre organisation',
  houseHint: 'Entreprise ou institution ; avec une invitation, il est déjà connu.',
  name: 'Votre nom',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  passwordHint: 'Au moins 12 caractères ; plusieurs mots conviennent bien.',
  submit: 'Entrer',
  back: 'J’ai un compte',
  moves: ({ email, house }) =>
    `Vous êtes ici sous ${email}, dans ${house}. Un compte est dans une seule organisation : ` +
    `si vous acceptez, vous quittez ${house}, et les clés d’API que vous y avez créées prennent ` +
    'fin. Adresse, mot de passe et seconds facteurs restent ; les codes de secours sont à refaire.',
  accept: 'Accepter et changer',
}
