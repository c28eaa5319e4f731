import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'État',
  up: 'En marche depuis',
  version: (version) => `version ${version}`,
  memory: 'Mémoire',
  disk: 'Libre sur le disque',
  diskUsed: 'Du disque est occupé',
  of: (all) => `sur ${all}`,
  waiting: 'Tâches en attente',
  running: (n) => `${n} en cours`,
  backup: 'Dernière sauvegarde',
  none: 'aucune',
  verified: (when) => `vérifiée ${when}`,
  notVerified: 'pas encore vérifiée',
  doctor: 'Ce que dit le docteur',
  notYet: 'Pas examiné depuis le démarrage du serveur',
  notYetHint: 'Un examen prend quelques secondes et ne dérange personne.',
  well: 'Tout est en ordre.',
  checks: 'Vérifications',
  units: {
    days: (n) => `${n} j`,
    hours: (n) => `${n} h`,
    minutes: (n) => `${n} min`,
  },
}
