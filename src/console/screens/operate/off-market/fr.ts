import type { en } from './en.ts'

export const fr: typeof en = {
  file: {
    off: 'Retirer',
    offTitle: (name) => `Retirer ${name} ?`,
    offHint:
      'Aussitôt personne ne le trouve, ne le lit ni ne l’achète, et les liens ouverts sont ' +
      'refusés. Qui a acheté une licence ne peut l’obtenir tant qu’il est retiré. Ce qui a été ' +
      'payé reste payé ; cela se rend sous Argent.',
    isOff: 'Il est retiré',
    on: 'Rétablir',
    onTitle: (name) => `Rétablir ${name} ?`,
    onHint: 'Il est trouvé, lu et vendu comme avant.',
    isOn: 'Il est de nouveau visible',
  },
  dataset: {
    off: 'Suspendre le jeu de données',
    offTitle: (name) => `Suspendre ${name} ?`,
    offHint:
      'Aussitôt personne ne trouve ses fichiers, pas même son propriétaire, et il n’en accepte ' +
      'plus. Qui a acheté une licence ne peut obtenir son fichier entre-temps. Ce qui a été payé ' +
      'reste payé.',
    isOff: 'Le jeu de données est suspendu',
    on: 'Lever la suspension',
    onTitle: (name) => `Rouvrir ${name} ?`,
    onHint: 'Il est ce qu’il était avant : en vente, en pause ou brouillon.',
    isOn: 'La suspension est levée',
  },
  reason: 'Motif',
  reasonHint: 'Le fournisseur le lit.',
  downSince: ({ when, why }) => `Retiré ${when} : ${why}`,
  note: 'Note',
  noteHint: 'Elle figure au journal.',
  asReviewer: 'Vous exploitez la plateforme et voyez donc ce jeu de données d’une autre maison.',
  tenant: 'Maison',
  visibility: 'Qui le trouve',
  holds: 'Contient',
  indexed: 'Dont indexés',
  down: 'Dont retirés',
  made: 'Créé',
  toDataset: 'Son jeu de données',
  queue: 'Ce qui attend un examen',
  log: 'Ce qui lui est arrivé',
  datasets: (n) => `Jeux de données (${n})`,
  none: 'Pas encore de jeu de données',
  contest:
    'Personne ne le trouve, ne le lit ni ne l’achète. Est-ce une erreur ? Écrivez à qui exploite ' +
    'la plateforme : il peut le remettre.',
  downs: (n) => `Fichiers retirés (${n})`,
  noDowns: 'Aucun fichier n’est retiré',
  noDownsHint: 'Un fichier se retire sur sa page : son identifiant l’ouvre (Ctrl K).',
  toDowns: 'Fichiers retirés',
  ofOne: 'D’une maison ou d’un jeu de données.',
  ofAll: 'Tout afficher',
  kept: (when) => `Supprimé par son propriétaire, gardé pour ses acheteurs jusqu’au ${when}.`,
}
