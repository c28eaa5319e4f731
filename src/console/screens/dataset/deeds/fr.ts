import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  pause: 'Mettre en pause',
  pauseTitle: (name) => `Mettre ${name} en pause ?`,
  pauseHint:
    'Personne d’autre que vous ne trouve ni n’achète ses fichiers jusqu’à sa remise en vente ; ' +
    'les liens ouverts sont refusés et ne coûtent rien. Qui a acheté une licence la garde.',
  paused: 'Le jeu de données est en pause',
  offer: 'Remettre en vente',
  offerTitle: (name) => `Remettre ${name} en vente ?`,
  offerHint: 'Qui peut le voir trouve et achète ses fichiers.',
  offered: 'Le jeu de données est en vente',
  anew: 'Relire',
  anewTitle: (name) => `Relire les fichiers de ${name} ?`,
  anewHint:
    'Ce qui a été lu sert jusqu’à l’arrivée du nouveau texte. Cela ne coûte rien, et rien n’est ' +
    'examiné de nouveau.',
  which: 'Quels fichiers',
  all: (n) => `Tous ceux lus ou essayés (${n})`,
  failed: (n) => `Ceux qui sont illisibles (${n})`,
  begun: 'Les fichiers sont relus',
  delete: 'Supprimer le jeu de données',
  deleteTitle: (name) => `Supprimer ${name} ?`,
  deleteHint: (n, shown) =>
    count(n, {
      one: `Son fichier (${shown}) quitte aussitôt toute recherche. Sans retour possible.`,
      other: `Ses ${shown} fichiers quittent aussitôt toute recherche. Sans retour possible.`,
    }),
  keeps:
    'Qui a acheté une licence peut obtenir son fichier 30 jours encore. Ce qui a été payé et ' +
    'gagné le reste.',
  keepsNone: 'D’un jeu de données suspendu, rien n’est gardé pour les acheteurs.',
  typeName: (name) => `Tapez son nom : ${name}`,
  otherName: 'Ce n’est pas son nom, lettre par lettre.',
  deleted: (name) => `${name} est supprimé`,
  suspended:
    'Suspendu par qui exploite la plateforme : personne ne trouve ses fichiers, et il n’en ' +
    'accepte plus. Sa description peut encore changer. Est-ce une erreur ? Écrivez à qui ' +
    'exploite la plateforme.',
}
