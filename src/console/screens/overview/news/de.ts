import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('de')

export const de: typeof en = {
  title: 'Vom Markt genommen',
  types: {
    'object.taken_down': 'Eine Datei wurde gesperrt',
    'object.restored': 'Eine Datei ist wieder da',
    'dataset.suspended': 'Ein Datensatz wurde gesperrt',
    'dataset.resumed': 'Ein Datensatz ist nicht mehr gesperrt',
    'tenant.suspended': 'Ihr Haus wurde gesperrt',
    'tenant.resumed': 'Ihr Haus ist nicht mehr gesperrt',
  },
  more: ({ what, n, shown }) =>
    count(n, { one: `${what}: 1 weitere`, other: `${what}: ${shown} weitere` }),
  read: 'Gelesen',
}
