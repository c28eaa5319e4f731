import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  earned: 'Gagné',
  spent: 'Dépensé',
  thirty: 'en 30 jours',
  found: 'Passages trouvés',
  downloads: 'Téléchargements',
  stored: 'Stocké',
  forSale: 'En vente',
  waiting: 'En examen',
  left: 'Solde restant',
  searches: 'Recherches de ce mois',
  thisMonth: 'ce mois-ci',
  of: ({ part, all }) => `${part} sur ${all}`,
  perDay: 'par jour',
  byDataset: 'Par jeu de données',
  nothing: 'Rien ces 30 derniers jours.',
  todo: 'À faire',
  done: 'Rien ne vous attend.',
  account: 'Dites où vous voulez être payé',
  inReview: (n, shown) =>
    count(n, { one: `${shown} fichier est en examen`, other: `${shown} fichiers sont en examen` }),
  soon: (n, shown) =>
    count(n, {
      one: `${shown} d’entre eux expire dans moins de 12 heures`,
      other: `${shown} d’entre eux expirent dans moins de 12 heures`,
    }),
  unread: (n, shown) =>
    count(n, {
      one: `${shown} fichier n’a pas pu être lu`,
      other: `${shown} fichiers n’ont pas pu être lus`,
    }),
  stuck: {
    rejected: ({ n, shown, name }) =>
      count(n, {
        one: `${shown} fichier de ${name} est refusé`,
        other: `${shown} fichiers de ${name} sont refusés`,
      }),
    failed: ({ n, shown, name }) =>
      count(n, {
        one: `${shown} fichier de ${name} n’a pas pu être lu`,
        other: `${shown} fichiers de ${name} n’ont pas pu être lus`,
      }),
    expired: ({ n, shown, name }) =>
      count(n, {
        one: `${shown} fichier de ${name} n’a pas été examiné à temps`,
        other: `${shown} fichiers de ${name} n’ont pas été examinés à temps`,
      }),
  },
  toReview: (n, shown) =>
    count(n, {
      one: `${shown} fichier attend votre examen`,
      other: `${shown} fichiers attendent votre examen`,
    }),
  noFigures: 'Ce que l’organisation gagne et dépense, d’autres le voient. Vous pouvez aller ici :',
  upload: 'Déposez vos premiers fichiers',
  search: 'Posez votre première question',
  asked: 'Ce que les acheteurs ont cherché',
  askedHint: 'Un mot apparaît dès que trois organisations l’ont cherché.',
}
