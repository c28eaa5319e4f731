import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  title: 'Tareas',
  state: 'Estado',
  states: { failed: 'Abandonadas', queued: 'En espera', running: 'En curso', done: 'Hechas' },
  kind: 'Clase',
  anyKind: 'Cualquier clase',
  kinds: {
    'inspect-object': 'Mirar una subida',
    'ingest-object': 'Leer un archivo',
    'reprocess-object': 'Leer un archivo de nuevo',
    'reprocess-dataset': 'Leer un conjunto de datos de nuevo',
    'remove-passages': 'Sacar pasajes de la búsqueda',
    'purge-blob': 'Borrar bytes',
    'delete-dataset': 'Eliminar un conjunto de datos',
    'erase-person': 'Borrar a una persona',
    'erase-tenant': 'Borrar una organización',
    'advance-submission': 'Seguir una licencia en la cadena',
    'describe-asset': 'Describir un archivo',
    'send-mail': 'Enviar un mensaje',
  },
  jobs: (n, shown) => count(n, { one: '1 tarea', other: `${shown} tareas` }),
  tries: (n, shown) => count(n, { one: '1 intento', other: `${shown} intentos` }),
  made: (when) => `desde ${when}`,
  begun: (when) => `empezó ${when}`,
  ended: (when) => `terminó ${when}`,
  next: (when) => `próximo intento ${when}`,
  retry: 'Intentar ahora',
  retried: 'Se intenta de nuevo',
  cancel: 'Abandonar',
  cancelled: 'Se abandona en cuanto le llega el turno',
  none: 'No hay tal tarea',
  noneHint: 'Lo terminado se guarda 30 días.',
  noneFailed: 'No se ha abandonado nada',
  noneFailedHint: 'Lo que falla se intenta de nuevo por sí solo, cada vez más tarde.',
}
