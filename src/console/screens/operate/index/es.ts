import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Índice y modelos',
  works: 'El índice',
  models: 'Vectores',
  states: {
    serving: 'en uso',
    making: 'se está creando',
    leaving: 'se retira',
  },
  done: ({ done, total }) => `${done} de ${total} pasajes`,
  dimensions: (n) => `${n} dimensiones`,
  none: 'Sin vectores',
  noneHint: 'Se crean en cuanto hay pasajes y un modelo para ellos.',
  capabilities: 'Lo que puede esta instalación',
  capable: {
    ready: 'lista',
    off: 'no está',
    broken: 'averiada',
  },
  nodes: 'Nodos de búsqueda',
  standing: {
    answers: 'responde',
    loading: 'está copiando',
    cut_off: 'no recibe nada',
    left_out: 'excluido',
  },
  passages: (n) => `${n} pasajes`,
  lag: (s) => `completo hace ${s} s`,
  asked: ({ searches, declined, failed }) =>
    `${searches} búsquedas, ${declined} rechazadas, ${failed} fallidas`,
}
