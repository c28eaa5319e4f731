import type { en } from './en.ts'

export const fr: typeof en = {
  of: (name) => `Essayer des prix : ${name}`,
  back: 'Retour au jeu de données',
  hint:
    'Ce que les téléchargements des 30 derniers jours auraient rapporté à d’autres prix, si les ' +
    'mêmes acheteurs avaient acheté les mêmes choses. Regarder ne change rien.',
  downloads: 'Téléchargements',
  downloadsNote: 'par d’autres, ces 30 derniers jours',
  capped: (n) => `les ${n} derniers`,
  brought: 'Ils ont rapporté',
  broughtNote: 'ce qu’ont payé les acheteurs',
  yours: 'Dont votre part',
  yoursNote: 'après la commission du marché',
  housePrice: 'prix du marché',
  price: 'Prix d’un fichier',
  priceHint: 'En euros.',
  model: 'Comment il évolue',
  models: {
    fixed: 'Il reste tel quel',
    time_decay: 'Il baisse avec l’âge du fichier',
    demand_curve: 'Il monte avec le nombre d’acheteurs',
  },
  modelHints: {
    fixed: 'Chaque fichier coûte cela.',
    time_decay: 'La moitié après 180 jours, un quart au moins.',
    demand_curve:
      'Un dixième de plus à chaque doublement de ses acheteurs sur 30 jours, au plus le double.',
  },
  try: 'Essayer',
  table: 'À d’autres prix',
  yourPart: 'Ce qu’aurait été votre part, et combien cela fait de plus ou de moins que ce qui fut.',
  more: (money) => `${money} de plus`,
  less: (money) => `${money} de moins`,
  same: 'autant',
  tried: 'essayé',
  current: 'actuel',
  set: 'Fixer…',
  setTitle: (price) => `Fixer ${price} par fichier ?`,
  setFree: 'Donner les fichiers gratuitement ?',
  setHint:
    'Les acheteurs le paient dès maintenant. Les prix annoncés avant valent tels qu’annoncés.',
  setNow: 'Fixer le prix',
  isSet: 'Le prix est fixé',
  before: 'Jusqu’ici',
  after: 'Désormais',
  empty: 'Aucun téléchargement ces 30 derniers jours',
  emptyHint: 'Il n’y a encore rien à calculer. Un prix peut être fixé quand même.',
}
