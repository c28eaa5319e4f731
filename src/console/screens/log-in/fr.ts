import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Se connecter',
  lead: 'Une maison de commerce pour les données.',
  points: [
    'Une personne a regardé tout ce qui est en vente.',
    'Chaque passage dit où il se trouve : page ou moment.',
    'Chaque centime a un reçu que votre propre navigateur vérifie.',
  ],
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  submit: 'Se connecter',
  secondStep: 'Le mot de passe est juste. Montrez maintenant votre second facteur.',
  code: 'Code',
  codeHint: 'Six chiffres de votre application, ou un de vos codes de secours.',
  passkey: 'Utiliser une clé d’accès',
  by: (name) => `Se connecter avec ${name}`,
  or: 'ou',
  join: 'J’ai une invitation',
  lost: 'J’ai perdu mon mot de passe',
  signUp: 'Ouvrir un compte',
  confirm: 'Confirmer',
  confirmHint: 'Ce que vous allez faire a des conséquences, et dix minutes ont passé.',
  again: 'Votre session est terminée. Reconnectez-vous : ce que vous faisiez est toujours là.',
  suspended:
    'Votre maison est suspendue : ce qu’elle a reste en l’état, et personne n’y entre. ' +
    'Adressez-vous à qui exploite ce marché.',
}
