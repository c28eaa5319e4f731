import type { en } from './en.ts'

export const es: typeof en = {
  file: {
    off: 'Retirar',
    offTitle: (name) => `¿Retirar ${name}?`,
    offHint:
      'De inmediato nadie lo encuentra, lee ni compra, y los enlaces abiertos se rechazan. Quien ' +
      'compró una licencia no puede obtenerlo mientras esté retirado. Lo pagado queda pagado; se ' +
      'devuelve en Dinero.',
    isOff: 'Está retirado',
    on: 'Restablecer',
    onTitle: (name) => `¿Restablecer ${name}?`,
    onHint: 'Se encuentra, se lee y se vende como antes.',
    isOn: 'Vuelve a estar a la vista',
  },
  dataset: {
    off: 'Suspender el conjunto de datos',
    offTitle: (name) => `¿Suspender ${name}?`,
    offHint:
      'De inmediato nadie encuentra sus archivos, tampoco su dueño, y no admite más. Quien ' +
      'compró una licencia no puede obtener su archivo mientras tanto. Lo pagado queda pagado.',
    isOff: 'El conjunto de datos está suspendido',
    on: 'Levantar la suspensión',
    onTitle: (name) => `¿Abrir ${name} de nuevo?`,
    onHint: 'Es lo que era antes: a la venta, en pausa o un borrador.',
    isOn: 'La suspensión está levantada',
  },
  reason: 'Motivo',
  reasonHint: 'El proveedor lo lee.',
  downSince: ({ when, why }) => `Retirado ${when}: ${why}`,
  note: 'Nota',
  noteHint: 'Queda en el registro.',
  asReviewer: 'Usted lleva la plataforma y por eso ve este conjunto de datos de otra casa.',
  tenant: 'Casa',
  visibility: 'Quién lo encuentra',
  holds: 'Contiene',
  indexed: 'De ellos indexados',
  down: 'De ellos retirados',
  made: 'Creado',
  toDataset: 'Su conjunto de datos',
  queue: 'Lo que espera revisión',
  log: 'Qué le ocurrió',
  datasets: (n) => `Conjuntos de datos (${n})`,
  none: 'Todavía ningún conjunto de datos',
  contest:
    'Nadie lo encuentra, lo lee ni lo compra. ¿Es un error? Escriba a quien lleva la plataforma: ' +
    'puede reponerlo.',
  downs: (n) => `Archivos retirados (${n})`,
  noDowns: 'No hay archivos retirados',
  noDownsHint: 'Un archivo se retira en su página: su identificador la abre (Ctrl K).',
  toDowns: 'Archivos retirados',
  ofOne: 'De una casa o un conjunto de datos.',
  ofAll: 'Mostrar todos',
  kept: (when) => `Eliminado por su dueño; se guarda para quien lo compró hasta ${when}.`,
}
