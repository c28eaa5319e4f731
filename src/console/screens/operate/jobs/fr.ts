import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  title: 'Tâches',
  state: 'État',
  states: { failed: 'Abandonnées', queued: 'En attente', running: 'En cours', done: 'Faites' },
  kind: 'Sorte',
  anyKind: 'Toutes les sortes',
  kinds: {
    'inspect-object': 'Regarder un dépôt',
    'ingest-object': 'Lire un fichier',
    'reprocess-object': 'Relire un fichier',
    'reprocess-dataset': 'Relire un jeu de données',
    'remove-passages': 'Retirer des passages de la recherche',
    'purge-blob': 'Effacer des octets',
    'delete-dataset': 'Supprimer un jeu de données',
    'erase-person': 'Effacer une personne',
    'erase-tenant': 'Effacer une organisation',
    'advance-submission': 'Suivre une licence sur la chaîne',
    'describe-asset': 'Décrire un fichier',
    'send-mail': 'Envoyer un message',
  },
  jobs: (n, shown) => count(n, { one: `${shown} tâche`, other: `${shown} tâches` }),
  tries: (n, shown) => count(n, { one: `${shown} essai`, other: `${shown} essais` }),
  made: (when) => `depuis ${when}`,
  begun: (when) => `commencé ${when}`,
  ended: (when) => `terminé ${when}`,
  next: (when) => `prochain essai ${when}`,
  retry: 'Essayer maintenant',
  retried: 'Un nouvel essai est lancé',
  cancel: 'Abandonner',
  cancelled: 'Elle est abandonnée dès que vient son tour',
  none: 'Aucune tâche de ce genre',
  noneHint: 'Ce qui est terminé est gardé 30 jours.',
  noneFailed: 'Rien n’a été abandonné',
  noneFailedHint: 'Ce qui échoue est réessayé de soi-même, de plus en plus tard.',
}
