import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  title: 'Retirado del mercado',
  types: {
    'object.taken_down': 'Se ha retirado un archivo',
    'object.restored': 'Un archivo ha vuelto',
    'dataset.suspended': 'Se ha suspendido un conjunto de datos',
    'dataset.resumed': 'Un conjunto de datos ya no está suspendido',
    'tenant.suspended': 'Se ha suspendido su casa',
    'tenant.resumed': 'Su casa ya no está suspendida',
  },
  more: ({ what, n, shown }) => count(n, { one: `${what}: 1 más`, other: `${what}: ${shown} más` }),
  read: 'Leído',
}
