import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  title: 'Dépôts',
  into: 'Dans',
  drop: 'Déposez ici des fichiers ou des dossiers',
  over: 'Lâchez pour déposer',
  choose: 'Choisir des fichiers',
  folder: 'Choisir un dossier',
  hint: 'Vous pouvez fermer la page : déposez les mêmes fichiers, seul le manquant est envoyé.',
  noDataset: 'Créez d’abord un jeu de données',
  noDatasetHint:
    'Les fichiers vont dans un jeu de données, qui dit ce qu’ils coûtent et qui les trouve.',
  datasets: 'Aller aux jeux de données',
  list: 'Fichiers en route',
  columns: { name: 'Nom', state: 'État', size: 'Taille' },
  states: {
    waiting: 'En attente',
    looking: 'Comparaison',
    sending: 'Envoi',
    done: 'Envoyé, en examen',
    known: 'Déjà là',
    failed: 'Échec',
    paused: 'En pause',
  },
  progress: ({ n, done, all }) =>
    count(n, { one: `${done} sur ${all} fichier`, other: `${done} sur ${all} fichiers` }),
  amount: ({ sent, all }) => `${sent} sur ${all}`,
  known: (n) => `${n} déjà là`,
  failed: (n) => `${n} en échec`,
  pause: 'Mettre en pause',
  resume: 'Continuer',
  retry: 'Réessayer les échecs',
  clear: 'Vider la liste',
  resumed: 'reprend là où il s’était arrêté',
  nothing: 'Le fichier est vide.',
  altered: 'D’autres octets sont arrivés que ceux envoyés. Réessayez.',
  leftOut: ({ n, all, first }) =>
    count(n, {
      one: `${first} est illisible et a été laissé de côté.`,
      other: `${all} fichiers ou dossiers sont illisibles et laissés de côté, dont ${first}.`,
    }),
  see: (name) => `Voir ${name}`,
  finished: 'Tous les fichiers sont envoyés. Ils attendent leur examen.',
}
