import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  title: 'Catálogo',
  filter: 'Palabras del nombre, la descripción o las etiquetas',
  by: (provider) => `de ${provider}`,
  objects: (n, shown) => count(n, { one: '1 archivo', other: `${shown} archivos` }),
  passages: (n, shown) => count(n, { one: '1 pasaje', other: `${shown} pasajes` }),
  filePrice: (money) => `archivo ${money}`,
  passagePrice: (money) => `pasaje ${money}`,
  access: { own: 'propio', open: 'abierto', granted: 'concedido', by_request: 'previa petición' },
  requests: { pending: 'pedido', approved: 'concedido', rejected: 'rechazado' },
  none: 'Nada de ese tipo',
  noneHint: 'Quizá otras palabras encuentren algo.',
  empty: 'Todavía no se ofrece nada',
  emptyHint: 'Los conjuntos de datos aparecen aquí cuando sus proveedores los publican.',
  samples: 'Muestras',
  columns: 'Columnas',
  column: 'Columna',
  type: 'Tipo',
  range: 'De – a',
  ask: 'Pedir acceso',
  message: '¿Para qué lo necesita?',
  messageHint: 'El proveedor leerá esto.',
  send: 'Pedir',
  sent: 'La petición ha llegado al proveedor. Encontrará aquí su respuesta.',
  searchIn: 'Buscar en él',
  back: 'Todos los conjuntos de datos',
  languages: 'Idiomas',
  rows: (n, shown) => count(n, { one: '1 fila', other: `${shown} filas` }),
  updated: (when) => `modificado el ${when}`,
  license: 'Licencia',
  page: (n) => `página ${n}`,
}
