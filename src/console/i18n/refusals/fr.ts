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
  'This second factor is wrong, or was used before.': 'Ce second facteur est faux ou a déjà servi.',
  'This code is not valid (any more). Have another one sent.':
    'Ce code n’est pas (ou plus) valable. Faites-en envoyer un autre.',
  'This address belongs to a member already.': 'Cette adresse est déjà celle d’un membre.',
  'A tenant keeps at least one owner: make somebody else an owner first.':
    'Une maison garde au moins un propriétaire : nommez d’abord quelqu’un d’autre.',
  'You are in this tenant already.': 'Vous êtes déjà dans cette maison.',
  'This needs the role owner or admin.':
    'Il faut pour cela le rôle de propriétaire ou d’administrateur.',
  'Only an owner or an admin may redeem a voucher.':
    'Seul un propriétaire ou un administrateur peut utiliser un bon.',
  'Access was requested already, and the provider has not decided yet.':
    'L’accès est déjà demandé, et le fournisseur n’a pas encore décidé.',
  'This tenant has access to the dataset already.': 'Cette maison a déjà accès au jeu de données.',
  'This dataset is suspended and takes no uploads.':
    'Ce jeu de données est suspendu et n’accepte aucun fichier.',
  'The bytes received have another SHA-256 than the one declared.':
    'Le fichier n’est pas arrivé tel qu’il a été envoyé. Envoyez-le de nouveau.',
  'This asset cannot be compared yet: its vectors are being made. Nothing was charged.':
    'Ce fichier ne peut pas encore être comparé : il est en préparation. Rien n’a été facturé.',
  'Nobody can sign up here. The operator adds the accounts.':
    'Personne ne peut ouvrir de compte ici. L’exploitant crée les comptes.',
  'Passkeys need a server with a domain name, over HTTPS or on this machine.':
    'Les clés d’accès demandent un serveur avec un nom de domaine, en HTTPS ou sur cette machine.',
  // Whatever it is that there is none of.
  'No such': 'Cela n’existe pas (ou plus).',
}
