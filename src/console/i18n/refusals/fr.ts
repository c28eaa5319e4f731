/** What the server says in English to people, in French. What is not here stays English. */
export const fr: Readonly<Record<string, string>> = {
  'The e-mail address or the password is wrong.': 'L’adresse e-mail ou le mot de passe est faux.',
  'This is not the current password.': 'Ce n’est pas le mot de passe actuel.',
  'This password is among the commonest and would soon be guessed.':
    'Ce mot de passe est parmi les plus courants et serait vite deviné.',
  'This is not an e-mail address.': 'Ce n’est pas une adresse e-mail.',
  'There is an account with this e-mail address.':
    'Il existe déjà un compte avec cette adresse e-mail.',
  'This invitation is unknown, used or expired.':
    'Cette invitation est inconnue, utilisée ou expirée.',
  'Signing up here needs an invitation.': 'Ouvrir un compte ici demande une invitation.',
  'This set-up code is not valid (any more).':
    'Ce code d’installation n’est pas (ou plus) valable.',
  'This code is not valid (any more).': 'Ce code n’est pas (ou plus) valable.',
  'This code is wrong. Is the clock of the device right?':
    'Ce code est faux. L’horloge de l’appareil est-elle à l’heure ?',
  'Too many people are logging in at this moment.':
    'Trop de personnes se connectent en ce moment. Réessayez dans un instant.',
  'Too many searches at once. Try again in a moment.':
    'Trop de recherches à la fois. Réessayez dans un instant.',
  'This tenant is suspended. Ask whoever runs this platform.':
    'Votre maison est suspendue. Adressez-vous à qui exploite ce marché.',
  'This account is locked. Ask whoever runs this platform.':
    'Ce compte est bloqué. Adressez-vous à qui exploite ce marché.',
  'The balance is below the price of this download.':
    'Le solde ne suffit pas pour ce téléchargement.',
  'The balance is below the price of the passages found. Nothing was charged.':
    'Le solde ne suffit pas pour les passages trouvés. Rien n’a été facturé.',
}
