import type { en } from './en.ts'

export const fr: typeof en = {
  states: { running: 'en cours', done: 'en ordre', wrong: 'pas en ordre', failed: 'pas fait' },
  levels: { error: 'Erreur', warning: 'Avertissement' },
  toDo: 'Ce qu’il faut faire :',
  by: ({ who, when }) => `par ${who}, ${when}`,
  byMachine: (when) => `par la machine, ${when}`,
  never: 'Pas depuis le démarrage du serveur.',
  nothingFound: 'Tout est en ordre.',
  progress: ({ done, total }) => `${done} sur ${total}`,
  startedNow: (name) => `Commencé : ${name}`,
  endedNow: (name) => `Fait : ${name}`,
  failedNow: (name) => `Pas fait : ${name}`,
  really: (name) => `${name} ?`,
  live: 'En direct',
  stopped: 'Arrêté',
  period: 'Mois',
  periodHint: 'Comme 2026-09. Celui d’avant, si vous n’en dites pas d’autre.',
  overlap: 'Heures de transition',
  overlapHint: 'Pendant ce temps, ce qui fut signé avant vaut aussi.',
  kinds: {
    doctor: {
      name: 'Examiner le serveur',
      hint: 'Disque, secrets, horloge, index, fichiers, sauvegardes, réglages.',
      now: 'Examiner maintenant',
    },
    backup: {
      name: 'Faire une sauvegarde',
      hint: 'Là où disent les réglages.',
      now: 'En faire une maintenant',
    },
    backup_verify: {
      name: 'Vérifier la dernière sauvegarde',
      hint: 'La relit en entier et ouvre sa base de données.',
      now: 'Vérifier maintenant',
    },
    ledger_verify: {
      name: 'Vérifier le grand livre',
      hint: 'Écriture par écriture, jusqu’à l’en-tête signé.',
      now: 'Vérifier maintenant',
    },
    chain_verify: {
      name: 'Vérifier la chaîne',
      hint: 'Bloc par bloc : ce qui fut écrit dans la chaîne de cette machine.',
      now: 'Vérifier maintenant',
    },
    index_verify: {
      name: 'Comparer l’index',
      hint: 'Si l’index a exactement les passages qu’on peut trouver. Ne change rien.',
      now: 'Comparer maintenant',
    },
    index_rebuild: {
      name: 'Reconstruire l’index',
      hint: 'À partir des passages de la base ; les recherches restent possibles.',
      now: 'Reconstruire',
    },
    gc: {
      name: 'Effacer ce qui a expiré',
      hint: 'Des fichiers dont nul n’a besoin et dont l’heure est venue. Ils ne reviennent pas.',
      now: 'Effacer',
    },
    gc_count: {
      name: 'Compter ce qui a expiré',
      hint: 'Ce qui serait effacé. N’efface rien.',
      now: 'Compter',
    },
    settle: {
      name: 'Arrêter un mois',
      hint: 'Fait les relevés d’un mois terminé.',
      now: 'Arrêter',
    },
    settle_check: {
      name: 'Vérifier un arrêté',
      hint: 'Compare les relevés d’un mois aux livres.',
      now: 'Vérifier',
    },
    settle_preview: {
      name: 'Voir d’avance un arrêté',
      hint: 'Ce que diraient les relevés. N’écrit rien.',
      now: 'Voir',
    },
    secrets_rotate: {
      name: 'Nouveaux secrets de signature',
      hint: 'Ceux d’avant valent pendant les heures de transition.',
      now: 'En créer de nouveaux',
    },
    secrets_end_overlap: {
      name: 'Terminer la transition des secrets',
      hint: 'Ferme toutes les sessions plus anciennes que les derniers secrets, la vôtre aussi.',
      now: 'Terminer',
    },
    clock_confirm: {
      name: 'Confirmer l’horloge',
      hint: 'Dit que l’heure de cette machine est juste après un saut.',
      now: 'Confirmer',
    },
    tenant_export: {
      name: 'Une archive d’une organisation',
      hint: 'Tout ce qui est à elle, en un fichier à emporter.',
      now: 'En faire une maintenant',
    },
    tenant_erase: {
      name: 'Effacer une organisation',
      hint: 'Avec ses personnes et ses fichiers. C’est sans retour.',
      now: 'Effacer',
    },
  },
}
