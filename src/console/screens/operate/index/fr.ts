import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Index et modèles',
  works: 'L’index',
  models: 'Vecteurs',
  states: {
    serving: 'en service',
    making: 'en cours',
    leaving: 's’en va',
  },
  done: ({ done, total }) => `${done} sur ${total} passages`,
  dimensions: (n) => `à ${n} dimensions`,
  none: 'Aucun vecteur',
  noneHint: 'Ils sont faits dès qu’il y a des passages et un modèle pour eux.',
  capabilities: 'Ce que peut cette installation',
  capable: {
    ready: 'prêt',
    off: 'absent',
    broken: 'en panne',
  },
  nodes: 'Nœuds de recherche',
  standing: {
    answers: 'répond',
    loading: 'copie',
    cut_off: 'ne reçoit rien',
    left_out: 'écarté',
  },
  passages: (n) => `${n} passages`,
  lag: (s) => `complet il y a ${s} s`,
  asked: ({ searches, declined, failed }) =>
    `${searches} recherches, ${declined} refusées, ${failed} en échec`,
}
