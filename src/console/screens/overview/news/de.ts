import type { en } from './en.ts'

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
  read: 'Gelesen',
}
