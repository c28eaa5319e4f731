import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  title: 'Importer',
  hint:
    'Les fichiers qui se trouvent déjà sur le serveur entrent dans un jeu de données sans ' +
    'passer par votre ordinateur. Ce qui y est déjà n’est pas touché.',
  none: 'Aucun dossier du serveur ne vous est ouvert',
  noneHint:
    'La personne qui gère le serveur nomme des dossiers dans le réglage KONTOR_IMPORT_ROOTS. ' +
    'Les fichiers de votre ordinateur se déposent sous Dépôts.',
  uploads: 'Dépôts',
  noDataset: 'Il n’y a pas encore de jeu de données',
  noDatasetHint: 'Les fichiers vont dans un jeu de données : créez-en un d’abord.',
  datasets: 'Jeux de données',
  choose: 'Choisissez un dossier',
  root: 'Dossiers ouverts',
  ofTenant: 'd’une organisation',
  where: 'Où vous êtes',
  enter: (name) => `Entrer dans ${name}`,
  noFolders: 'Aucun dossier dans celui-ci.',
  inIt: (n, shown) =>
    count(n, {
      one: `${shown} fichier directement dedans`,
      other: `${shown} fichiers directement dedans`,
    }),
  into: 'Dans le jeu de données',
  remove: 'Supprimer les objets dont les fichiers ont disparu ou ont été remplacés',
  preview: 'Regarder d’abord',
  start: 'Importer maintenant',
  watch: 'Surveiller',
  previewing: 'Le dossier est parcouru',
  started: 'L’import a commencé',
  watched: 'Le dossier est désormais surveillé',
  imports: 'Imports',
  noImports: 'Rien n’a été importé depuis le démarrage du serveur.',
  isPreview: 'Aperçu',
  states: {
    waiting: 'En attente',
    running: 'En cours',
    done: 'Terminé',
    failed: 'Échoué',
    cancelled: 'Arrêté',
  },
  progress: ({ done, total }) => `${done} fichiers sur ${total}`,
  reading: 'Lecture du dossier…',
  outcomes: {
    new: 'Nouveaux',
    changed: 'Modifiés',
    unchanged: 'Déjà là',
    refused: 'Refusés',
    missing: 'Disparus du dossier',
    deleted: 'Supprimés',
  },
  amount: ({ files, size }) => `${files} (${size})`,
  files: 'Fichiers',
  hide: 'Masquer les fichiers',
  outcome: 'Ce qu’ils sont devenus',
  fileGone: 'Supprimé depuis, et son nom avec lui',
  nothing: 'Aucun fichier de ce genre.',
  cancel: 'Arrêter',
  cancelled: 'Arrêté ; ce qui a été pris reste',
  take: 'Importer ceci',
  csv: 'Rapport (CSV)',
  jsonl: 'Rapport (JSON)',
  review: 'Ce qui est entré attend l’examen.',
  watches: 'Dossiers surveillés',
  noWatches: 'Aucun dossier n’est surveillé.',
  watchStates: { watching: 'Surveillé', failing: 'Illisible', resting: 'Au repos' },
  every: (n, shown) => count(n, { one: 'chaque seconde', other: `toutes les ${shown} secondes` }),
  looked: (when) => `dernier regard ${when}`,
  never: 'pas encore regardé',
  taken: (n, shown) =>
    count(n, {
      one: `${shown} fichier depuis le démarrage du serveur`,
      other: `${shown} fichiers depuis le démarrage du serveur`,
    }),
  troubles: 'Ce qui n’a pas marché récemment',
  all: 'Le dossier',
  stop: 'Ne plus surveiller',
  stopped: 'Plus surveillé ; ce qui a été pris reste',
  gone: 'Aucun réglage ne nomme plus ce dossier',
}
