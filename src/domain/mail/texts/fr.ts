import type { Words } from './words.ts'

export const fr: Words = {
  greeting: 'Bonjour,',
  invitation: (house) => ({
    subject: `Invitation à rejoindre ${house}`,
    text: `Vous êtes invité à rejoindre « ${house} ».`,
  }),
  reset: {
    subject: 'Nouveau mot de passe',
    text: 'Quelqu’un, sans doute vous, a demandé un autre mot de passe pour cette adresse.',
  },
  test: {
    subject: 'Essai du courrier',
    text: 'Cette lettre montre que votre serveur peut envoyer du courrier. Il n’y a rien à faire.',
  },
  verification: {
    subject: 'Est-ce votre adresse ?',
    text: 'Un compte a cette adresse, ou va l’avoir. Confirmez que vous lisez son courrier.',
  },
  moved: {
    subject: 'Votre compte a une autre adresse',
    text:
      'Le compte qui avait cette adresse en a maintenant une autre. Ce n’était pas vous ? ' +
      'Écrivez tout de suite à qui gère ce marché : il peut fermer ses sessions et le ' +
      'verrouiller.',
  },
  offMarket: {
    'object.taken_down': (name) =>
      `L’exploitant de ce marché a retiré le fichier « ${name} ». Personne ne le trouve, ` +
      'ne le lit ni ne l’achète, et qui a acheté une licence ne peut pas le télécharger ' +
      'en attendant.',
    'object.restored': (name) =>
      `Le fichier « ${name} » est de retour : il est trouvé, lu et vendu comme avant.`,
    'dataset.suspended': (name) =>
      `L’exploitant de ce marché a suspendu le jeu de données « ${name} ». Personne ne trouve ` +
      'ses fichiers, pas même vous, et il n’en accepte pas de nouveaux.',
    'dataset.resumed': (name) =>
      `Le jeu de données « ${name} » n’est plus suspendu. Il est ce qu’il était avant.`,
    'tenant.suspended': (name) =>
      `L’exploitant de ce marché a suspendu « ${name} ». Ses personnes et ses clés ne peuvent ` +
      'plus rien, et ce qu’elle propose n’est pas en vente. Fichiers, solde et clés restent ' +
      'en l’état.',
    'tenant.resumed': (name) => `« ${name} » n’est plus suspendue. Tout est comme avant.`,
  },
  filesOffMarket: (count) => `${count} fichiers ont été retirés ou sont de retour`,
  reason: 'Motif',
  contest: 'Est-ce une erreur, ou avez-vous des questions ? Écrivez à l’exploitant de ce marché.',
  code: 'Code',
  link: 'Adresse',
  validUntil: (time) => `Valable une fois, jusqu’au ${time}.`,
  ignore: 'Si vous n’attendiez pas ce message, ne faites rien : rien ne changera.',
  news: (count) => (count === 1 ? 'Un événement' : `${count} événements`),
  daily: 'Les événements du jour',
  more: (count) => `et ${count} autres`,
  stop: 'Ne plus recevoir ces messages',
  events: {
    'object.uploaded': 'Un fichier a été déposé et attend son examen',
    'object.approved': 'Un fichier a été accepté',
    'object.rejected': 'Un fichier a été refusé',
    'object.expired': 'Un fichier n’a pas été examiné à temps',
    'object.indexed': 'Un fichier peut être trouvé',
    'object.failed': 'Un fichier n’a pas pu être lu',
    'object.deleted': 'Un fichier a été supprimé',
    'object.taken_down': 'Un fichier a été retiré',
    'object.restored': 'Un fichier retiré a été rétabli',
    'dataset.deleted': 'Un jeu de données a été supprimé',
    'dataset.suspended': 'Un jeu de données a été suspendu',
    'dataset.resumed': 'Un jeu de données n’est plus suspendu',
    'tenant.suspended': 'Votre maison a été suspendue',
    'tenant.resumed': 'Votre maison n’est plus suspendue',
    'dataset.access_requested': 'Quelqu’un demande l’accès à un jeu de données',
    'dataset.access_decided': 'Une demande d’accès a reçu sa réponse',
    'dataset.access_ended': 'Votre accès à un jeu de données a pris fin',
    'download.sold': 'Un fichier a été vendu',
    'licence.sold': 'Une licence a été vendue',
    'credits.low': 'Le solde est faible',
    'allowance.spent': 'Les recherches de ce mois sont épuisées',
    'key.created': 'Une clé d’API a été créée',
    'key.revoked': 'Une clé d’API n’est plus valable',
    'member.joined': 'Quelqu’un s’est joint à vous',
    'member.second_factor_changed': 'Un second facteur a été modifié',
    'statement.ready': 'Le relevé d’un mois est prêt',
    'payout.paid': 'Un versement a été effectué',
    'dispute.opened': 'Un débit a été contesté',
    'review.waiting': 'Un fichier attend votre examen',
    'review.expiring': 'Le délai d’examen d’un fichier expire bientôt',
    'import.finished': 'Un dossier du serveur a été importé',
    'watch.failed': 'Un dossier surveillé ne peut pas être lu',
    'backup.failed': 'Une sauvegarde a échoué',
    'doctor.problem': 'Quelque chose ne va pas sur le serveur',
    'doctor.solved': 'Quelque chose est rentré dans l’ordre',
    'webhook.disabled': 'Un webhook a été désactivé',
  },
}
