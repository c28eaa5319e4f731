import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  title: 'Catalogue',
  filter: 'Mots du nom, de la description ou des étiquettes',
  by: (provider) => `par ${provider}`,
  objects: (n, shown) => count(n, { one: `${shown} fichier`, other: `${shown} fichiers` }),
  passages: (n, shown) => count(n, { one: `${shown} passage`, other: `${shown} passages` }),
  filePrice: (money) => `fichier ${money}`,
  passagePrice: (money) => `passage ${money}`,
  access: { own: 'à vous', open: 'ouvert', granted: 'accordé', by_request: 'sur demande' },
  requests: { pending: 'demandé', approved: 'accordé', rejected: 'refusé' },
  none: 'Rien de tel',
  noneHint: 'D’autres mots trouveront peut-être quelque chose.',
  empty: 'Rien n’est encore proposé',
  emptyHint: 'Les jeux de données apparaissent ici dès que leurs fournisseurs les publient.',
  samples: 'Échantillons',
  columns: 'Colonnes',
  column: 'Colonne',
  type: 'Type',
  range: 'De – à',
  ask: 'Demander l’accès',
  message: 'Pour quoi en avez-vous besoin ?',
  messageHint: 'Le fournisseur lira ceci.',
  send: 'Demander',
  sent: 'La demande est chez le fournisseur. Vous trouverez la réponse ici.',
  searchIn: 'Y rechercher',
  back: 'Tous les jeux de données',
  languages: 'Langues',
  rows: (n, shown) => count(n, { one: `${shown} ligne`, other: `${shown} lignes` }),
  updated: (when) => `modifié le ${when}`,
  license: 'Licence',
  page: (n) => `page ${n}`,
}
