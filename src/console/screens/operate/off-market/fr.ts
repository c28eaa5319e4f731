import type { en } from './en.ts'

export const fr: typeof en = {
  takeDown: 'Retirer',
  takeDownTitle: (name) => `Retirer ${name} ?`,
  takeDownHint:
    'Aussitôt personne ne le trouve, ne le lit ni ne l’achète, et les liens ouverts sont ' +
    'refusés. Qui a acheté une licence ne peut l’obtenir tant qu’il est retiré. Ce qui a été ' +
    'payé reste payé ; cela se rend sous Argent.',
  reason: 'Motif',
  reasonHint: 'Le fournisseur le lit.',
  isDown: 'Il est retiré',
  downSince: ({ when, why }) => `Retiré ${when} : ${why}`,
  restore: 'Rétablir',
  restoreTitle: (name) => `Rétablir ${name} ?`,
  restoreHint: 'Il est trouvé, lu et vendu comme avant.',
  isBack: 'Il est de nouveau visible',
  note: 'Note',
  noteHint: 'Elle figure au journal.',
  suspend: 'Suspendre le jeu de données',
  suspendTitle: (name) => `Suspendre ${name} ?`,
  suspendHint:
    'Aussitôt personne ne trouve ses fichiers, pas même son propriétaire, et il n’en accepte ' +
    'plus. Qui a acheté une licence ne peut obtenir son fichier entre-temps. Ce qui a été payé ' +
    'reste payé.',
  isShut: 'Le jeu de données est suspendu',
  resume: 'Lever la suspension',
  resumeTitle: (name) => `Rouvrir ${name} ?`,
  resumeHint: 'Il est ce qu’il était avant : en vente, en pause ou brouillon.',
  isOpen: 'La suspension est levée',
  asReviewer: 'Vous exploitez la plateforme et voyez donc ce jeu de données d’une autre maison.',
  tenant: 'Maison',
  visibility: 'Qui le trouve',
  holds: 'Contient',
  indexed: 'Dont indexés',
  down: 'Dont retirés',
  made: 'Créé',
  dataset: 'Son jeu de données',
  queue: 'Ce qui attend un examen',
  log: 'Ce qui lui est arrivé',
  datasets: (n) => `Jeux de données (${n})`,
  none: 'Pas encore de jeu de données',
}
