import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Journal d’audit',
  entries: { one: '1 entrée', many: (n) => `${n} entrées` },
  none: 'Aucune entrée de ce genre',
  noneHint: 'Retirez un filtre, ou choisissez d’autres jours.',
  action: 'Acte',
  actionHint: 'Comme tenant.suspended, ou tenant pour tous',
  actor: 'Qui : identifiant',
  subject: 'Quoi : identifiant',
  tenant: 'Organisation : identifiant',
  from: 'Du',
  to: 'Au',
  clear: 'Sans filtres',
  export: 'Exporter',
  actors: {
    user: 'Personne',
    api_key: 'Clé',
    operator: 'Qui est à la machine',
    system: 'Le serveur',
  },
  by: ({ who, when }) => `${who}, ${when}`,
  request: (id) => `Requête ${id}`,
  onlyActor: 'Tout ce qu’il a fait',
  onlySubject: 'Tout ce qui lui est arrivé',
  details: 'Détails',
}
