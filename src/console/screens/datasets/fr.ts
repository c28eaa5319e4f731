import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  title: 'Jeux de données',
  make: 'Nouveau jeu de données',
  prices: 'Prix…',
  empty: 'Pas encore de jeu de données',
  emptyHint:
    'Un jeu de données est ce que les acheteurs trouvent et demandent. Il contient des fichiers.',
  name: 'Nom',
  description: 'Ce qu’il contient',
  descriptionHint: 'Les acheteurs lisent ceci avant de chercher.',
  visibility: 'Qui le trouve',
  visibilities: {
    private: 'Personne d’autre',
    restricted: 'Qui vous y admettez',
    listed: 'Tout le monde',
  },
  statuses: {
    draft: 'Brouillon',
    ingesting: 'En préparation',
    active: 'En vente',
    paused: 'En pause',
    archived: 'Archivé',
    suspended: 'Suspendu',
    pending_deletion: 'En cours de suppression',
    deleted: 'Supprimé',
  },
  price: 'Prix d’un fichier',
  priceHint: 'En euros. Vide : le prix qu’a le marché.',
  license: 'Licence',
  licenseHint: 'Une adresse. Elle dit aux acheteurs et aux moteurs de recherche ce qui est permis.',
  housePrice: 'Prix du marché',
  found: (who) => `trouvé par : ${who}`,
  perFile: (price) => `${price} par fichier`,
  files: (n, shown) => count(n, { one: `${shown} fichier`, other: `${shown} fichiers` }),
  inReview: (n) => `${n} en examen`,
  failed: (n) => `${n} illisibles`,
  own: 'Votre maison seule',
  keptBack: {
    empty: 'Rien n’est en vente : il n’a pas encore de fichiers.',
    arriving: 'Rien n’est en vente : aucun fichier n’est arrivé en entier. Envoyez le reste.',
    review:
      'Rien n’est encore en vente : une personne regarde d’abord chaque fichier, et vous êtes ' +
      'prévenu.',
    reading: 'Rien n’est encore en vente : ses fichiers sont en cours de lecture.',
    unusable: 'Rien n’est en vente : ses fichiers sont rejetés, expirés ou illisibles.',
    down: 'Rien n’est en vente : l’exploitant de la plateforme a retiré ses fichiers.',
    draft: 'Rien n’est en vente : c’est un brouillon. Proposez-le pour qu’on le trouve.',
    aside: 'Rien n’est en vente : il est mis de côté. Proposez-le à nouveau.',
    hidden: 'Seule votre maison le trouve. Changez qui le trouve, et il est en vente.',
  },
  asBuyers: 'Tel que le voient les acheteurs',
  made: (name) => `${name} est créé`,
  which: 'Jeux de données qui reçoivent ce prix',
  setPrice: 'Fixer le prix',
  priced: (n) => `Avec le nouveau prix : ${n}`,
  choose: 'Choisissez au moins un jeu de données.',
}
