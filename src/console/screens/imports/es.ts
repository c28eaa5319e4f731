import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  title: 'Importar',
  hint:
    'Los archivos que ya están en el servidor entran en un conjunto de datos sin pasar por su ' +
    'ordenador. Lo que ya está no se toca.',
  none: 'No tiene acceso a ninguna carpeta del servidor',
  noneHint:
    'Quien gestiona el servidor indica carpetas en el ajuste KONTOR_IMPORT_ROOTS. Los ' +
    'archivos de su ordenador se arrastran en Subidas.',
  uploads: 'Subidas',
  noDataset: 'Todavía no hay ningún conjunto de datos',
  noDatasetHint: 'Los archivos van a un conjunto de datos: cree uno primero.',
  datasets: 'Conjuntos de datos',
  choose: 'Elija una carpeta',
  root: 'Carpetas abiertas',
  ofTenant: 'de una organización',
  where: 'Dónde está',
  enter: (name) => `Entrar en ${name}`,
  noFolders: 'No hay carpetas en esta.',
  inIt: (n, shown) =>
    count(n, { one: '1 archivo directamente en ella', other: `${shown} archivos en ella` }),
  into: 'Al conjunto de datos',
  remove: 'Eliminar los objetos cuyos archivos ya no están o se han sustituido',
  preview: 'Ver primero',
  start: 'Importar ahora',
  watch: 'Vigilar',
  previewing: 'Se está revisando la carpeta',
  started: 'La importación ha empezado',
  watched: 'La carpeta se vigila desde ahora',
  imports: 'Importaciones',
  noImports: 'No se ha importado nada desde que arrancó el servidor.',
  isPreview: 'Vista previa',
  states: {
    waiting: 'En espera',
    running: 'En curso',
    done: 'Terminada',
    failed: 'Fallida',
    cancelled: 'Detenida',
  },
  progress: ({ done, total }) => `${done} de ${total} archivos`,
  reading: 'Se está leyendo la carpeta…',
  outcomes: {
    new: 'Nuevos',
    changed: 'Cambiados',
    unchanged: 'Ya estaban',
    refused: 'Rechazados',
    missing: 'Ya no están en la carpeta',
    deleted: 'Eliminados',
  },
  amount: ({ files, size }) => `${files} (${size})`,
  files: 'Archivos',
  hide: 'Ocultar archivos',
  outcome: 'Qué ha sido de ellos',
  fileGone: 'Eliminado desde entonces, y su nombre con él',
  nothing: 'Ningún archivo así.',
  cancel: 'Detener',
  cancelled: 'Detenida; lo importado se conserva',
  take: 'Importar esto',
  csv: 'Informe (CSV)',
  jsonl: 'Informe (JSON)',
  review: 'Lo que ha entrado espera la revisión.',
  watches: 'Carpetas vigiladas',
  noWatches: 'No se vigila ninguna carpeta.',
  watchStates: { watching: 'Vigilada', failing: 'No se puede leer', resting: 'En reposo' },
  every: (n, shown) => count(n, { one: 'cada segundo', other: `cada ${shown} segundos` }),
  looked: (when) => `última mirada ${when}`,
  never: 'aún no se ha mirado',
  taken: (n, shown) =>
    count(n, {
      one: '1 archivo desde que arrancó el servidor',
      other: `${shown} archivos desde que arrancó el servidor`,
    }),
  troubles: 'Lo que ha fallado últimamente',
  all: 'La carpeta',
  stop: 'Dejar de vigilar',
  stopped: 'Ya no se vigila; lo importado se conserva',
  gone: 'Ningún ajuste indica ya esta carpeta',
}
