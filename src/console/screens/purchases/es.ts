import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Compras',
  what: 'Qué',
  who: 'Por',
  when: 'Cuándo',
  paid: 'Pagado',
  proof: 'Recibo',
  check: 'Comprobar',
  moment: (range) => `momento ${range}`,
  erased: 'ya no existe',
  refunded: (money) => `${money} devueltos`,
  failed: 'no se entregó',
  aborted: 'interrumpida',
  again: 'Volver a descargar, gratis',
  fetched: 'Va camino de su disco.',
  empty: 'Todavía no ha comprado nada',
  emptyHint: 'Busque un pasaje y compre su archivo o un momento de él. Cada compra aparece aquí.',
  search: 'Buscar',
  table: 'Compras',
}
