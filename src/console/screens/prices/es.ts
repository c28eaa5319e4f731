import type { en } from './en.ts'

export const es: typeof en = {
  of: (name) => `Probar precios: ${name}`,
  back: 'Volver al conjunto de datos',
  hint:
    'Lo que habrían dado las descargas de los últimos 30 días a otros precios, si los mismos ' +
    'compradores hubieran comprado lo mismo. Mirar no cambia nada.',
  downloads: 'Descargas',
  downloadsNote: 'de otros, en los últimos 30 días',
  capped: (n) => `las últimas ${n} de ellas`,
  brought: 'Dieron',
  broughtNote: 'lo que pagaron los compradores',
  yours: 'De ello, su parte',
  yoursNote: 'descontada la comisión del mercado',
  housePrice: 'precio del mercado',
  price: 'Precio de un archivo',
  priceHint: 'En euros.',
  model: 'Cómo cambia',
  models: {
    fixed: 'Se queda como está',
    time_decay: 'Baja con la antigüedad del archivo',
    demand_curve: 'Sube con el número de compradores',
  },
  modelHints: {
    fixed: 'Cada archivo cuesta esto.',
    time_decay: 'La mitad a los 180 días, como mínimo una cuarta parte.',
    demand_curve:
      'Una décima más cada vez que se duplican sus compradores de 30 días, como máximo el doble.',
  },
  try: 'Probar',
  table: 'A otros precios',
  yourPart: 'Cuál habría sido su parte, y cuánto más o menos es eso que lo que fue.',
  more: (money) => `${money} más`,
  less: (money) => `${money} menos`,
  same: 'lo mismo',
  tried: 'probado',
  current: 'ahora',
  set: 'Fijar…',
  setTitle: (price) => `¿Fijar ${price} por archivo?`,
  setFree: '¿Dar los archivos gratis?',
  setHint:
    'Los compradores lo pagan desde ahora. Los precios ofrecidos antes valen como se ofrecieron.',
  setNow: 'Fijar el precio',
  isSet: 'El precio está fijado',
  before: 'Hasta ahora',
  after: 'Desde ahora',
  empty: 'Ninguna descarga en los últimos 30 días',
  emptyHint: 'Todavía no hay nada con que calcular. Aun así se puede fijar un precio.',
}
