import type { en } from './en.ts'

export const es: typeof en = {
  takeDown: 'Retirar',
  takeDownTitle: (name) => `¿Retirar ${name}?`,
  takeDownHint:
    'De inmediato nadie lo encuentra, lee ni compra, y los enlaces abiertos se rechazan. Quien ' +
    'compró una licencia no puede obtenerlo mientras esté retirado. Lo pagado queda pagado; se ' +
    'devuelve en Dinero.',
  reason: 'Motivo',
  reasonHint: 'El proveedor lo lee.',
  isDown: 'Está retirado',
  downSince: ({ when, why }) => `Retirado ${when}: ${why}`,
  restore: 'Restablecer',
  restoreTitle: (name) => `¿Restablecer ${name}?`,
  restoreHint: 'Se encuentra, se lee y se vende como antes.',
  isBack: 'Vuelve a estar a la vista',
  note: 'Nota',
  noteHint: 'Queda en el registro.',
  suspend: 'Suspender el conjunto de datos',
  suspendTitle: (name) => `¿Suspender ${name}?`,
  suspendHint:
    'De inmediato nadie encuentra sus archivos, tampoco su dueño, y no admite más. Quien compró ' +
    'una licencia no puede obtener su archivo mientras tanto. Lo pagado queda pagado.',
  isShut: 'El conjunto de datos está suspendido',
  resume: 'Levantar la suspensión',
  resumeTitle: (name) => `¿Abrir ${name} de nuevo?`,
  resumeHint: 'Es lo que era antes: a la venta, en pausa o un borrador.',
  isOpen: 'La suspensión está levantada',
  asReviewer: 'Usted lleva la plataforma y por eso ve este conjunto de datos de otra casa.',
  tenant: 'Casa',
  visibility: 'Quién lo encuentra',
  holds: 'Contiene',
  indexed: 'De ellos indexados',
  down: 'De ellos retirados',
  made: 'Creado',
  dataset: 'Su conjunto de datos',
  queue: 'Lo que espera revisión',
  log: 'Qué le ocurrió',
  datasets: (n) => `Conjuntos de datos (${n})`,
  none: 'Todavía ningún conjunto de datos',
}
