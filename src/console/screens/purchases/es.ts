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
  offMarket: 'ya no está en venta',
  ends: {
    sent: 'Se entregó. Su enlace servía para esa única vez y ya no responde a nadie.',
    aborted: 'El receptor cortó antes de que llegara todo; se pagó igualmente.',
    failed: 'No se entregó, y no por culpa suya.',
    givenBack: (money) => `No se entregó: se devolvieron ${money}.`,
    unknown: 'Está en camino, o el servidor se detuvo antes de anotar cómo terminó.',
  },
  next: {
    free: (when) => `Hasta el ${when} se da lo mismo una vez más gratis.`,
    once: 'Para tenerlo otra vez, cómprelo otra vez: verá el precio de hoy antes de pagar.',
    offMarket:
      'Ya no está en venta: retirado, borrado, apartado por su proveedor o ya no abierto para ' +
      'usted. No se puede volver a descargar; el recibo sigue siendo válido.',
  },
  buyAgain: 'Comprar otra vez…',
  empty: 'Todavía no ha comprado nada',
  emptyHint: 'Busque un pasaje y compre su archivo o un momento de él. Cada compra aparece aquí.',
  search: 'Buscar',
  table: 'Compras',
}
