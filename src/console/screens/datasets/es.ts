import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  title: 'Conjuntos de datos',
  make: 'Nuevo conjunto de datos',
  prices: 'Precios…',
  empty: 'Todavía no hay ningún conjunto de datos',
  emptyHint:
    'Un conjunto de datos es lo que los compradores encuentran y piden. Contiene archivos.',
  name: 'Nombre',
  description: 'Qué contiene',
  descriptionHint: 'Los compradores lo leen antes de buscar.',
  visibility: 'Quién lo encuentra',
  visibilities: {
    private: 'Nadie más',
    restricted: 'A quien usted dé acceso',
    listed: 'Todo el mundo',
  },
  statuses: {
    draft: 'Borrador',
    ingesting: 'Se leen los primeros archivos',
    active: 'A la venta',
    paused: 'En pausa',
    archived: 'Archivado',
    suspended: 'Suspendido',
    pending_deletion: 'Eliminándose',
    deleted: 'Eliminado',
  },
  price: 'Precio de un archivo',
  priceHint: 'En euros. Vacío: el precio de la casa.',
  license: 'Licencia',
  licenseHint: 'Una dirección. Dice a compradores y buscadores qué se permite.',
  housePrice: 'Precio de la casa',
  perFile: (price) => `${price} por archivo`,
  files: (n, shown) => count(n, { one: '1 archivo', other: `${shown} archivos` }),
  inReview: (n) => `${n} en revisión`,
  failed: (n) => `${n} sin poder leerse`,
  own: 'Solo su casa',
  keptBack: {
    empty: 'Nada está en venta: aún no tiene archivos.',
    arriving: 'Nada está en venta: ningún archivo ha llegado entero. Envíe el resto.',
    review: 'Aún no hay nada en venta: una persona mira antes cada archivo, y se le avisa.',
    reading: 'Aún no hay nada en venta: se están leyendo sus archivos.',
    unusable: 'Nada está en venta: sus archivos se rechazaron, caducaron o no pudieron leerse.',
    down: 'Nada está en venta: quien gestiona la plataforma retiró sus archivos.',
    draft: 'Nada está en venta: es un borrador. Ofrézcalo y los compradores lo encontrarán.',
    aside: 'Nada está en venta: está apartado. Ofrézcalo otra vez.',
    hidden: 'Solo su casa lo encuentra. Cambie quién lo encuentra y estará en venta.',
  },
  asBuyers: 'Como lo ven los compradores',
  made: (name) => `${name} está creado`,
  which: 'Conjuntos de datos que reciben este precio',
  setPrice: 'Fijar el precio',
  priced: (n) => `Con precio nuevo: ${n}`,
  choose: 'Elija al menos un conjunto de datos.',
}
