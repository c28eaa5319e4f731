import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  upload: 'Subir archivos',
  prices: 'Probar precios',
  change: 'Cambiar',
  changed: 'Cambiado',
  meanwhile: (fields) =>
    `Otra persona ha cambiado esto entretanto: ${fields}. Guarde otra vez para poner lo suyo.`,
  save: 'Guardar',
  find: 'Buscar un nombre',
  sort: 'Orden',
  sorts: {
    newest: 'Primero los más recientes',
    oldest: 'Primero los más antiguos',
    name: 'Nombre, de la A a la Z',
    name_desc: 'Nombre, de la Z a la A',
    largest: 'Primero los más grandes',
    smallest: 'Primero los más pequeños',
  },
  show: 'Qué archivos',
  states: {
    all: 'Todos',
    open: 'Sin enviar del todo',
    review: 'En revisión',
    reading: 'Leyéndose',
    sale: 'A la venta',
    failed: 'Ilegible',
    rejected: 'Rechazado',
    expired: 'Revisión vencida',
    down: 'Retirado',
  },
  ready: 'Listo',
  withCount: ({ name, n }) => `${name} (${n})`,
  files: 'Archivos',
  columns: { chosen: '✓', name: 'Nombre', state: 'Estado', size: 'Tamaño', when: 'Subido' },
  choose: (name) => `Elegir ${name}`,
  chosen: (n, shown) => count(n, { one: '1 elegido', other: `${shown} elegidos` }),
  chooseAll: (n) => `Elegir los ${n}`,
  chooseNone: 'No elegir ninguno',
  delete: 'Eliminar',
  resubmit: 'Enviar de nuevo a revisión',
  deleteTitle: (n, shown) =>
    count(n, { one: '¿Eliminar 1 archivo?', other: `¿Eliminar ${shown} archivos?` }),
  deleteHint: 'Salen de todas las búsquedas de inmediato. Lo que ya se compró sigue comprado.',
  deleted: (n, shown) =>
    count(n, { one: 'Se ha eliminado 1 archivo', other: `Se han eliminado ${shown} archivos` }),
  resubmitted: (n, shown) =>
    count(n, { one: '1 archivo vuelve a esperar', other: `${shown} archivos vuelven a esperar` }),
  refused: ({ n, shown, why }) =>
    count(n, {
      one: `1 se queda como está: ${why}`,
      other: `${shown} se quedan como están: ${why}`,
    }),
  empty: 'Todavía no hay archivos',
  emptyHint: 'Suba algunos: una persona mira cada uno antes de que nadie pueda encontrarlo.',
  none: 'No hay archivos así',
  noneHint: 'Aquí nada tiene ese nombre y estado.',
  showAll: 'Mostrar todo',
  shown: (n, shown) =>
    count(n, { one: 'Se muestra 1 archivo', other: `Se muestran ${shown} archivos` }),
}
