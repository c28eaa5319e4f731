import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  upload: 'Déposer des fichiers',
  prices: 'Essayer des prix',
  change: 'Modifier',
  changed: 'Modifié',
  meanwhile: (fields) =>
    `Quelqu’un d’autre a modifié ceci entre-temps : ${fields}. Enregistrer encore le remplace.`,
  save: 'Enregistrer',
  find: 'Chercher un nom',
  sort: 'Ordre',
  sorts: {
    newest: 'Les plus récents d’abord',
    oldest: 'Les plus anciens d’abord',
    name: 'Nom, de A à Z',
    name_desc: 'Nom, de Z à A',
    largest: 'Les plus gros d’abord',
    smallest: 'Les plus petits d’abord',
  },
  show: 'Quels fichiers',
  states: {
    all: 'Tous',
    open: 'Envoi incomplet',
    review: 'En examen',
    reading: 'En lecture',
    sale: 'En vente',
    failed: 'Illisible',
    rejected: 'Refusé',
    expired: 'Examen expiré',
    down: 'Retiré',
  },
  ready: 'Prêt',
  withCount: ({ name, n }) => `${name} (${n})`,
  files: 'Fichiers',
  columns: { chosen: '✓', name: 'Nom', state: 'État', size: 'Taille', when: 'Déposé' },
  choose: (name) => `Choisir ${name}`,
  chosen: (n, shown) => count(n, { one: `${shown} choisi`, other: `${shown} choisis` }),
  chooseAll: (n) => `Choisir les ${n}`,
  chooseNone: 'Ne rien choisir',
  delete: 'Supprimer',
  resubmit: 'Remettre en examen',
  deleteTitle: (n, shown) =>
    count(n, { one: `Supprimer ${shown} fichier ?`, other: `Supprimer ${shown} fichiers ?` }),
  deleteHint: 'Ils quittent aussitôt toutes les recherches. Ce qui en a été acheté reste acheté.',
  deleted: (n, shown) =>
    count(n, { one: `${shown} fichier est supprimé`, other: `${shown} fichiers sont supprimés` }),
  resubmitted: (n, shown) =>
    count(n, {
      one: `${shown} fichier attend de nouveau`,
      other: `${shown} fichiers attendent de nouveau`,
    }),
  refused: ({ n, shown, why }) =>
    count(n, {
      one: `${shown} reste tel quel : ${why}`,
      other: `${shown} restent tels quels : ${why}`,
    }),
  empty: 'Pas encore de fichiers',
  emptyHint: 'Déposez-en : une personne regarde chacun avant que quiconque puisse le trouver.',
  none: 'Aucun fichier de ce genre',
  noneHint: 'Rien ici n’a ce nom et cet état.',
  showAll: 'Tout afficher',
  shown: (n, shown) =>
    count(n, { one: `${shown} fichier affiché`, other: `${shown} fichiers affichés` }),
}
