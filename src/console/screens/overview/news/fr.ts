import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  title: 'Retiré du marché',
  types: {
    'object.taken_down': 'Un fichier a été retiré',
    'object.restored': 'Un fichier est de retour',
    'dataset.suspended': 'Un jeu de données a été suspendu',
    'dataset.resumed': 'Un jeu de données n’est plus suspendu',
    'tenant.suspended': 'Votre maison a été suspendue',
    'tenant.resumed': 'Votre maison n’est plus suspendue',
  },
  more: ({ what, n, shown }) =>
    count(n, { one: `${what} : 1 autre`, other: `${what} : ${shown} autres` }),
  read: 'Lu',
}
