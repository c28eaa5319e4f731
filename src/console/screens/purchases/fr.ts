import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Achats',
  what: 'Quoi',
  who: 'Par',
  when: 'Quand',
  paid: 'Payé',
  proof: 'Reçu',
  check: 'Vérifier',
  moment: (range) => `moment ${range}`,
  erased: 'n’existe plus',
  refunded: (money) => `${money} remboursés`,
  failed: 'n’a pas été remis',
  aborted: 'interrompu',
  again: 'Retélécharger, gratuit',
  fetched: 'En route vers votre disque.',
  empty: 'Encore rien d’acheté',
  emptyHint:
    'Trouvez un passage et achetez son fichier, ou un moment de celui-ci. Chaque achat figure ici.',
  search: 'Rechercher',
  table: 'Achats',
}
